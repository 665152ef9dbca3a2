/** What is kept, and what accounts are told of it: the schema, and the payloads of their webhooks. */
import { OUTWARD_EVENTS, type OutwardEvent } from '@offhook/contract/outward';
import { addDestination } from '@offhook/server/integrations/webhooks/destinations';
import { tellDueEvents } from '@offhook/server/integrations/webhooks/outward-events';
import type { Database } from '@offhook/server/platform/database/database';
import { withEmbeddedDatabase } from '@offhook/server/testing/database/database';
import { expect, it } from 'vitest';
import { hold } from './hold.ts';

async function rows(db: Database, statement: string): Promise<Record<string, string | null>[]> {
  const result = (await db.execute(statement)) as { rows: Record<string, string | null>[] };
  return result.rows;
}

/** Schemas of the product's own; the tests keep rows in one of theirs. */
const OWN = `n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'kept_for_tests')`;
const OF_EXTENSION = (catalog: string, oid: string) =>
  `exists (select from pg_depend d where d.classid = '${catalog}'::regclass and d.objid = ${oid} and d.deptype = 'e')`;

/** A line for each part of the schema, in the words of PostgreSQL. */
const PARTS = [
  `select 'schema ' || n.nspname as line from pg_namespace n where ${OWN}`,
  `select 'extension ' || extname as line from pg_extension`,
  `select 'table ' || n.nspname || '.' || c.relname || ' (' || c.relkind::text || ', ' || c.relpersistence::text || ')' as line
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${OWN} and c.relkind in ('r', 'p', 'v', 'm')`,
  `select 'view ' || n.nspname || '.' || c.relname || ': ' || pg_get_viewdef(c.oid) as line
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${OWN} and c.relkind in ('v', 'm')`,
  `select 'column ' || n.nspname || '.' || c.relname || '.' || a.attname || ': ' || format_type(a.atttypid, a.atttypmod)
      || case when a.attnotnull then ' not null' else '' end
      || case a.attidentity when 'a' then ' identity always' when 'd' then ' identity by default' else '' end
      || coalesce(case when a.attgenerated = 's' then ' generated ' else ' default ' end || pg_get_expr(e.adbin, e.adrelid), '')
      || case when a.attcollation <> t.typcollation then ' collate ' || l.collname else '' end as line
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
      join pg_type t on t.oid = a.atttypid
      left join pg_attrdef e on e.adrelid = a.attrelid and e.adnum = a.attnum
      left join pg_collation l on l.oid = a.attcollation
    where ${OWN} and c.relkind in ('r', 'p', 'v', 'm') and a.attnum > 0 and not a.attisdropped`,
  `select 'constraint ' || n.nspname || '.' || c.relname || '.' || o.conname || ': ' || pg_get_constraintdef(o.oid) as line
    from pg_constraint o join pg_class c on c.oid = o.conrelid join pg_namespace n on n.oid = c.relnamespace where ${OWN}`,
  `select 'index ' || n.nspname || '.' || c.relname || ': ' || pg_get_indexdef(c.oid) as line
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${OWN} and c.relkind in ('i', 'I')`,
  `select 'sequence ' || n.schemaname || '.' || sequencename || ': ' || data_type || ' start ' || start_value || ' from '
      || min_value || ' to ' || max_value || ' by ' || increment_by || ' cache ' || cache_size
      || case when cycle then ' cycle' else '' end as line
    from pg_sequences n where n.schemaname <> 'kept_for_tests'`,
  `select 'enum ' || n.nspname || '.' || t.typname || ': ' || string_agg(e.enumlabel, ', ' order by e.enumsortorder) as line
    from pg_type t join pg_namespace n on n.oid = t.typnamespace join pg_enum e on e.enumtypid = t.oid where ${OWN}
    group by n.nspname, t.typname`,
  `select 'function ' || pg_get_functiondef(p.oid) as line from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where ${OWN} and p.prokind in ('f', 'p') and not ${OF_EXTENSION('pg_proc', 'p.oid')}`,
  `select 'trigger ' || n.nspname || '.' || c.relname || '.' || t.tgname || ' (' || t.tgenabled::text || '): '
      || pg_get_triggerdef(t.oid) as line
    from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
    where ${OWN} and not t.tgisinternal`,
  `select 'comment on ' || objsubid || ' of ' || objoid::regclass::text || ': ' || description as line from pg_description
    join pg_class c on c.oid = objoid join pg_namespace n on n.oid = c.relnamespace
    where ${OWN} and classoid = 'pg_class'::regclass`,
  `select 'migration ' || tag as line from public.schema_steps`,
];

