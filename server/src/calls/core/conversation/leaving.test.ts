import { describe, expect, it } from 'vitest';
import { phaseOf } from '../call-lifecycle.ts';
import { decideClaim } from '../claim.ts';
import { newLeg } from '../leg.ts';
import type { Conversation, ConversationEvent } from './conversation.ts';
import { PHONE_REPORT_GRACE_MS, type PhoneReport, reportsHangUp } from './leaving.ts';
import { ringing, run, status } from './test-ringing.ts';
import { ANN, connected, created, PARTY, reported, START } from './test-running.ts';

const resumeTimedOut = (disconnectedAt: number, at: number): ConversationEvent => ({
  type: 'resumeTimedOut',
  callUserId: ANN.callUserId,
  disconnectedAt: START + disconnectedAt,
  at: START + at,
});

describe('a disconnected agent', () => {
  const disconnected = () =>
    run(ringing('inbound', [ANN]), connected(ANN, 0), reported(ANN, 'completed', 10_000, 10));

  it('leaves the other party on hold for 45 s', () => {
    const { conversation, commands } = disconnected();
    expect(phaseOf(conversation.call)).toBe('reconnecting');
    expect(commands).toEqual([
      { kind: 'wordCheck', callUserId: ANN.callUserId, dueAt: START + 12_000 },
      {
        kind: 'resumeTimeout',
        callUserId: ANN.callUserId,
        vanishedAt: START + 10_000,
        dueAt: START + 55_000,
      },
      { kind: 'hold', legId: PARTY.legId },
    ]);
    expect(conversation.legs.find(({ id }) => id === PARTY.legId)?.held).toBe(true);
    const over = run(conversation, resumeTimedOut(10_000, 55_000));
    expect(over.conversation.call).toMatchObject({ status: 'completed', seconds: 55 });
    expect(over.commands).toEqual([{ kind: 'endLeg', legId: PARTY.legId }]);
  });

  it('who hung up just before isn’t waited for', () => {
    const report: ConversationEvent = {
      type: 'hangUpRequested',
      callUserId: ANN.callUserId,
      at: START + 9_950,
    };
    const talking = run(ringing('inbound', [ANN]), connected(ANN, 0)).conversation;
    const { conversation, commands } = run(talking, report, reported(ANN, 'completed', 10_000, 10));
    expect(conversation.call).toMatchObject({ status: 'completed', seconds: 9, disconnectedAt: null });
    expect(commands).toEqual([]);
  });

  const NEW_LEG = 5;
  const phoneReturned = (conversation: Conversation, at: number) =>
    run(
      { ...conversation, legs: [...conversation.legs, newLeg(NEW_LEG, 'agent', ANN.callUserId)] },
      { type: 'phoneReturned', callUserId: ANN.callUserId, legId: NEW_LEG, at: START + at },
    );
  const returnedAnn = { ...ANN, legId: NEW_LEG, sid: 'CAagain000' };

  it('is rung again and connected automatically, after which the end of the resume window has no effect', () => {
    const returned = phoneReturned(disconnected().conversation, 20_000);
    expect(returned.commands).toEqual([
      { kind: 'ring', legId: NEW_LEG, callUserId: ANN.callUserId, userId: ANN.userId },
    ]);
    expect(decideClaim(returned.conversation, returnedAnn)).toBe('resumed');
    const joined = run(returned.conversation, created(returnedAnn, 20_010), connected(returnedAnn, 20_500));
    expect(phaseOf(joined.conversation.call)).toBe('talking');
    expect(joined.commands).toEqual([{ kind: 'hold', legId: PARTY.legId }]);
    expect(joined.conversation.legs.find(({ id }) => id === PARTY.legId)?.held).toBe(false);
    const late = run(joined.conversation, resumeTimedOut(10_000, 55_000));
    expect(phaseOf(late.conversation.call)).toBe('talking');
  });

  it('who returns before the old leg has ended gets a new leg, and the old one is ended', () => {
    const talking = run(ringing('inbound', [ANN]), connected(ANN, 0)).conversation;
    const returned = phoneReturned(talking, 20_000);
    expect(returned.commands.map(({ kind }) => kind)).toEqual([
      'wordCheck',
      'resumeTimeout',
      'endLeg',
      'ring',
      'hold',
    ]);
    const joined = run(
      returned.conversation,
      connected(returnedAnn, 20_500),
      reported(ANN, 'completed', 21_000, 21),
    );
    expect(phaseOf(joined.conversation.call)).toBe('talking');
  });
});

