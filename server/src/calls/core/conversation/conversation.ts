// An event goes to the state machine it concerns: call, call user or leg. Its results go to the others as further events.
// A conversation lasts while two parties talk, or one waits for another to return.

import type { SuperviseAction } from '@offhook/contract/accounts/permissions';
import type { ConsultEnd } from '@offhook/contract/calls/hand-over';
import { english } from '../../../platform/core/sentences.ts';
import type { CallUser } from '../call-user.ts';
import type { Command } from '../effects.ts';
import type { LegEvent } from '../leg.ts';
import { audibleSupervisors, hasLeadLeft, isSupervision, otherAgents, type Parties } from '../parties.ts';
import { applyCallEvent } from './call-events.ts';
import { applyCallUserEvent, type Draft, findCallUser, type IgnoredEvent } from './draft.ts';
import { consultationState, endConsultation, failConsultation } from './hand-over/consultations.ts';
import type { ParkStage } from './hand-over/parked.ts';
import { expirePark, park, parkAgain, parkedState } from './hand-over/parking.ts';
import { releaseTransferrer, withdrawOtherTransfers } from './hand-over/transfers.ts';
import { closePhone, handleNeverJoined, hangUp } from './hang-up.ts';
import { setHold, updateParticipants } from './hold-and-whisper.ts';
import { expireResume, ringReturnedPhone } from './leaving.ts';
import { type AgentConnected, applyLegEvent, connectAgent, failLegCreation } from './legs.ts';
import {
  confirmPaused,
  confirmResumed,
  expirePause,
  pauseRecording,
  rejectPause,
  resumeRecording,
} from './recording-pause.ts';
import { cancelInvitation, endRing, missUnacknowledged, removeLead, ringAgentsForCaller } from './rings.ts';
import { changeSupervision } from './supervision.ts';

export type Conversation = Parties;

export type ConversationEvent =
  | { readonly type: 'leg'; readonly legId: number; readonly event: LegEvent }
  | {
      readonly type: 'legRejected';
      readonly legId: number;
      readonly reason: string;
      readonly at: number;
    }
  /** The phone has fetched the ring, so it received it. */
  | { readonly type: 'acknowledged'; readonly callUserId: number; readonly at: number }
  | { readonly type: 'ignored'; readonly callUserId: number; readonly at: number }
  /** The agent chose another status before accepting. */
  | { readonly type: 'agentUnavailable'; readonly callUserId: number; readonly at: number }
  | { readonly type: 'leadRemoved'; readonly callUserId: number; readonly at: number }
  | { readonly type: 'hangUpRequested'; readonly callUserId: number; readonly at: number }
  | { readonly type: 'ringTimedOut'; readonly callUserId: number; readonly at: number }
  | { readonly type: 'acknowledgementTimedOut'; readonly callUserId: number; readonly at: number }
  | { readonly type: 'phoneReportedNoCall'; readonly callUserId: number; readonly at: number }
  /** The page's session ended, or another page took over. */
  | { readonly type: 'phoneClosed'; readonly callUserId: number; readonly at: number }
  /** Another page is the agent's phone now; leg `legId` is about to ring it. */
  | {
      readonly type: 'phoneReturned';
      readonly callUserId: number;
      readonly legId: number;
      readonly at: number;
    }
  | {
      readonly type: 'resumeTimedOut';
      readonly callUserId: number;
      readonly disconnectedAt: number;
      readonly at: number;
    }
  | { readonly type: 'holdRequested'; readonly callUserId: number; readonly at: number }
  | { readonly type: 'unholdRequested'; readonly callUserId: number; readonly at: number }
  | {
      readonly type: 'pauseRequested';
      readonly callUserId: number;
      readonly limitMs: number;
      readonly at: number;
    }
  | { readonly type: 'pauseEndRequested'; readonly at: number }
  /** `since` names the request that the provider confirmed or rejected. */
  | { readonly type: 'recordingPaused'; readonly since: number; readonly at: number }
  | { readonly type: 'recordingResumed'; readonly since: number; readonly at: number }
  | { readonly type: 'pauseRejected'; readonly since: number; readonly at: number }
  | { readonly type: 'pauseUnconfirmed'; readonly since: number; readonly at: number }
  | { readonly type: 'pauseLimitReached'; readonly since: number; readonly at: number }
  /** `callUserIds` are now rung for the transfer; its earlier rings are withdrawn. */
  | {
      readonly type: 'transferRequested';
      readonly callUserId: number;
      readonly callUserIds: readonly number[];
      readonly at: number;
    }
  /** Ends the rings of colleagues that this agent invited. */
  | { readonly type: 'invitationCanceled'; readonly callUserId: number; readonly at: number }
  | {
      readonly type: 'consultationEnded';
      readonly callUserId: number;
      readonly how: ConsultEnd;
      readonly at: number;
    }
  /** The provider didn't confirm that the lead is on hold. */
  | { readonly type: 'consultationFailed'; readonly callUserId: number; readonly at: number }
  | {
      readonly type: 'parkRequested';
      readonly callUserId: number;
      readonly teamId: number | null;
      readonly limitMs: number;
      readonly at: number;
    }
  | {
      readonly type: 'parkedAgain';
      readonly callUserId: number;
      readonly teamId: number | null;
      readonly limitMs: number;
      readonly at: number;
    }
  | {
      readonly type: 'supervisionChanged';
      readonly callUserId: number;
      readonly to: SuperviseAction;
      readonly at: number;
    }
  /** The provider says that the leg isn't in the conference. */
  | { readonly type: 'neverJoined'; readonly legId: number; readonly at: number }
  | { readonly type: 'parkTimedOut'; readonly since: number; readonly at: number }
  | { readonly type: 'parkStageReached'; readonly stage: ParkStage; readonly at: number }
  | { readonly type: 'parkGivenUp'; readonly offersVoicemail: boolean; readonly at: number }
  | { readonly type: 'handOverDue'; readonly callUserId: number; readonly at: number }
  | { readonly type: 'conferenceOpened'; readonly callUserId: number; readonly at: number }
  | {
      readonly type: 'noAgentLeft';
      readonly status: 'missed' | 'busy' | 'offline';
      readonly reason: string;
      readonly offersVoicemail?: boolean;
      readonly at: number;
    }
  | { readonly type: 'callerReady'; readonly at: number }
  | { readonly type: 'voicemailLeft'; readonly seconds: number; readonly at: number }
  | ({ readonly type: 'agentConnected' } & AgentConnected);

