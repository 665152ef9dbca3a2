/**
 * Whole histories of each kind of call: what is done, in its order, and what the provider reports of it, which comes
 * doubled, shuffled and late. Whatever the network makes of the reports, the call ends up as it does in order.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newLeg } from '../leg.ts';
import { type Conversation, type ConversationEvent, step } from './conversation.ts';
import {
  ADDED,
  ANN,
  BEN,
  CAT,
  connected,
  created,
  empty,
  joined,
  PARTY,
  reported,
  rung,
  SAM,
  type Someone,
  START,
  said,
  withParty,
} from './test-running.ts';

const ASKED_FOR = process.env['OFFHOOK_HISTORIES'];
const HISTORIES = Number(ASKED_FOR ?? 300);
/** The same ones each time, unless others are asked for. */
const SEED = ASKED_FOR === undefined ? { seed: 1 } : {};

type Happening =
  /** Done here, by a request that is answered: the row of a ring, a claim, a button. */
  | { readonly does: (conversation: Conversation) => Conversation }
  /** Told by the provider, some time after. */
  | { readonly told: ConversationEvent };

const does = (event: ConversationEvent): Happening => ({ does: (at) => step(at, event).conversation });
const rings = (
  ...args: Parameters<typeof rung> extends [Conversation, ...infer Rest] ? Rest : never
): Happening => ({
  does: (at) => rung(at, ...args),
});
const told = (...events: readonly ConversationEvent[]): Happening[] =>
  events.map((event) => ({ told: event }));
const left = (who: { legId: number; sid: string }, at: number): ConversationEvent => ({
  type: 'leg',
  legId: who.legId,
  event: { type: 'left', sid: who.sid, at: START + at },
});

const messageLeft = (seconds: number, at: number): ConversationEvent => ({
  type: 'messageLeft',
  seconds,
  at: START + at,
});

/** An agent's leg from the ring to the conference. */
const comesIn = (who: Someone, at: number): Happening[] => [
  ...told(created(who, at), reported(who, 'initiated', at + 10), reported(who, 'ringing', at + 50)),
  does({ type: 'acknowledged', callUserId: who.callUserId, at: START + at + 90 }),
  does(connected(who, at + 900)),
  ...told(reported(who, 'in-progress', at + 890), joined(who, at + 950)),
];
const goesOut = (who: { legId: number; sid: string }, at: number) =>
  told(left(who, at), reported(who, 'completed', at + 5));

const dialled: Happening[] = [
  { does: (at) => withParty(at, PARTY) },
  does(created(PARTY, 1_000)),
  ...told(
    reported(PARTY, 'initiated', 1_010),
    reported(PARTY, 'ringing', 1_500),
    reported(PARTY, 'in-progress', 5_000),
    joined(PARTY, 5_000),
  ),
];

/** Ann has a lead, and they talk from 5 s on. */
const withLead: Happening[] = [
  rings('lead', null, ANN, BEN),
  ...told(created(BEN, 12), reported(BEN, 'ringing', 60)),
  ...comesIn(ANN, 0),
  ...told(reported(BEN, 'canceled', 960)),
  ...dialled,
];
const alone: Happening[] = [rings('lead', null, ANN), ...comesIn(ANN, 0), ...dialled];
const over: Happening[] = [
  does(said('hangUpAsked', ANN, 65_000)),
  ...goesOut(ANN, 65_010),
  ...goesOut(PARTY, 65_020),
];

const caller: Happening = {
  does: (at) => ({
    ...at,
    legs: [
      ...at.legs,
      { ...newLeg(PARTY.legId, 'caller', null), sid: PARTY.sid, status: 'in-progress', answeredAt: START },
    ],
  }),
};

const kind = (
  name: string,
  type: Parameters<typeof empty>[0],
  ...history: Happening[]
): [string, Conversation, readonly Happening[]] => [name, empty(type), history];