describe('an agent who disconnects while the lead is being dialed', () => {
  const dialing = () => run(ringing('outbound', [ANN]), connected(ANN, 0), created(PARTY, 100)).conversation;
  const disconnected = () => run(dialing(), reported(ANN, 'completed', 3_000, 3));
  const answered = reported(PARTY, 'in-progress', 6_000);

  it('leaves the lead’s phone ringing, and the lead hears music after answering', () => {
    const { conversation, commands } = disconnected();
    expect(commands.map(({ kind }) => kind)).toEqual(['wordCheck', 'resumeTimeout']);
    expect(conversation.call.endedAt).toBeNull();
    const answeredAlone = run(conversation, answered);
    expect(phaseOf(answeredAlone.conversation.call)).toBe('reconnecting');
    expect(answeredAlone.commands).toContainEqual({ kind: 'hold', legId: PARTY.legId });
    expect(answeredAlone.conversation.legs.find(({ id }) => id === PARTY.legId)?.held).toBe(true);
  });

  it('is rung again and talks to the lead once the lead answers', () => {
    const NEW_LEG = 5;
    const returnedAnn = { ...ANN, legId: NEW_LEG, sid: 'CAagain000' };
    const withLeg = (from: Conversation) => ({
      ...from,
      legs: [...from.legs, newLeg(NEW_LEG, 'agent', ANN.callUserId)],
    });
    const phoneReturned = {
      type: 'phoneReturned',
      callUserId: ANN.callUserId,
      legId: NEW_LEG,
      at: START + 5_000,
    } as const;
    const returned = run(withLeg(disconnected().conversation), phoneReturned);
    expect(returned.commands).toEqual([
      { kind: 'ring', legId: NEW_LEG, callUserId: ANN.callUserId, userId: ANN.userId },
    ]);
    expect(decideClaim(returned.conversation, returnedAnn)).toBe('resumed');
    const joined = run(returned.conversation, connected(returnedAnn, 5_500), answered);
    expect(phaseOf(joined.conversation.call)).toBe('talking');
    expect(joined.conversation.legs.find(({ id }) => id === PARTY.legId)?.held).toBe(false);
  });

  it('ends the call if they don’t return in time', () => {
    const expired = run(disconnected().conversation, resumeTimedOut(3_000, 48_000));
    expect(expired.conversation.call).toMatchObject({
      status: 'canceled',
      reasons: ['The agent did not come back'],
    });
    expect(expired.commands).toContainEqual({ kind: 'endLeg', legId: PARTY.legId });
  });

  it('counts as having hung up when their phone reports no call', () => {
    const report: ConversationEvent = {
      type: 'phoneReportedNoCall',
      callUserId: ANN.callUserId,
      at: START + 5_000,
    };
    const hungUp = run(disconnected().conversation, report);
    expect(hungUp.conversation.call).toMatchObject({ status: 'canceled' });
    expect(hungUp.commands).toContainEqual({ kind: 'endLeg', legId: PARTY.legId });
  });

  it('has nothing to resume when the lead is busy', () => {
    const busy = run(disconnected().conversation, reported(PARTY, 'busy', 5_000));
    expect(busy.conversation.call).toMatchObject({ status: 'no-answer', reasons: ['The lead was busy'] });
    expect(status(busy.conversation, ANN)).toBe('ended');
  });
});

describe('a report from a phone whose leg ended at 10 s', () => {
  const callUser = { phoneId: 'page-1', disconnectedAt: START + 10_000 };
  const report = (at: number, other: Partial<PhoneReport> = {}): PhoneReport => ({
    phoneId: 'page-1',
    state: 'waiting',
    at: START + at,
    ...other,
  });

  it('means a hang-up if it shows no call after the grace period', () => {
    expect(reportsHangUp(callUser, report(12_000), PHONE_REPORT_GRACE_MS)).toBe(true);
    expect(reportsHangUp(callUser, report(11_999), PHONE_REPORT_GRACE_MS)).toBe(false);
    expect(reportsHangUp(callUser, report(10_000), 0)).toBe(true);
    expect(reportsHangUp(callUser, report(9_999), 0)).toBe(false);
  });

  it('doesn’t mean a hang-up if it shows a call, comes from another page, or the agent is connected', () => {
    expect(reportsHangUp(callUser, report(12_000, { state: 'oncall' }), 0)).toBe(false);
    expect(reportsHangUp(callUser, report(12_000, { phoneId: 'page-2' }), 0)).toBe(false);
    expect(reportsHangUp({ ...callUser, disconnectedAt: null }, report(12_000), 0)).toBe(false);
  });
});
