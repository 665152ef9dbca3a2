import { and, eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { accounts, teams } from '../platform/database/schema.ts';
import { ACCOUNT, change, find } from '../testing/app/rows.ts';
import { openWholeApp } from '../testing/app/whole-app.ts';
import { withDatabase } from '../testing/database/database.ts';
import { testWorlds } from '../testing/world/world.ts';

const PHONE = '+14155552600';

withDatabase('a test lead that rings no phone', (open) => {
  const start = testWorlds(open);

  async function openTest() {
    const world = await start();
    const { db } = world;
    const { app, signIn } = await openWholeApp(world);
    const headers = await signIn('admin@demo.test');
    const send = async () => {
      const url = '/api/v1/console/test-lead';
      const response = await app.inject({
        method: 'POST',
        url,
        headers,
        payload: { phone_number: PHONE, fname: 'Test' },
      });
      expect(response.statusCode, response.body).toBe(200);
      return response.json();
    };
    const [team] = await find(db, teams, and(eq(teams.account_id, ACCOUNT), eq(teams.is_default, true)));
    return { world, db, send, teamId: team?.id ?? 0 };
  }

  it('says whether the team’s hours hold it, and of which team', async () => {
    const { db, send, teamId } = await openTest();
    await change(db, teams, teamId, { schedule: { time_zone: 'UTC', pieces: [] } });
    expect(await send()).toMatchObject({ is_ringing: false, held_by: 'team_hours', team_id: teamId });
  });

  it('says whether the calling hours hold it', async () => {
    const { world, db, send } = await openTest();
    const now = new Date(world.clock.now());
    const minute = now.getUTCHours() * 60 + now.getUTCMinutes();
    // An hour in which no zone of the number is.
    await change(db, accounts, ACCOUNT, {
      time_zone: 'UTC',
      calling_from_minute: (minute + 360) % 1_440,
      calling_to_minute: (minute + 361) % 1_440,
    });
    expect(await send()).toMatchObject({ is_ringing: false, held_by: 'calling_hours', team_id: null });
  });

  it('says that neither does if no agent is there', async () => {
    const { send } = await openTest();
    expect(await send()).toMatchObject({ is_ringing: false, held_by: null, team_id: null });
  });
});