export interface Transition {
  readonly conversation: Conversation;
  readonly commands: readonly Command[];
  readonly ignored: readonly IgnoredEvent[];
}

export function transitionConversation(conversation: Conversation, event: ConversationEvent): Transition {
  const draft: Draft = {
    call: conversation.call,
    callUsers: [...conversation.callUsers],
    legs: [...conversation.legs],
    commands: [],
    ignored: [],
  };
  applyEvent(draft, event);
  updateParticipants(draft);
  const { call, callUsers, legs, commands, ignored } = draft;
  const before = conversation.call;
  if (
    call.status !== before.status ||
    call.agentId !== before.agentId ||
    call.heldBy !== before.heldBy ||
    call.recordingPause !== before.recordingPause ||
    call.voicemailSeconds !== before.voicemailSeconds ||
    inCall({ callUsers }) !== inCall(conversation) ||
    hasLeadLeft({ call, callUsers, legs }) !== hasLeadLeft(conversation) ||
    consultationState({ call, callUsers, legs }) !== consultationState(conversation) ||
    hasEndedInvitation(conversation.callUsers, callUsers)
  )
    commands.push({ kind: 'callChanged' });
  const parked = call.parked ?? before.parked;
  if (parked !== null && parkedState({ call, callUsers, legs }) !== parkedState(conversation))
    commands.push({ kind: 'parkedChanged', parked });
  return { conversation: { call, callUsers, legs }, commands, ignored };
}

/** Everyone that the phones show. */
function inCall(parties: Pick<Parties, 'callUsers'>): string {
  const heard = [...otherAgents(parties, null), ...audibleSupervisors(parties)];
  return heard.map(({ id, type }) => `${id} ${type}`).join();
}

