import { sql } from 'drizzle-orm';
import { type Database, queryRows } from '../../platform/database/database.ts';

/** Excludes the schema where tests save rows. */
const OWN = `n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'kept_for_tests')`;
const OF_EXTENSION = (catalog: string, oid: string) =>
  `exists (select from pg_depend d where d.classid = '${catalog}'::regclass and d.objid = ${oid} and d.deptype = 'e')`;

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

export async function describeSchema(db: Database): Promise<string> {
  const parts: string[] = [];
  for (const statement of PARTS) {
    const rows = await queryRows<{ line: string }>(db, sql.raw(statement));
    parts.push(
      rows
        .map(({ line }) => line.trimEnd())
        .sort()
        .join('\n'),
    );
  }
  return parts.filter((part) => part !== '').join('\n\n');
}
