import { asc, eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { verifyPassword } from '../accounts/sign-in/passwords.ts';
import { hashToken } from '../accounts/sign-in/sessions.ts';
import { insert, queryRows } from '../platform/database/database.ts';
import {
  accounts,
  apiKeys,
  leads,
  numbers,
  profiles,
  tags,
  teamMembers,
  teams,
  users,
} from '../platform/database/schema.ts';
import { readNumber } from '../platform/phone-numbers/phone-numbers.ts';
import { find } from '../testing/app/rows.ts';
import { withDatabase } from '../testing/database/database.ts';

const ACCOUNTS = [100, 200, 781, 3998, 6671, 9420, 9920, 10787];

withDatabase('the demo world', (open) => {
  it('has all documented users with the demo password', async () => {
    const { db } = await open({ demo: true });
    const rows = await db.select().from(users).orderBy(asc(users.id));
    const emails = rows.map((row) => row.email);
    expect(emails).toEqual(
      expect.arrayContaining([
        ...['agent', 'agent2', 'agent3', 'supervisor', 'plain', 'admin'].map((name) => `${name}@demo.test`),
        ...Array.from({ length: 9 }, (_, index) => `agent${index + 4}@demo.test`),
        ...ACCOUNTS.filter((id) => id !== 100).map((id) => `agent@${id}.test`),
      ]),
    );
    expect(emails).toHaveLength(22);
    expect(await verifyPassword(rows[0]?.password_hash ?? '', 'offhook-demo')).toBe(true);
    const permissions = new Map(rows.map((row) => [row.email, row.permissions]));
    const agent = ['app-sms', 'app-retry', 'app-autoaccept'];
    expect(permissions.get('agent@demo.test')).toEqual(agent);
    expect(permissions.get('supervisor@demo.test')).toEqual([...agent, 'listen', 'whisper', 'barge']);
    expect(permissions.get('plain@demo.test')).toEqual([]);
    expect(permissions.get('admin@demo.test')).toEqual(['admin']);
  });

  it('has the documented teams, profiles, numbers and keys', async () => {
    const { db } = await open({ demo: true });
    const found = await db.select().from(accounts).orderBy(asc(accounts.id));
    expect(found.map((row) => row.id)).toEqual(ACCOUNTS);
    const members = await queryRows<{ team: string; members: string[] }>(
      db,
      sql`select ${teams.name} as team, array_agg(${users.email} order by ${users.email}) as members
        from ${teams} join ${teamMembers} on ${teamMembers.team_id} = ${teams.id}
        join ${users} on ${users.id} = ${teamMembers.user_id}
        where ${teams.account_id} = 100 group by 1 order by 1`,
    );
    expect(members).toEqual([
      { team: 'Sales', members: ['agent2@demo.test', 'agent3@demo.test', 'agent@demo.test'].sort() },
      { team: 'Support', members: ['agent2@demo.test', 'plain@demo.test'] },
    ]);
    const calling = await db
      .select({ name: teams.name, isDefault: teams.is_default, profile: profiles })
      .from(teams)
      .innerJoin(profiles, eq(profiles.team_id, teams.id))
      .where(eq(teams.account_id, 100))
      .orderBy(asc(teams.name));
    expect(calling).toMatchObject([
      { name: 'Sales', isDefault: true, profile: { mode: 'simultaneous', is_deal_whispertext: true } },
      { name: 'Support', isDefault: false, profile: { mode: 'round_robin', is_deal_whispertext: false } },
    ]);
    expect(calling[0]?.profile).toMatchObject({ retry_minutes: [60, 120], followup_minutes: [120, 240] });
    const salesTags = await find(db, tags, eq(tags.profile_id, calling[0]?.profile.id ?? 0));
    expect(salesTags.length).toBeGreaterThan(2);
    const [byHand] = await db.select().from(profiles).where(eq(profiles.id, 7703));
    expect(byHand?.account_id).toBe(10787);
    const lines = await db.select().from(numbers).orderBy(asc(numbers.id));
    const linesOf = (id: number) => lines.filter((line) => line.account_id === id);
    expect(
      linesOf(100)
        .map((line) => line.phone_number)
        .sort(),
    ).toEqual(['+14155550197', '+14155550198', '+14155550199']);
    expect(linesOf(100).map((line) => line.name?.length)).toContain(41);
    expect(linesOf(9420).map((line) => line.name)).toEqual(['Main line']);
    for (const id of ACCOUNTS.slice(1)) expect([id, linesOf(id).length]).toEqual([id, 1]);
    const keys = await db.select().from(apiKeys);
    expect(new Map(keys.map((key) => [key.account_id, key.key_hash]))).toEqual(
      new Map(ACCOUNTS.map((id) => [id, hashToken(`demo-${id}`)])),
    );
  });

  it('has leads from every CRM with valid numbers, and five leads in every other account', async () => {
    const { db } = await open({ demo: true });
    const rows = await db.select().from(leads);
    expect(
      rows.filter((row) => readNumber(row.phone_number, 'US')?.phoneNumber !== row.phone_number),
    ).toEqual([]);
    expect(rows.filter((row) => row.label === '')).toEqual([]);
    const mainLeads = rows.filter((row) => row.account_id === 100);
    expect(mainLeads).toHaveLength(20);
    expect(new Set(mainLeads.map((row) => row.crm))).toEqual(
      new Set(['hubspot', 'salesforce', 'activecampaign', 'followupboss', null]),
    );
    for (const id of ACCOUNTS.slice(1)) {
      expect([id, rows.filter((row) => row.account_id === id).length]).toEqual([id, 5]);
    }
  });

  it('has no active calls, and new rows get new IDs', async () => {
    const { db } = await open({ demo: true });
    const active = await queryRows<{ calls: number; users: number }>(
      db,
      sql`select (select count(*)::int from calls where ended_at is null) as calls,
                 (select count(*)::int from call_users where ended_at is null) as users`,
    );
    expect(active).toEqual([{ calls: 0, users: 0 }]);
    const account = await insert(db, accounts, { name: 'New', country_code: 'US', time_zone: 'UTC' });
    expect(account.id).toBeGreaterThan(10_787);
  });
});
