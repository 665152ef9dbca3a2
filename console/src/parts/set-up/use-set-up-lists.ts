import type { ReceivedLead, WebForm } from '@offhook/contract/console/integration-entities';
import type { ConsoleAgent } from '@offhook/contract/console/people/agent-entities';
import type { ConsoleInvitation } from '@offhook/contract/console/people/invitation-entities';
import type { ConsoleTeam } from '@offhook/contract/console/people/team-entities';
import type { ConsoleNumber } from '@offhook/contract/console/rule-entities';
import { type WithoutTeam, withoutTeam } from '../../core/invitations/without-team.ts';
import type { SetUpFacts } from '../../core/set-up/steps.ts';
import { useApiQuery } from '../../queries.ts';

export interface SetUpLists extends SetUpFacts {
  readonly teams: readonly ConsoleTeam[];
  readonly numbers: readonly ConsoleNumber[];
  readonly invitations: readonly ConsoleInvitation[];
  readonly sendsMail: boolean;
  readonly withoutTeam: WithoutTeam;
  readonly holidays: number;
  /** The newest conversation. */
  readonly lastCallId: number | null;
  readonly formLead: ReceivedLead | null;
  readonly hasKey: boolean;
  /** The newest one that isn't revoked. */
  readonly webForm: WebForm | null;
  /** The reader as an agent. */
  readonly self: ConsoleAgent;
}

/** The lists that say how far an account's set-up is. */
export function useSetUpLists(userId: number): {
  /** null until all have loaded */
  readonly lists: SetUpLists | null;
  readonly error: string | null;
  readonly isRetrying: boolean;
  /** Requests again what failed. */
  readonly retry: () => void;
} {
  const settings = { live: 'settings' } as const;
  const live = { live: true } as const;
  const teams = useApiQuery('listTeams', {}, live);
  const numbers = useApiQuery('listNumbers', {}, settings);
  const invitations = useApiQuery('listInvitations', {}, settings);
  const rules = useApiQuery('readRules', {}, settings);
  const keys = useApiQuery('listApiKeys', {}, live);
  const forms = useApiQuery('listWebForms', {}, settings);
  const calls = useApiQuery('listCalls', { query: { status: 'completed', limit: 1 } }, live);
  const self = useApiQuery('readAgent', { params: { id: userId } }, live);
  const agents = useApiQuery('listAgents', { query: { active: 'yes', needs_team: 'yes', limit: 20 } }, live);
  const queries = [teams, numbers, invitations, rules, keys, forms, calls, self, agents];
  const failed = queries.filter((query) => query.error);
  const state = {
    error: failed[0]?.error?.message ?? null,
    isRetrying: failed.some(({ isFetching }) => isFetching),
    retry: () => {
      for (const query of failed) void query.refetch();
    },
  };
  if (
    !teams.data ||
    !numbers.data ||
    !invitations.data ||
    !rules.data ||
    !keys.data ||
    !forms.data ||
    !calls.data ||
    !self.data ||
    !agents.data
  )
    return { lists: null, ...state };
  const hasKey = keys.data.data.some(({ revoked_at }) => revoked_at === null);
  const webForm = forms.data.data.find(({ revoked_at }) => revoked_at === null) ?? null;
  return {
    lists: {
      teams: teams.data.data,
      numbers: numbers.data.data,
      invitations: invitations.data.data,
      sendsMail: invitations.data.sends_mail,
      withoutTeam: withoutTeam(agents.data, invitations.data.data),
      holidays: rules.data.rules.holidays.length,
      hasKey,
      webForm,
      hasSource: hasKey || webForm !== null,
      formLead: keys.data.newest_lead,
      hasFormLead: keys.data.newest_lead !== null,
      hadCall: calls.data.data.length > 0,
      lastCallId: calls.data.data[0]?.id ?? null,
      self: self.data.agent,
    },
    ...state,
  };
}
