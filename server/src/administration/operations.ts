// All changes that an administrator can make, by their audit log names. The console and the command line only
// parse the input and show the outcome. Each runs in the caller's transaction.

import { resetFactors } from '../accounts/second-factor/factors.ts';
import { endUserSession } from '../accounts/second-factor/session-list.ts';
import { changeBoardLimits } from '../accounts/settings/board-limits.ts';

import { changeCallRates } from '../accounts/settings/call-rates.ts';
import type { ChangeResult, Id, SecretsChangeContext } from '../accounts/settings/change.ts';
import { addApiKey, revokeApiKey } from '../accounts/settings/keys.ts';
import { addNumber, changeNumber, removeNumber } from '../accounts/settings/numbers/numbers.ts';
import { changeRules } from '../accounts/settings/rules.ts';
import { addTeam, changeTeam } from '../accounts/settings/teams.ts';
import { addUser, changeUser, logOut, setAgentStatus, setPassword } from '../accounts/settings/users.ts';
import { addWebForm, changeWebForm, revokeWebForm } from '../accounts/settings/web-forms.ts';
import {
  createInvitationLink,
  inviteUsers,
  resendInvitation,
  revokeInvitation,
} from '../accounts/sign-in-links/invitations.ts';
import { createResetLink } from '../accounts/sign-in-links/reset-link.ts';
import { changeSignOn, removeSignOn } from '../accounts/single-sign-on/settings.ts';
import { changeStatuses } from '../accounts/status/statuses.ts';
import { connectCrm, removeCrm } from '../integrations/crm/crms.ts';
import {
  addWebhook,
  changeWebhook,
  recordWebhookTest,
  removeWebhook,
  replayDelivery,
} from '../integrations/webhooks/webhooks.ts';
import { addDoNotCallNumber, removeFromDoNotCallList } from '../leads/do-not-call/do-not-call.ts';
import { changeLead } from '../leads/lead-settings.ts';
import { cancelCallbackOfLead } from '../leads/scheduled-calls/callbacks.ts';
import { erasePerson } from '../operations/person/person.ts';
import { exportPerson } from '../operations/person/person-export.ts';
import { changeRetention } from '../operations/retention-settings.ts';
import { ApiError } from '../platform/http/api-error.ts';
import { changeQuestions } from '../recordings/review/questions.ts';
import {
  addReportMail,
  askForReportMail,
  changeReportMail,
  removeReportMail,
  stopReportMail,
} from '../reports/mails/report-mails.ts';

export const OPERATIONS = {
  'accounts set': changeRules,
  'accounts limits': changeBoardLimits,
  'sign-on set': changeSignOn,
  'sign-on remove': removeSignOn,
  'sign-on test': async (_, __: object) => ({ subject: 'single sign-on: tested' }),
  'retention set': changeRetention,
  'call rates set': changeCallRates,
  'report mails add': addReportMail,
  'report mails set': changeReportMail,
  'report mails remove': removeReportMail,
  'report mails send': askForReportMail,
  'report mails stop': stopReportMail,
  'users add': addUser,
  'users set': changeUser,
  'users password': setPassword,
  'users logout': logOut,
  'users reset-link': createResetLink,
  'invitations add': inviteUsers,
  'invitations resend': resendInvitation,
  'invitations link': createInvitationLink,
  'invitations revoke': revokeInvitation,
  'users reset-factors': resetFactors,
  'users end-session': endUserSession,
  'users status': setAgentStatus,
  'statuses set': changeStatuses,
  'scorecard set': changeQuestions,
  'teams add': addTeam,
  'teams set': changeTeam,
  'numbers add': addNumber,
  'numbers set': changeNumber,
  'numbers remove': removeNumber,
  'keys add': addApiKey,
  'keys revoke': revokeApiKey,
  'forms add': addWebForm,
  'forms set': changeWebForm,
  'forms revoke': revokeWebForm,
  'leads set': changeLead,
  'leads test': async (_, { id }: Id) => ({ subject: `lead ${id}: test sent` }),
  'callbacks cancel': cancelCallbackOfLead,
  'do-not-call add': addDoNotCallNumber,
  async 'do-not-call remove'({ tx, accountId, at }, { phone_number }: { phone_number: string }) {
    if (!(await removeFromDoNotCallList(tx, accountId, phone_number, at))) throw new ApiError('notFound');
    return { subject: 'do-not-call list: one number removed' };
  },
  'webhooks add': addWebhook,
  'webhooks set': changeWebhook,
  'webhooks remove': removeWebhook,
  'webhooks replay': replayDelivery,
  'webhooks test': recordWebhookTest,
  'crm add': connectCrm,
  'crm remove': removeCrm,
  'crm test': async (_, { id }: Id) => ({ subject: `crm ${id}: tested` }),
  // Exports are audited too.
  'person export': exportPerson,
  'person erase': erasePerson,
} satisfies Record<string, (context: SecretsChangeContext, input: never) => Promise<ChangeResult>>;

type Operations = typeof OPERATIONS;
export type OperationName = keyof Operations;
export type InputOf<N extends OperationName> = Parameters<Operations[N]>[1];
export type OutcomeOf<N extends OperationName> = Awaited<ReturnType<Operations[N]>>;

export function perform<N extends OperationName>(
  name: N,
  context: SecretsChangeContext,
  input: InputOf<N>,
): Promise<OutcomeOf<N>> {
  // TypeScript can't infer that the input and the result belong to the same operation.
  const work = OPERATIONS[name] as (
    context: SecretsChangeContext,
    input: InputOf<N>,
  ) => Promise<OutcomeOf<N>>;
  return work(context, input);
}
