import type { LeadEvent } from '@offhook/contract/console/leads/lead-timeline-entities';
import { expect, it } from 'vitest';
import { insert } from '../../platform/database/database.ts';
import {
  auditLog,
  calls,
  doNotCallNumbers,
  leadConsents,
  leads,
  messages,
  notes,
  profiles,
  routingDecisions,
  scheduledCalls,
  teams,
} from '../../platform/database/schema.ts';
import { openTestApp, type TestApp } from '../../testing/app/app.ts';
import { ACCOUNT, addCall, change, userOf } from '../../testing/app/rows.ts';
import { withDatabase } from '../../testing/database/database.ts';
import { readLeadTimeline } from './lead-timeline.ts';

withDatabase('the timeline of a lead', (open) => {
  async function opened() {
    const app = await openTestApp(open);
    const { db } = app;
    const ann = await userOf(db, 'agent@demo.test');
    const supervisor = await userOf(db, 'supervisor@demo.test');
    const team = await insert(db, teams, { account_id: ACCOUNT, name: 'Roofs' });
    const profile = await insert(db, profiles, {
      account_id: ACCOUNT,
      team_id: team.id,
      retry_minutes: [5],
    });
    const lead = await insert(db, leads, {
      account_id: ACCOUNT,
      phone_number: '+16195550142',
      label: 'Dana Whitlock',
      created_at: at(app, 600),
    });
    const of = { lead_id: lead.id, team_id: team.id, profile_id: profile.id };
    const watcher = {
      ...supervisor,
      country_code: 'US',
      custom_crm_url: null,
      account_language: 'en',
    } as const;
    const read = (before: string | null = null) =>
      readLeadTimeline(app, watcher, lead.id, before === null ? null : new Date(before));
    return { app, db, ann, supervisor, team, lead, of, read };
  }

  const at = ({ clock }: TestApp, minutesAgo: number) => new Date(clock.now() - minutesAgo * 60_000);
  const kindOf = ({ at: _, ...rest }: LeadEvent) => Object.keys(rest)[0];

  it('tells all that happened, newest first', async () => {
    const { app, db, ann, supervisor, team, lead, of, read } = await opened();
    const call = await addCall(db, {
      status: 'missed',
      ...of,
      reasons: ['No agents answered'],
      started_at: at(app, 590),
      ended_at: at(app, 589),
    });
    await insert(db, routingDecisions, {
      call_id: call.id,
      at: at(app, 590),
      outcome: 'Ringing 1 agent',
      agents: [
        { user_id: ann.id, verdict: 'rung', reason: 'Available' },
        { user_id: supervisor.id, verdict: 'skipped', reason: 'On a call' },
      ],
    });
    const dueAt = at(app, -30);
    const canceledAt = at(app, 570);
    const planned = { account_id: ACCOUNT, lead_id: lead.id, team_id: team.id, requested_at: at(app, 580) };
    await insert(db, scheduledCalls, {
      ...planned,
      due_at: at(app, 500),
      reason: 'An agent set a callback',
      callback_by: ann.id,
      callback_for: ann.id,
      created_at: at(app, 580),
      ended_at: canceledAt,
      cancelled: 'The callback was canceled',
    });
    await insert(db, auditLog, {
      account_id: ACCOUNT,
      user_id: supervisor.id,
      action: 'callbacks cancel',
      subject: `lead ${lead.id}: callback`,
      at: canceledAt,
    });
    await insert(db, scheduledCalls, {
      ...planned,
      due_at: dueAt,
      retry: 1,
      reason: 'No agents answered',
      created_at: at(app, 560),
    });
    await insert(db, notes, {
      call_id: call.id,
      user_id: ann.id,
      content: 'Asks for mornings.',
      created_at: at(app, 550),
    });
    await insert(db, messages, {
      account_id: ACCOUNT,
      lead_id: lead.id,
      direction: 'inbound',
      from_number: lead.phone_number,
      to_number: '+14155550199',
      body: 'Who is this?',
      status: 'sent',
      created_at: at(app, 540),
    });
    await insert(db, leadConsents, {
      lead_id: lead.id,
      channel: 'both',
      text: 'Call me.',
      given_at: at(app, 601),
      created_at: at(app, 599),
      fingerprint: 'one',
    });
    await insert(db, auditLog, {
      account_id: ACCOUNT,
      user_id: supervisor.id,
      action: 'leads set',
      subject: `lead ${lead.id}: owner_user_id`,
      at: at(app, 530),
    });
    // Another lead's, whose ID begins alike.
    await insert(db, auditLog, {
      account_id: ACCOUNT,
      user_id: supervisor.id,
      action: 'leads set',
      subject: `lead ${lead.id}1: owner_user_id`,
      at: at(app, 529),
    });
    const { events, outlook, next } = await read();
    expect(events.map(kindOf)).toEqual([
      'change',
      'text',
      'note',
      'scheduled',
      'canceled',
      'scheduled',
      'call',
      'consent',
      'arrived',
    ]);
    expect(events[0]?.change?.user?.full_name).toBe(supervisor.full_name);
    expect(events[3]?.scheduled).toMatchObject({
      retry: 1,
      set_by: null,
      agent: null,
      team: { name: 'Roofs' },
    });
    expect(events[4]?.canceled).toMatchObject({
      reason: 'The callback was canceled',
      canceled_by: { full_name: supervisor.full_name },
      set_by: { full_name: ann.full_name },
      agent: { full_name: ann.full_name },
    });
    expect(events[6]?.call).toMatchObject({
      id: call.id,
      reasons: ['No agents answered'],
      decisions: [
        {
          outcome: 'Ringing 1 agent',
          agents: [
            { full_name: ann.full_name, verdict: 'rung' },
            { full_name: supervisor.full_name, verdict: 'skipped', reason: 'On a call' },
          ],
        },
      ],
    });
    expect(next).toBeNull();
    expect(outlook).toMatchObject({
      state: 'scheduled',
      due_at: dueAt.toISOString(),
      retry: 1,
      team: { name: 'Roofs' },
      reason: 'No agents answered',
    });
  });

  it('says why no call follows', async () => {
    const { app, db, lead, of, read } = await opened();
    await addCall(db, {
      status: 'missed',
      ...of,
      retry: 1,
      started_at: at(app, 590),
      ended_at: at(app, 589),
    });
    expect((await read()).outlook).toMatchObject({
      state: 'none',
      reason: 'No further attempt is scheduled',
    });
    await insert(db, doNotCallNumbers, {
      account_id: ACCOUNT,
      phone_number: lead.phone_number,
      source: 'file',
      created_at: at(app, 10),
    });
    const listed = await read();
    expect(listed.outlook).toMatchObject({ state: 'blocked', reason: expect.stringMatching(/do-not-call/) });
    expect(listed.events[0]).toMatchObject({ listed: { source: 'file' } });
    await change(db, leads, lead.id, { erased_at: new Date(app.clock.now()) });
    expect((await read()).outlook).toMatchObject({ state: 'blocked', reason: 'The person was erased' });
    const call = await addCall(db, { status: 'ringing', ...of });
    expect((await read()).outlook).toMatchObject({ state: 'calling', call_id: call.id });
  });

  it('has pages, and each event is on one of them', async () => {
    const { app, db, of, read } = await opened();
    const many = Array.from({ length: 205 }, (_, index) => ({
      account_id: ACCOUNT,
      type: 'lead' as const,
      direction: 'outbound' as const,
      status: 'missed' as const,
      ...of,
      // Two of each millisecond.
      started_at: new Date(at(app, 500).getTime() + Math.floor(index / 2)),
      ended_at: at(app, 400),
    }));
    await db.insert(calls).values(many);
    const shown: (number | undefined)[] = [];
    let page = await read();
    for (;;) {
      expect(page.events.length).toBeLessThanOrEqual(100);
      shown.push(...page.events.map(({ call }) => call?.id));
      if (page.next === null) break;
      page = await read(page.next);
    }
    // The last event is the lead's arrival.
    expect(shown.length).toBe(206);
    expect(new Set(shown).size).toBe(206);
  });

  it('of another account isn’t found', async () => {
    const { app, lead } = await opened();
    const stranger = await userOf(app.db, 'agent@200.test');
    const of = { ...stranger, country_code: 'US', custom_crm_url: null, account_language: 'en' } as const;
    await expect(readLeadTimeline(app, of, lead.id, null)).rejects.toMatchObject({ code: 'notFound' });
  });
});
