/** What an agent does with a call that is running, and a supervisor with those of others. */
import type { ActiveCall, Call, Lead } from '@offhook/contract/entities';
import type { SuperviseAction } from '@offhook/contract/permissions';
import type { Actor } from '../../accounts/settings/change.ts';
import type { SignedInUser } from '../../accounts/sign-in/sessions.ts';
import { type NewName, renameLead } from '../../leads/lead-names.ts';
import type { StepParts } from '../call-steps.ts';
import { type AddedLead, addLead } from './added-leads.ts';
import { startConference } from './conferences.ts';
import { setHold } from './holding.ts';
import { supervise } from './supervision.ts';
import { type TransferWish, transfer } from './transfers.ts';

export interface InCall {
  setHold(user: SignedInUser, callId: number, held: boolean): Promise<boolean>;
  transfer(user: SignedInUser, callId: number, wish: TransferWish): Promise<void>;
  addLead(user: SignedInUser, wish: AddedLead): Promise<{ call: Call; lead: Lead }>;
  renameLead(actor: Actor, callId: number, name: NewName): Promise<{ call: Call; lead: Lead }>;
  supervise(user: SignedInUser, callId: number, action: SuperviseAction): Promise<ActiveCall>;
  startConference(user: SignedInUser, userId: number): Promise<Call>;
}

export function createInCall(parts: StepParts): InCall {
  return {
    setHold: (user, callId, held) => setHold(parts, user, callId, held),
    transfer: (user, callId, wish) => transfer(parts, user, callId, wish),
    addLead: (user, wish) => addLead(parts, user, wish),
    renameLead: (actor, callId, name) => renameLead(parts, actor, callId, name),
    supervise: (user, callId, action) => supervise(parts, user, callId, action),
    startConference: (user, userId) => startConference(parts, user, userId),
  };
}