/** The inviting agent's phone shows whether the colleague still rings. */
function hasEndedInvitation(before: readonly CallUser[], after: readonly CallUser[]): boolean {
  return after.some(({ invitedBy, type, status }, index) => {
    if (invitedBy === null || isSupervision(type)) return false;
    return before[index]?.status === 'ringing' && status !== 'ringing';
  });
}

function applyEvent(draft: Draft, event: ConversationEvent): void {
  const { at } = 'at' in event ? event : event.event;
  switch (event.type) {
    case 'leg':
      applyLegEvent(draft, event.legId, event.event);
      return;
    case 'legRejected':
      failLegCreation(draft, event.legId, event.reason, at);
      return;
    case 'acknowledged':
      applyCallUserEvent(draft, event.callUserId, { type: 'acknowledged', at });
      return;
    case 'ignored':
      endRing(draft, event.callUserId, { type: 'ignored', at });
      return;
    case 'agentUnavailable':
      endRing(draft, event.callUserId, {
        type: 'withdrawn',
        by: null,
        reason: english({ id: 'callReason.agentUnavailable' }),
        at,
      });
      return;
    case 'leadRemoved':
      removeLead(draft, event.callUserId, at);
      return;
    case 'hangUpRequested':
    case 'phoneReportedNoCall':
      hangUp(draft, event.callUserId, at);
      return;
    case 'ringTimedOut':
      endRing(draft, event.callUserId, {
        type: 'missed',
        reason: english({ id: 'callReason.noAnswer' }),
        at,
      });
      return;
    case 'acknowledgementTimedOut':
      missUnacknowledged(draft, event.callUserId, at);
      return;
    case 'phoneClosed':
      closePhone(draft, event.callUserId, at);
      return;
    case 'phoneReturned':
      ringReturnedPhone(draft, event.callUserId, event.legId, at);
      return;
    case 'resumeTimedOut':
      expireResume(draft, event.callUserId, event.disconnectedAt, at);
      return;
    case 'noAgentLeft':
      applyCallEvent(draft, event);
      return;
    case 'callerReady':
      ringAgentsForCaller(draft, at);
      return;
    case 'voicemailLeft':
      applyCallEvent(draft, event);
      return;
    case 'agentConnected':
      connectAgent(draft, event);
      return;
    case 'holdRequested':
    case 'unholdRequested':
      setHold(draft, event.callUserId, event.type === 'holdRequested', at);
      return;
    case 'pauseRequested':
      pauseRecording(draft, event.callUserId, event.limitMs, at);
      return;
    case 'pauseEndRequested':
      resumeRecording(draft, at);
      return;
    case 'recordingPaused':
      confirmPaused(draft, event.since, at);
      return;
    case 'recordingResumed':
      confirmResumed(draft, event.since);
      return;
    case 'pauseRejected':
      rejectPause(draft, event.since);
      return;
    case 'pauseUnconfirmed':
      expirePause(draft, event.since, true, at);
      return;
    case 'pauseLimitReached':
      expirePause(draft, event.since, false, at);
      return;
    case 'transferRequested':
      withdrawOtherTransfers(draft, event.callUserId, event.callUserIds, at);
      return;
    case 'invitationCanceled':
      cancelInvitation(draft, event.callUserId, at);
      return;
    case 'consultationEnded':
      endConsultation(draft, event.callUserId, event.how, at);
      return;
    case 'consultationFailed':
      failConsultation(draft, event.callUserId, at);
      return;
    case 'parkRequested':
      park(draft, event, at);
      return;
    case 'parkedAgain':
      parkAgain(draft, event, at);
      return;
    case 'supervisionChanged':
      changeSupervision(draft, event.callUserId, event.to, at);
      return;
    case 'neverJoined':
      handleNeverJoined(draft, event.legId, at);
      return;
    case 'parkTimedOut':
      expirePark(draft, event.since, at);
      return;
    case 'parkStageReached':
    case 'parkGivenUp':
      applyCallEvent(draft, event);
      return;
    case 'handOverDue':
      releaseTransferrer(draft, event.callUserId, at);
      return;
    case 'conferenceOpened': {
      const { callUserId } = event;
      const userId = findCallUser(draft, callUserId)?.userId;
      if (userId !== undefined) applyCallEvent(draft, { type: 'opened', callUserId, userId, at });
      return;
    }
    default:
      event satisfies never;
  }
}
