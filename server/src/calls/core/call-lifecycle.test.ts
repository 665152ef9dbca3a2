import { describe, expect, it } from 'vitest';
import { type Call, type CallEvent, type Phase, phaseOf, transitionCall } from './call-lifecycle.ts';

const AT = 10_000;
const NEW: Call = {
  id: 1,
  type: 'inbound',
  status: 'ringing',
  claimedBy: null,
  agentId: null,
  heldBy: null,
  recordingPause: null,
  parked: null,
  voicemailSeconds: null,
  talkStartedAt: null,
  disconnectedAt: null,
  voicemailAt: null,
  endedAt: null,
  seconds: 0,
  reasons: [],
};
const CLAIMED: Call = { ...NEW, claimedBy: 7, agentId: 3 };
const TALKING: Call = { ...CLAIMED, status: 'in-progress', talkStartedAt: 1_000 };
const CALLS: Readonly<Record<Phase, Call>> = {
  offering: NEW,
  voicemail: { ...NEW, status: 'missed', voicemailAt: 2_000 },
  connecting: CLAIMED,
  talking: TALKING,
  reconnecting: { ...TALKING, disconnectedAt: 2_000 },
  parked: { ...TALKING, parked: { by: 7, userId: 3, teamId: 1, since: 2_000, stage: 'none' } },
  ended: { ...TALKING, status: 'completed', disconnectedAt: null, endedAt: 3_000, seconds: 2 },
};
const PHASES = Object.keys(CALLS) as Phase[];

/** For each event, the phases in which it applies and the phase each leads to. Other phases ignore it. */
const TABLE: readonly [CallEvent, Partial<Record<Phase, Phase>>][] = [
  [{ type: 'claimed', callUserId: 7, userId: 3, hasParty: false, at: AT }, { offering: 'connecting' }],
  [{ type: 'claimed', callUserId: 7, userId: 3, hasParty: true, at: AT }, { offering: 'talking' }],
  [{ type: 'opened', callUserId: 7, userId: 3, at: AT }, { offering: 'connecting' }],
  [{ type: 'partyAnswered', at: AT }, { connecting: 'talking' }],
  [
    { type: 'partyEnded', status: 'completed', at: AT },
    { offering: 'ended', voicemail: 'ended', connecting: 'ended', parked: 'ended' },
  ],
  [{ type: 'agentsJoined', at: AT }, { connecting: 'talking' }],
  [{ type: 'agentMissed', status: 'no-answer', at: AT }, { connecting: 'ended' }],
  [{ type: 'agentLeft', reason: 'left', at: AT }, { connecting: 'ended' }],
  [{ type: 'partyDropped', at: AT }, { talking: 'reconnecting' }],
  [{ type: 'partyReturned', at: AT }, { reconnecting: 'talking' }],
  [
    { type: 'onePartyLeft', reason: null, at: AT },
    { talking: 'ended', reconnecting: 'ended' },
  ],
  [
    { type: 'handedOver', from: 7, callUserId: 8, userId: 4, at: AT },
    { connecting: 'connecting', talking: 'talking', reconnecting: 'reconnecting', parked: 'parked' },
  ],
  [
    { type: 'held', by: 7, at: AT },
    {
      voicemail: 'voicemail',
      connecting: 'connecting',
      talking: 'talking',
      reconnecting: 'reconnecting',
      parked: 'parked',
    },
  ],
  [{ type: 'ringsEnded', at: AT }, { offering: 'offering' }],
  [
    { type: 'noAgentLeft', status: 'missed', reason: 'none', offersVoicemail: true, at: AT },
    { offering: 'voicemail' },
  ],
  [{ type: 'noAgentLeft', status: 'missed', reason: 'none', at: AT }, { offering: 'ended' }],
  [
    { type: 'parked', by: { by: 7, userId: 3, teamId: 1 }, at: AT },
    { talking: 'parked', reconnecting: 'parked' },
  ],
  [{ type: 'parkStageReached', stage: 'team', at: AT }, { parked: 'parked' }],
  [{ type: 'parkRingsEnded', at: AT }, { parked: 'parked' }],
  [{ type: 'pickedUp', at: AT }, { parked: 'talking' }],
  [{ type: 'parkGivenUp', offersVoicemail: true, at: AT }, { parked: 'voicemail' }],
  [{ type: 'parkGivenUp', offersVoicemail: false, at: AT }, { parked: 'ended' }],
  [{ type: 'voicemailLeft', seconds: 4, at: AT }, { voicemail: 'voicemail' }],
];

describe.each(TABLE)('a call that receives %o', (event, nextPhases) => {
  it.each(PHASES)('while %s moves to the expected phase or ignores it', (phase) => {
    const next = transitionCall(CALLS[phase], event);
    expect(next === 'ignored' ? undefined : phaseOf(next.call)).toBe(nextPhases[phase]);
  });
});
