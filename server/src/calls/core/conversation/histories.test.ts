/** The provider's reports arrive duplicated, shuffled and late, and the call still ends up in the same state. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newLeg } from '../leg.ts';
import { type Conversation, type ConversationEvent, transitionConversation } from './conversation.ts';
import {
  ADDED,
  ANN,
  agentEvent,
  BEN,
  CAT,
  connected,
  created,
  joined,
  newConversation,
  PARTY,
  reported,
  SAM,
  START,
  type TestAgent,
  withParty,
  withRings,
} from './test-running.ts';

const REQUESTED = process.env['OFFHOOK_HISTORIES'];
const HISTORIES = Number(REQUESTED ?? 300);
/** A fixed seed, unless the number of histories is set. */
const SEED = REQUESTED === undefined ? { seed: 1 } : {};

type HistoryItem =
  | { readonly action: (conversation: Conversation) => Conversation }
  | { readonly report: ConversationEvent };

const action = (event: ConversationEvent): HistoryItem => ({
  action: (conversation) => transitionConversation(conversation, event).conversation,
});
const rings = (
  ...args: Parameters<typeof withRings> extends [Conversation, ...infer Rest] ? Rest : never
): HistoryItem => ({
  action: (conversation) => withRings(conversation, ...args),
});
const reports = (...events: readonly ConversationEvent[]): HistoryItem[] =>
  events.map((event) => ({ report: event }));
const left = (who: { legId: number; sid: string }, at: number): ConversationEvent => ({
  type: 'leg',
  legId: who.legId,
  event: { type: 'left', sid: who.sid, at: START + at },
});

const voicemailLeft = (seconds: number, at: number): ConversationEvent => ({
  type: 'voicemailLeft',
  seconds,
  at: START + at,
});

const agentJoins = (who: TestAgent, at: number): HistoryItem[] => [
  ...reports(created(who, at), reported(who, 'initiated', at + 10), reported(who, 'ringing', at + 50)),
  action({ type: 'acknowledged', callUserId: who.callUserId, at: START + at + 90 }),
  action(connected(who, at + 900)),
  ...reports(reported(who, 'in-progress', at + 890), joined(who, at + 950)),
];
const legLeaves = (who: { legId: number; sid: string }, at: number) =>
  reports(left(who, at), reported(who, 'completed', at + 5));

const dialed: HistoryItem[] = [
  { action: (conversation) => withParty(conversation, PARTY) },
  action(created(PARTY, 1_000)),
  ...reports(
    reported(PARTY, 'initiated', 1_010),
    reported(PARTY, 'ringing', 1_500),
    reported(PARTY, 'in-progress', 5_000),
    joined(PARTY, 5_000),
  ),
];

const withLead: HistoryItem[] = [
  rings('lead', null, ANN, BEN),
  ...reports(created(BEN, 12), reported(BEN, 'ringing', 60)),
  ...agentJoins(ANN, 0),
  ...reports(reported(BEN, 'canceled', 960)),
  ...dialed,
];
const withOneAgent: HistoryItem[] = [rings('lead', null, ANN), ...agentJoins(ANN, 0), ...dialed];
const agentHangsUp: HistoryItem[] = [
  action(agentEvent('hangUpRequested', ANN, 65_000)),
  ...legLeaves(ANN, 65_010),
  ...legLeaves(PARTY, 65_020),
];

const caller: HistoryItem = {
  action: (conversation) => ({
    ...conversation,
    legs: [
      ...conversation.legs,
      { ...newLeg(PARTY.legId, 'caller', null), sid: PARTY.sid, status: 'in-progress', answeredAt: START },
    ],
  }),
};

const scenario = (
  name: string,
  type: Parameters<typeof newConversation>[0],
  ...history: HistoryItem[]
): [string, Conversation, readonly HistoryItem[]] => [name, newConversation(type), history];