const KINDS = [
  kind('a lead call', 'lead', ...withLead, ...over),
  kind(
    'a lead call that the lead ends',
    'lead',
    ...withLead,
    ...goesOut(PARTY, 65_000),
    ...goesOut(ANN, 65_100),
  ),
  kind(
    'an inbound call',
    'inbound',
    caller,
    rings('inbound', null, ANN, BEN),
    ...told(joined(PARTY, 20), created(BEN, 12), reported(BEN, 'ringing', 60)),
    ...comesIn(ANN, 0),
    ...told(reported(BEN, 'canceled', 960)),
    ...over,
  ),
  kind(
    'an inbound call that its caller ends while the agents ring',
    'inbound',
    caller,
    rings('inbound', null, ANN, BEN),
    ...told(joined(PARTY, 20), created(BEN, 12), reported(BEN, 'ringing', 60), created(ANN, 14)),
    // That the rings are over is told when they were ended for this, and not before.
    ...goesOut(PARTY, 9_000),
  ),
  kind(
    'a call whose caller leaves a message',
    'inbound',
    caller,
    does({ type: 'callerReady', at: START }),
    rings('inbound', null, ANN),
    ...told(joined(PARTY, 20), created(ANN, 12), reported(ANN, 'ringing', 60)),
    does({ type: 'acknowledged', callUserId: ANN.callUserId, at: START + 90 }),
    does(said('ignored', ANN, 5_000)),
    does({ type: 'nobodyLeft', status: 'busy', reason: 'Nobody', takesMessage: true, at: START + 5_000 }),
    ...told(reported(ANN, 'canceled', 5_100), left(PARTY, 5_200)),
    // The end of the recording and the recording itself each tell of the message.
    ...told(messageLeft(7, 19_000), messageLeft(7, 19_500), reported(PARTY, 'completed', 19_100)),
  ),
  kind(
    'a call whose caller hangs up at the greeting',
    'inbound',
    caller,
    does({ type: 'callerReady', at: START }),
    does({ type: 'nobodyLeft', status: 'offline', reason: 'Closed', takesMessage: true, at: START }),
    ...told(messageLeft(0, 3_000), reported(PARTY, 'completed', 3_000)),
  ),
  kind(
    'a transfer',
    'lead',
    ...alone,
    rings('transfer', ANN, BEN, CAT),
    ...told(created(CAT, 20_010), reported(CAT, 'ringing', 20_050)),
    ...comesIn(BEN, 20_000),
    ...told(reported(CAT, 'canceled', 20_990)),
    does(said('handOverDue', BEN, 22_900)),
    ...goesOut(ANN, 22_950),
    does(said('hangUpAsked', BEN, 65_000)),
    ...goesOut(BEN, 65_010),
    ...goesOut(PARTY, 65_020),
  ),
  kind(
    'a conference',
    'conference',
    rings('conference', null, ANN),
    rings('conference', ANN, BEN),
    does({ type: 'conferenceOpened', callUserId: ANN.callUserId, at: START }),
    ...comesIn(ANN, 0),
    ...comesIn(BEN, 100),
    does(said('hangUpAsked', ANN, 65_000)),
    ...goesOut(ANN, 65_010),
    ...goesOut(BEN, 65_020),
  ),
  kind(
    'a call with hold',
    'lead',
    ...alone,
    does(said('holdAsked', ANN, 20_000)),
    does(said('unholdAsked', ANN, 30_000)),
    ...over,
  ),
  kind(
    'a supervised call',
    'lead',
    ...alone,
    rings('whisper', ANN, SAM),
    ...comesIn(SAM, 20_000),
    ...over,
    ...goesOut(SAM, 65_030),
  ),
  kind(
    'a call with an added lead who is busy',
    'lead',
    ...alone,
    { does: (at) => withParty(at, ADDED) },
    does(created(ADDED, 20_000)),
    ...told(reported(ADDED, 'ringing', 20_100), reported(ADDED, 'busy', 21_000)),
    ...over,
  ),
];

function play(start: Conversation, history: readonly Happening[]): Conversation {
  return history.reduce((at, one) => ('does' in one ? one.does(at) : step(at, one.told).conversation), start);
}

/** What lists, histories and reports read of a call that is over. */
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

/** Each report comes after what it tells of, as late as the network likes, and perhaps once more. */
function disturbed(history: readonly Happening[]): fc.Arbitrary<readonly Happening[]> {
  const delays = fc.array(
    fc.tuple(fc.nat({ max: history.length }), fc.option(fc.nat({ max: history.length }))),
    {
      minLength: history.length,
      maxLength: history.length,
    },
  );
  return delays.map((all) =>
    history
      .flatMap((one, index): { readonly one: Happening; readonly at: number }[] => {
        const [delay, again] = all[index] ?? [0, null];
        if ('does' in one) return [{ one, at: index }];
        const first = index + delay + 0.5;
        return [{ one, at: first }, ...(again === null ? [] : [{ one, at: first + again }])];
      })
      .sort((a, b) => a.at - b.at)
      .map(({ one }) => one),
  );
}

describe('reports that come doubled, shuffled and late', () => {
  it.each(KINDS)(
    'leave %s as it is in order',
    (_kind, start, history) => {
      const inOrder = outcome(play(start, history));
      expect(inOrder.call.endedAt).not.toBeNull();
      fc.assert(
        fc.property(disturbed(history), (other) => {
          expect(outcome(play(start, other))).toEqual(inOrder);
        }),
        { numRuns: HISTORIES, ...SEED },
      );
    },
    60_000 + HISTORIES * 50,
  );
});
