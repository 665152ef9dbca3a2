import { and, eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { addCallUser } from '../platform/database/call-users.ts';
import { calls, legs, routingDecisions, users } from '../platform/database/schema.ts';
import { openTestApp } from '../testing/app/app.ts';
import { addCall, change, userOf } from '../testing/app/rows.ts';
import { withDatabase } from '../testing/database/database.ts';

const STARTED_AT = Date.parse('2026-03-02T16:00:00.000Z');
const after = (ms: number) => new Date(STARTED_AT + ms);

withDatabase('the routing record of a call', (open) => {
  async function opened() {
    const app = await openTestApp(open);
    const { db } = app;
    const { id: ann } = await userOf(db, 'agent@demo.test');
    const { id: ben } = await userOf(db, 'agent2@demo.test');
    const call = await addCall(db, {
      status: 'completed',
      agent_id: ann,
      requested_at: after(0),
      started_at: after(40),
      ended_at: after(90_000),
    });
    const callId = call.id;
    const accepted = await addCallUser(db, {
      call_id: callId,
      user_id: ann,
      type: 'lead',
      status: 'ended',
      rung_at: after(60),
      acknowledged_at: after(260),
      accepted_at: after(1_260),
      ended_at: after(90_000),
    });
    await change(db, calls, callId, { claimed_by: accepted.id });
    await db.insert(legs).values({
      call_id: callId,
      kind: 'lead',
      status: 'completed',
      created_at: after(1_300),
      answered_at: after(4_300),
    });
    const agents: (typeof routingDecisions.$inferInsert)['agents'] = [
      { user_id: ann, verdict: 'rung', reason: 'Available, with priority 1' },
      { user_id: ben, verdict: 'skipped', reason: 'Still in wrap-up' },
    ];
    await db.insert(routingDecisions).values({
      call_id: callId,
      at: after(50),
      outcome: 'Ringing 1 agent',
      agents,
    });
    return { app, db, callId, agents, path: `/api/v1/calls/${callId}/routing` };
  }

  it('has every agent’s reason and the duration of each step', async () => {
    const { app, agents, path } = await opened();
    const supervisor = await app.as('supervisor@demo.test');
    const { status, body } = await supervisor.get(path);
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      decisions: [
        {
          at: after(50).toISOString(),
          outcome: 'Ringing 1 agent',
          agents: agents.map((agent) => ({ ...agent, full_name: expect.stringMatching(/\w/) })),
        },
      ],
      stopwatch: expect.objectContaining({ ring: 200, accept: 1_000, answer: 3_000 }),
    });
    const steps = (body as unknown as { stopwatch: Record<string, number> }).stopwatch;
    expect(Object.keys(steps)).toEqual(['intake', 'schedule', 'routing', 'ring', 'accept', 'dial', 'answer']);
  });

  it('is visible to supervisors and administrators of the account only', async () => {
    const { app, db, callId, path } = await opened();
    const statusFor = async (email: string) => (await (await app.as(email)).get(path)).status;
    expect(await statusFor('admin@demo.test')).toBe(200);
    expect(await statusFor('agent@demo.test')).toBe(403);
    expect(await statusFor('plain@demo.test')).toBe(403);
    expect((await app.browser().get(path)).status).toBe(401);
    const outsider = and(eq(users.email, 'agent@200.test'), eq(users.account_id, 200));
    await change(db, users, outsider, { permissions: ['admin'] });
    expect(await statusFor('agent@200.test')).toBe(404);
    const admin = await app.as('admin@demo.test');
    expect((await admin.get(`/api/v1/calls/${callId + 1_000_000}/routing`)).status).toBe(404);
    expect((await admin.get('/api/v1/calls/none/routing')).status).toBe(404);
  });
});