const SCENARIOS = [
  scenario('a lead call', 'lead', ...withLead, ...agentHangsUp),
  scenario(
    'a lead call that the lead ends',
    'lead',
    ...withLead,
    ...legLeaves(PARTY, 65_000),
    ...legLeaves(ANN, 65_100),
  ),
  scenario(
    'an inbound call',
    'inbound',
    caller,
    rings('inbound', null, ANN, BEN),
    ...reports(joined(PARTY, 20), created(BEN, 12), reported(BEN, 'ringing', 60)),
    ...agentJoins(ANN, 0),
    ...reports(reported(BEN, 'canceled', 960)),
    ...agentHangsUp,
  ),
  scenario(
    'an inbound call that its caller ends while the agents ring',
    'inbound',
    caller,
    rings('inbound', null, ANN, BEN),
    ...reports(joined(PARTY, 20), created(BEN, 12), reported(BEN, 'ringing', 60), created(ANN, 14)),
    // The ends of the rings are reported only after the rings are withdrawn, so they aren't included here.
    ...legLeaves(PARTY, 9_000),
  ),
  scenario(
    'a call whose caller leaves a voicemail',
    'inbound',
    caller,
    action({ type: 'callerReady', at: START }),
    rings('inbound', null, ANN),
    ...reports(joined(PARTY, 20), created(ANN, 12), reported(ANN, 'ringing', 60)),
    action({ type: 'acknowledged', callUserId: ANN.callUserId, at: START + 90 }),
    action(agentEvent('ignored', ANN, 5_000)),
    action({
      type: 'noAgentLeft',
      status: 'busy',
      reason: 'Busy',
      offersVoicemail: true,
      at: START + 5_000,
    }),
    ...reports(reported(ANN, 'canceled', 5_100), left(PARTY, 5_200)),
    ...reports(voicemailLeft(7, 19_000), voicemailLeft(7, 19_500), reported(PARTY, 'completed', 19_100)),
  ),
  scenario(
    'a call whose caller hangs up during the greeting',
    'inbound',
    caller,
    action({ type: 'callerReady', at: START }),
    action({ type: 'noAgentLeft', status: 'offline', reason: 'Closed', offersVoicemail: true, at: START }),
    ...reports(voicemailLeft(0, 3_000), reported(PARTY, 'completed', 3_000)),
  ),
  scenario(
    'a transfer',
    'lead',
    ...withOneAgent,
    rings('transfer', ANN, BEN, CAT),
    ...reports(created(CAT, 20_010), reported(CAT, 'ringing', 20_050)),
    ...agentJoins(BEN, 20_000),
    ...reports(reported(CAT, 'canceled', 20_990)),
    action(agentEvent('handOverDue', BEN, 22_900)),
    ...legLeaves(ANN, 22_950),
    action(agentEvent('hangUpRequested', BEN, 65_000)),
    ...legLeaves(BEN, 65_010),
    ...legLeaves(PARTY, 65_020),
  ),
  scenario(
    'a conference',
    'conference',
    rings('conference', null, ANN),
    rings('conference', ANN, BEN),
    action({ type: 'conferenceOpened', callUserId: ANN.callUserId, at: START }),
    ...agentJoins(ANN, 0),
    ...agentJoins(BEN, 100),
    action(agentEvent('hangUpRequested', ANN, 65_000)),
    ...legLeaves(ANN, 65_010),
    ...legLeaves(BEN, 65_020),
  ),
  scenario(
    'a call that is put on hold',
    'lead',
    ...withOneAgent,
    action(agentEvent('holdRequested', ANN, 20_000)),
    action(agentEvent('unholdRequested', ANN, 30_000)),
    ...agentHangsUp,
  ),
  scenario(
    'a supervised call',
    'lead',
    ...withOneAgent,
    rings('whisper', ANN, SAM),
    ...agentJoins(SAM, 20_000),
    ...agentHangsUp,
    ...legLeaves(SAM, 65_030),
  ),
  scenario(
    'a call with an added lead who is busy',
    'lead',
    ...withOneAgent,
    { action: (conversation) => withParty(conversation, ADDED) },
    action(created(ADDED, 20_000)),
    ...reports(reported(ADDED, 'ringing', 20_100), reported(ADDED, 'busy', 21_000)),
    ...agentHangsUp,
  ),
];

function play(start: Conversation, history: readonly HistoryItem[]): Conversation {
  return history.reduce(
    (conversation, one) =>
      'action' in one
        ? one.action(conversation)
        : transitionConversation(conversation, one.report).conversation,
    start,
  );
}

function outcome({ call, callUsers, legs }: Conversation) {
  return {
    call: { ...call, reasons: [] },
    callUsers: callUsers.map(({ id, status, takenBy, sid, acceptedAt }) => ({
      id,
      status,
      takenBy,
      sid,
      acceptedAt,
    })),
    legs: legs.map(({ id, sid, status, endedAt }) => ({ id, sid, status, endedAt })),
  };
}

/** Delays each report by a random number of steps and may repeat it. Actions stay in order. */
function reordered(history: readonly HistoryItem[]): fc.Arbitrary<readonly HistoryItem[]> {
  const delays = fc.array(
    fc.tuple(fc.nat({ max: history.length }), fc.option(fc.nat({ max: history.length }))),
    {
      minLength: history.length,
      maxLength: history.length,
    },
  );
  return delays.map((all) =>
    history
      .flatMap((one, index): { readonly one: HistoryItem; readonly at: number }[] => {
        const [delay, again] = all[index] ?? [0, null];
        if ('action' in one) return [{ one, at: index }];
        const first = index + delay + 0.5;
        return [{ one, at: first }, ...(again === null ? [] : [{ one, at: first + again }])];
      })
      .sort((a, b) => a.at - b.at)
      .map(({ one }) => one),
  );
}

describe('late, duplicated and reordered callbacks', () => {
  it.each(SCENARIOS)(
    'leave %s in the same state as callbacks in order',
    (_label, start, history) => {
      const inOrder = outcome(play(start, history));
      expect(inOrder.call.endedAt).not.toBeNull();
      fc.assert(
        fc.property(reordered(history), (other) => {
          expect(outcome(play(start, other))).toEqual(inOrder);
        }),
        { numRuns: HISTORIES, ...SEED },
      );
    },
    60_000 + HISTORIES * 50,
  );
});
