import { ROLE_PERMISSIONS } from '@offhook/contract/accounts/roles';
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { queryTime } from '../platform/database/query-time.ts';
import { teamMembers, teams, users } from '../platform/database/schema.ts';
import { listAgents } from '../reports/agent-views.ts';
import { ACCOUNT, change, find, userOf } from '../testing/app/rows.ts';
import { withDatabase } from '../testing/database/database.ts';
import { testWorlds } from '../testing/world/world.ts';

withDatabase('the list of agents', (open) => {
  const start = testWorlds(open);

  it('can have only those who get no calls, and counts them beyond its page', async () => {
    const world = await start();
    const { db } = world;
    const admin = await userOf(db, 'admin@demo.test');
    const reader = { ...admin, country_code: 'US', custom_crm_url: null, account_language: 'en' as const };
    const needing = async (limit: number) => {
      const query = { page: 1, limit, search: '', active: 'yes', needs_team: 'yes' } as const;
      const { data, total } = await listAgents(db, reader, query, queryTime(world.clock));
      return { total, names: data.map(({ full_name }) => full_name) };
    };
    const [team] = await find(db, teams, eq(teams.account_id, ACCOUNT));
    const before = await needing(100);
    const add = async (n: number, role: keyof typeof ROLE_PERMISSIONS, inTeam = false) => {
      const values = {
        account_id: ACCOUNT,
        email: `new${n}@example.com`,
        full_name: `New ${n}`,
        password_hash: '-',
        permissions: [...ROLE_PERMISSIONS[role]],
        time_zone: 'UTC',
      };
      const [user] = await db.insert(users).values(values).returning();
      if (inTeam) await db.insert(teamMembers).values({ team_id: team?.id ?? 0, user_id: user?.id ?? 0 });
      return user?.id ?? 0;
    };
    await add(1, 'agent');
    await add(2, 'agent', true);
    await add(3, 'supervisor');
    await add(4, 'administrator');
    await change(db, users, await add(5, 'agent'), { active: false });
    await add(6, 'agent');
    expect((await needing(100)).names.filter((name) => name.startsWith('New '))).toEqual(['New 1', 'New 6']);
    const page = await needing(1);
    expect([page.total, page.names.length]).toEqual([before.total + 2, 1]);
  });
});
