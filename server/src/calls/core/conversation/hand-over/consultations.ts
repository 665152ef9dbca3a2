/** The agent talks to a colleague before the hand-over. The lead hears music, and is never cut off. */
import type { ConsultEnd } from '@offhook/contract/calls/hand-over';
import { isRinging } from '../../call-user.ts';
import {
  type Consultation,
  consultation,
  isConnected,
  isPresent,
  type Parties,
  partyLegs,
} from '../../parties.ts';
import { applyCallEvent, updateCallForParties, withdraw } from '../call-events.ts';
import { applyCallUserEvent, type Draft, notifyInCall } from '../draft.ts';
import { removeAgent } from '../leaving.ts';

/** A lead who is still being dialed would hear the two agents before the provider could hold them. */
export function canConsult(parties: Parties): boolean {
  const leads = partyLegs(parties);
  return leads.length > 0 && leads.every(isConnected);
}

/** Or soon will be: the colleague rings. */
export function isConsulting(parties: Parties): boolean {
  return consultation(parties) !== null || parties.callUsers.some((one) => one.consults && isRinging(one));
}

/** An earlier hold is over: when the agent comes back, the lead hears them. */
export function startConsultation(draft: Draft, at: number): void {
  applyCallEvent(draft, { type: 'held', by: null, at });
}

export function endConsultation(draft: Draft, by: number, how: ConsultEnd, at: number): void {
  const consulting = consultation(draft);
  if (consulting?.agent.id !== by) return;
  const { agent, colleague } = consulting;
  if (how === 'back') dismiss(draft, consulting, at);
  else if (partyLegs(draft).length === 0) return;
  // Else the lead would wait for a colleague whose phone has lost its connection.
  else if (how === 'complete' && !isPresent(colleague)) return;
  else if (how === 'complete') removeAgent(draft, agent, at, null);
  else applyCallUserEvent(draft, colleague.id, { type: 'metLead', as: 'conference', at });
}

/** The lead would hear the two agents. */
export function failConsultation(draft: Draft, callUserId: number, at: number): void {
  const consulting = consultation(draft);
  if (consulting?.colleague.id !== callUserId || partyLegs(draft).length === 0) return;
  dismiss(draft, consulting, at);
  notifyInCall(draft, consulting.agent, 'transferMissed');
}

function dismiss(draft: Draft, { colleague }: Consultation, at: number): void {
  applyCallUserEvent(draft, colleague.id, { type: 'ended', at });
  withdraw(draft, colleague, null);
  updateCallForParties(draft, at);
}

/** Everything that the two agents' phones show. */
export function consultationState(parties: Parties): string {
  const consulting = consultation(parties);
  if (consulting === null) return '';
  const { agent, colleague } = consulting;
  return [colleague.id, isPresent(agent), isPresent(colleague), partyLegs(parties).length].join(' ');
}