withEmbeddedDatabase('the database', (open) => {
  it('has the same schema after all migrations', async () => {
    const { db } = await open();
    const parts: string[][] = [];
    for (const statement of PARTS)
      parts.push((await rows(db, statement)).map(({ line }) => String(line).trimEnd()).sort());
    await hold(
      'schema.txt',
      parts
        .map((lines) => lines.join('\n'))
        .filter((part) => part !== '')
        .join('\n\n'),
    );
  });

  it('tells the addresses of accounts the same', async () => {
    const { db } = await open({ demo: true });
    await addDestination(db, 100, { url: 'https://hooks.example/all' });
    const at = '2026-03-02T16:00:00.000Z';
    const one = async (statement: string) => (await rows(db, statement))[0]?.['id'];
    const own = (table: string) => one(`select min(id) as id from ${table} where account_id = 100`);
    const [agent, team, number] = [await own('users'), await own('teams'), await own('numbers')];
    const tag = await one('select min(id) as id from tags');
    const lead = await one(
      `insert into leads (id, account_id, phone_number, fname, lname, label, email, company, category, crm, source_id,
          owner_user_id, team_id, tag_id, created_at, updated_at)
        values (9001, 100, '+14155550881', 'Ada', 'Form', 'Ada Form', 'ada@example.com', 'Acme', 'Solar', 'hubspot', '501',
          ${agent}, ${team}, ${tag}, '${at}', '${at}') returning id`,
    );
    await one(`insert into leads (id, account_id, phone_number, label, created_at, updated_at)
      values (9002, 100, '+14155550882', '+14155550882', '${at}', '${at}') returning id`);
    const call = async (id: number, lead: string) =>
      one(`insert into calls (id, account_id, type, direction, status, lead_id, agent_id, team_id, number_id, phone_number,
          started_at, talk_started_at, seconds)
        values (${id}, 100, 'lead', 'outbound', 'ringing', ${lead}, '+14155550881', '${at}', '${at}', 140) returning id`);
    const called = await call(9102, `${lead}, ${agent}, ${team}, ${number}`);
    const missed = await call(9104, 'null, null, null, null');
    await one(`update calls set status = 'missed', talk_started_at = null, seconds = 0, phone_number = null,
      ended_at = '${at}' where id = ${missed}`);
    await one(
      `update calls set status = 'completed', result = 'contacted', ended_at = '${at}' where id = ${called}`,
    );
    await tellDueEvents(db, Date.parse(at));
    await one(
      `insert into notes (call_id, user_id, content) values (${called}, ${agent}, 'Wants an offer by Friday.')`,
    );
    await one(`update leads set company = 'Acme Ltd' where id = ${lead}`);
    // What came of the note is due at the moment of the note, which is the database's own.
    await tellDueEvents(db, Date.now() + 3_600_000);
    const told = (await rows(db, `select body from outward_events where body is not null order by id`)).map(
      ({ body }) => JSON.parse(String(body)) as OutwardEvent,
    );
    for (const event of told) OUTWARD_EVENTS[event.type].schema.parse(event);
    expect([...new Set(told.map(({ type }) => type))].sort()).toEqual(Object.keys(OUTWARD_EVENTS).sort());
    const payloads = told.map((event) => ({ ...event, created_at: at }));
    // In the order in which the product writes them.
    await hold('webhook-payloads.json', JSON.stringify(payloads, null, 2));
  });
});
