import type { SuperviseAction } from '@offhook/contract/accounts/permissions';
import { type CallUser, isRinging } from '../call-user.ts';
import { activeLeg, consultation, isPresent, onlySupervises, type Parties } from '../parties.ts';
import { applyCallEvent, updateCallForParties } from './call-events.ts';
import { applyCallUserEvent, type Draft, findCallUser } from './draft.ts';
import { coachedSid } from './hold-and-whisper.ts';
import { resumeAfterLeaving } from './recording-pause.ts';

/** Not while a supervisor who has barged in rings or consults a colleague: that would have to end first. */
export function mayChangeSupervision(parties: Parties, callUser: CallUser): boolean {
  const { id } = callUser;
  const consulting = consultation(parties);
  return (
    isPresent(callUser) &&
    onlySupervises(parties.call, callUser) &&
    consulting?.agent.id !== id &&
    consulting?.colleague.id !== id &&
    !parties.callUsers.some((ring) => isRinging(ring) && ring.invitedBy === id)
  );
}

/** The supervisor's phone stays connected; only who hears it changes. */
export function changeSupervision(draft: Draft, callUserId: number, to: SuperviseAction, at: number): void {
  const callUser = findCallUser(draft, callUserId);
  if (!callUser || callUser.type === to || !mayChangeSupervision(draft, callUser)) return;
  applyCallUserEvent(draft, callUserId, { type: 'supervised', as: to, at });
  if (draft.call.heldBy === callUserId) applyCallEvent(draft, { type: 'held', by: null, at });
  resumeAfterLeaving(draft, callUserId, at);
  const leg = activeLeg(draft, callUser);
  if (leg) {
    const coaches = coachedSid(draft, leg);
    draft.legs = draft.legs.map((other) => (other.id === leg.id ? { ...other, coaches } : other));
    draft.commands.push({ kind: 'coach', legId: leg.id });
  }
  draft.commands.push({ kind: 'agentChanged', userId: callUser.userId });
  updateCallForParties(draft, at);
}
