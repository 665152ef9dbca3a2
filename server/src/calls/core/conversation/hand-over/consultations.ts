/** The agent talks to a colleague before the hand-over. The lead hears music, and is never cut off. */
import type { ConsultEnd } from '@offhook/contract/entities';
import { type Consultation, consultation, isPresent, type Parties, partyLegs } from '../../parties.ts';
import { applyCallEvent, updateCallForParties, withdraw } from '../call-events.ts';
import { applyCallUserEvent, type Draft } from '../draft.ts';
import { removeAgent } from '../leaving.ts';

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
