/** The colleague or team that this agent rings to transfer or share the call. */
import type { Call } from '@offhook/contract/calls/call';
import { t } from '@offhook/i18n/phone';
import type { PhoneEffect } from '../../effects.ts';
import { handOverNote } from '../../forms/drafts.ts';
import type { Conversation, LiveInvitation, OnCall, TransferTarget } from '../screen-state.ts';
import type { ScreenEvent, ViewContext, ViewStep } from '../view-step.ts';
import { isShared } from './others-in-call.ts';

/** How long a missed invitation shows. */
export const MISSED_MS = 6_000;

/** Null: the event isn't about invitations. */
export function invitationStep(view: OnCall, event: ScreenEvent, context: ViewContext): ViewStep | null {
  const { invitation, conversation } = view;
  const { call } = conversation;
  switch (event.type) {
    case 'reasonTyped':
      return { view: { ...view, reason: event.text } };
    case 'cancelInvitationClicked':
      if (invitation?.state !== 'ringing' || invitation.canceling) return { view };
      return {
        view: { ...view, invitation: { ...invitation, canceling: true } },
        effects: [{ type: 'cancelInvitation', callId: call.id }],
      };
    case 'invitationCanceled':
      if (event.callId !== call.id) return { view };
      // The colleague may just have accepted.
      return {
        view: { ...view, invitation: null, knownFrom: event.at },
        effects: [refresh(conversation)],
      };
    case 'invitationCancelFailed': {
      if (event.callId !== call.id || invitation === null) return { view };
      const { name } = invitation;
      const notice = t('invitation.cancelFailed', { name, reason: event.error });
      return {
        view: { ...view, invitation: { ...invitation, canceling: false }, notice },
        effects: [refresh(conversation)],
      };
    }
    case 'inviteAgainClicked':
      return invitation?.state === 'missed' && !view.requesting
        ? inviteAgain(view, invitation, context)
        : { view };
    case 'invitationTimedOut':
      return { view: invitation?.state === 'missed' ? { ...view, invitation: null } : view };
    case 'callNoticeReceived': {
      const isMissed = event.code === 'transferMissed' || event.code === 'conferenceMissed';
      if (event.callId !== call.id || invitation?.state !== 'ringing' || !isMissed) return null;
      return { view, effects: [refresh(conversation)] };
    }
    case 'presenceTicked':
      // Without realtime messages, only the answer says what the others in the call have changed.
      return isRinging(view) || view.consultation || isShared(view)
        ? { view, effects: [refresh(conversation)] }
        : null;
    default:
      return null;
  }
}

type Order = Pick<LiveInvitation, 'type' | 'to' | 'reason' | 'consult'>;

/** Rings the colleague or team. Does nothing while another one rings. */
export function invite(
  view: OnCall,
  type: LiveInvitation['type'],
  to: TransferTarget,
  context: ViewContext,
): ViewStep {
  if (view.requesting || isRinging(view) || view.consultation) return { view };
  return send(view, { type, to, reason: view.reason.trim(), consult: view.consultsFirst }, context);
}

function inviteAgain(view: OnCall, missed: LiveInvitation, context: ViewContext): ViewStep {
  return send({ ...view, invitation: null }, missed, context);
}

function send(view: OnCall, { type, to, reason, consult }: Order, { drafts }: ViewContext): ViewStep {
  const note = handOverNote(drafts, view.conversation);
  const { call, callUserId } = view.conversation;
  const effects: PhoneEffect[] =
    type === 'transfer'
      ? [{ type: 'transferCall', callId: call.id, callUserId, to, reason, ...note, consult }]
      : 'userId' in to
        ? [{ type: 'callIntoConference', userId: to.userId, reason, ...note }]
        : [];
  return { view: { ...view, requesting: true, banner: null }, effects };
}

export function isRinging({ invitation }: OnCall): boolean {
  return invitation?.state === 'ringing';
}

/** @param at when the server reported it */
export function liveInvitation(
  { invitation }: Call,
  at: number,
  before: LiveInvitation | null,
): LiveInvitation | null {
  if (!invitation) return null;
  const { type, user_id: userId, team_id: teamId, name, state, seconds } = invitation;
  if (state === 'missed' && seconds * 1_000 >= MISSED_MS) return null;
  const to = userId !== null ? { userId } : teamId !== null ? { teamId } : null;
  if (to === null) return null;
  const since = at - seconds * 1_000;
  // The server rounds to seconds, so each answer would move the start.
  const isSame = before?.state === state && before.name === name && Math.abs(before.since - since) <= 2_000;
  return {
    type,
    to,
    name,
    teamName: invitation.team_name,
    picture: invitation.profile_picture,
    reason: invitation.reason ?? '',
    consult: invitation.consult === true,
    state,
    since: isSame ? before.since : since,
    canceling: isSame && before.canceling,
  };
}

export function invitationText({ state, name, to }: LiveInvitation): string {
  if (state === 'ringing') return t('invitation.ringing', { name });
  return t('userId' in to ? 'invitation.missed' : 'invitation.missedTeam', { name });
}

export function refresh({ callKey, callUserId }: Conversation): PhoneEffect {
  return { type: 'refreshCall', callKey, callUserId };
}
