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
    const { at, commands } = disconnected();
    expect(phaseOf(at.call)).toBe('reconnecting');
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
    expect(at.legs.find(({ id }) => id === PARTY.legId)?.held).toBe(true);
    const over = run(at, resumeTimedOut(10_000, 55_000));
    expect(over.at.call).toMatchObject({ status: 'completed', seconds: 55 });
    expect(over.commands).toEqual([{ kind: 'endLeg', legId: PARTY.legId }]);
  });

  it('who hung up just before isn’t waited for', () => {
    const report: ConversationEvent = {
      type: 'hangUpRequested',
      callUserId: ANN.callUserId,
      at: START + 9_950,
    };
    const talking = run(ringing('inbound', [ANN]), connected(ANN, 0)).at;
    const { at, commands } = run(talking, report, reported(ANN, 'completed', 10_000, 10));
    expect(at.call).toMatchObject({ status: 'completed', seconds: 9, disconnectedAt: null });
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
    const returned = phoneReturned(disconnected().at, 20_000);
    expect(returned.commands).toEqual([
      { kind: 'ring', legId: NEW_LEG, callUserId: ANN.callUserId, userId: ANN.userId },
    ]);
    expect(decideClaim(returned.at, returnedAnn)).toBe('resumed');
    const joined = run(returned.at, created(returnedAnn, 20_010), connected(returnedAnn, 20_500));
    expect(phaseOf(joined.at.call)).toBe('talking');
    expect(joined.commands).toEqual([{ kind: 'hold', legId: PARTY.legId }]);
    expect(joined.at.legs.find(({ id }) => id === PARTY.legId)?.held).toBe(false);
    const late = run(joined.at, resumeTimedOut(10_000, 55_000));
    expect(phaseOf(late.at.call)).toBe('talking');
  });

  it('who returns before the old leg has ended gets a new leg, and the old one is ended', () => {
    const talking = run(ringing('inbound', [ANN]), connected(ANN, 0)).at;
    const returned = phoneReturned(talking, 20_000);
    expect(returned.commands.map(({ kind }) => kind)).toEqual([
      'wordCheck',
      'resumeTimeout',
      'endLeg',
      'ring',
      'hold',
    ]);
    const joined = run(returned.at, connected(returnedAnn, 20_500), reported(ANN, 'completed', 21_000, 21));
    expect(phaseOf(joined.at.call)).toBe('talking');
  });
});

describe('an agent who disconnects while the lead is being dialed', () => {
  const dialing = () => run(ringing('outbound', [ANN]), connected(ANN, 0), created(PARTY, 100)).at;
  const disconnected = () => run(dialing(), reported(ANN, 'completed', 3_000, 3));
  const answered = reported(PARTY, 'in-progress', 6_000);

  it('leaves the lead’s phone ringing, and the lead hears music after answering', () => {
    const { at, commands } = disconnected();
    expect(commands.map(({ kind }) => kind)).toEqual(['wordCheck', 'resumeTimeout']);
    expect(at.call.endedAt).toBeNull();
    const answeredAlone = run(at, answered);
    expect(phaseOf(answeredAlone.at.call)).toBe('reconnecting');
    expect(answeredAlone.commands).toContainEqual({ kind: 'hold', legId: PARTY.legId });
    expect(answeredAlone.at.legs.find(({ id }) => id === PARTY.legId)?.held).toBe(true);
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
    const returned = run(withLeg(disconnected().at), phoneReturned);
    expect(returned.commands).toEqual([
      { kind: 'ring', legId: NEW_LEG, callUserId: ANN.callUserId, userId: ANN.userId },
    ]);
    expect(decideClaim(returned.at, returnedAnn)).toBe('resumed');
    const joined = run(returned.at, connected(returnedAnn, 5_500), answered);
    expect(phaseOf(joined.at.call)).toBe('talking');
    expect(joined.at.legs.find(({ id }) => id === PARTY.legId)?.held).toBe(false);
  });

  it('ends the call if they don’t return in time', () => {
    const expired = run(disconnected().at, resumeTimedOut(3_000, 48_000));
    expect(expired.at.call).toMatchObject({ status: 'canceled', reasons: ['The agent did not come back'] });
    expect(expired.commands).toContainEqual({ kind: 'endLeg', legId: PARTY.legId });
  });

  it('counts as having hung up when their phone reports no call', () => {
    const report: ConversationEvent = {
      type: 'phoneReportedNoCall',
      callUserId: ANN.callUserId,
      at: START + 5_000,
    };
    const hungUp = run(disconnected().at, report);
    expect(hungUp.at.call).toMatchObject({ status: 'canceled' });
    expect(hungUp.commands).toContainEqual({ kind: 'endLeg', legId: PARTY.legId });
  });

  it('has nothing to resume when the lead is busy', () => {
    const busy = run(disconnected().at, reported(PARTY, 'busy', 5_000));
    expect(busy.at.call).toMatchObject({ status: 'no-answer', reasons: ['The lead was busy'] });
    expect(status(busy.at, ANN)).toBe('ended');
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
