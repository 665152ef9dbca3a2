import { ROLE_PERMISSIONS } from '@offhook/contract/accounts/roles';
import type { ConsoleAgent } from '@offhook/contract/console/people/agent-entities';
import type { Answers, GalleryState } from './states/gallery-state.ts';
import { emptyIntegrationAnswers, integrationAnswers } from './states/integration-answers.ts';
import { emptyInvitationAnswers, invitationAnswers, linkAnswers } from './states/invitation-answers.ts';
import { emptyRuleAnswers, retention, ruleAnswers } from './states/rule-answers.ts';
import {
  emptyTeamAnswers,
  greetingFile,
  sampleAgent,
  support,
  team,
  teamAnswers,
} from './states/team-answers.ts';
import { administrator, ago, done } from './states/users.ts';

const answers: Answers = { ...teamAnswers, ...invitationAnswers, ...ruleAnswers, ...integrationAnswers };
const empty: Answers = {
  ...answers,
  ...emptyTeamAnswers,
  ...emptyInvitationAnswers,
  ...emptyRuleAnswers,
  ...emptyIntegrationAnswers,
};
const loading: Answers = {
  listTeams: 'loading',
  readTeam: 'loading',
  listAgents: 'loading',
  readAgent: 'loading',
};

const stateAt = (address: string, stateAnswers: Answers = answers): GalleryState => ({
  path: address,
  answers: stateAnswers,
  user: administrator,
});

const atLunch = (seconds: number): GalleryState =>
  stateAt('/agents/1', {
    ...answers,
    readAgent: {
      ...done,
      agent: {
        ...sampleAgent,
        state: 'unavailable',
        reason: 'At lunch',
        status: {
          key: 'lunch',
          name: null,
          icon: 'restaurant',
          since: ago(seconds),
          minutes_per_day: 60,
          used_seconds: 4_000,
        },
      },
    },
  });

/** Watches calls, and takes none. */
const supervisor: ConsoleAgent = {
  ...sampleAgent,
  id: 21,
  full_name: 'Jonathan Abernathy-Wellington',
  permissions: [...ROLE_PERMISSIONS.supervisor],
  teams: [],
  state: 'unavailable',
  reason: 'Not signed in',
  is_agent: false,
  last_seen_at: ago(3_600),
};

/** All of this year's holidays are in the list already. */
const thisYearOnly = (input: object) => ({
  ...done,
  data: JSON.stringify(input).includes('2026') ? [{ date: '2026-12-25', name: 'Christmas Day' }] : [],
});

export const administrationStates: Readonly<Record<string, GalleryState>> = {
  teams: stateAt('/teams'),
  'teams-empty': stateAt('/teams', empty),
  'teams-loading': stateAt('/teams', loading),
  'teams-failed': stateAt('/teams', {}),
  team: stateAt('/teams/1'),
  'team-always': stateAt('/teams/2', { ...answers, readTeam: { ...done, team: { ...team, ...support } } }),
  'team-greeting-files': stateAt('/teams/1', {
    ...answers,
    readTeam: {
      ...done,
      team: {
        ...team,
        profile: {
          ...team.profile,
          welcome_file: greetingFile(
            'Welcome to Harbourline, autumn and winter 2026 (final).mp3',
            '/api/v1/greetings/one.wav',
            14.2,
          ),
          voicemail_file: greetingFile(null, '/api/v1/greetings/two.wav', 8),
        },
      },
    },
  }),
  'team-greeting-missing': stateAt('/teams/1', {
    ...answers,
    readTeam: {
      ...done,
      team: {
        ...team,
        profile: {
          ...team.profile,
          welcome_message: 'Welcome to Harbourline.',
          welcome_file: {
            ...greetingFile('Front desk.wav', '/api/v1/greetings/one.wav', 14.2),
            is_missing: true,
          },
          voicemail_greeting: '',
          voicemail_file: { ...greetingFile(null, '/api/v1/greetings/two.wav', 8), is_missing: true },
        },
      },
    },
  }),
  'team-empty': stateAt('/teams/1', empty),
  'team-loading': stateAt('/teams/1', loading),
  'team-failed': stateAt('/teams/1', {}),
  'team-newer': stateAt('/teams/1', {
    ...answers,
    readTeam: {
      ...done,
      team: {
        ...team,
        version: 2,
        name: 'Evening sales',
        profile: { ...team.profile, whisper_template: 'Ask for the evening' },
      },
    },
  }),
  agents: stateAt('/agents'),
  'agents-supervisors': stateAt('/agents', {
    ...answers,
    listAgents: {
      ...done,
      data: [sampleAgent, supervisor, { ...supervisor, id: 22, full_name: 'Ada Reyes', last_seen_at: null }],
      total: 3,
      meta: { current_page: 1, last_page: 1 },
    },
  }),
  'webhook-rejected': stateAt('/integrations/webhooks/1', {
    ...answers,
    testWebhook: { ...done, delivered: false, status: 400, error: 'HTTP 400' },
  }),
  'agent-without-team': stateAt('/agents/21', { ...answers, readAgent: { ...done, agent: supervisor } }),
  'agents-empty': stateAt('/agents', empty),
  'agents-without-mail': stateAt('/agents', { ...answers, ...linkAnswers }),
  'agents-failed': stateAt('/agents', {}),
  'numbers-failed': stateAt('/numbers', {}),
  'agents-one-team': stateAt('/agents', {
    ...answers,
    listTeams: { ...done, data: [support] },
  }),
  agent: stateAt('/agents/1'),
  'agent-lunch': atLunch(4_000),
  'agent-lunch-yesterday': atLunch(86_400),
  'agent-supervises-teams': stateAt('/agents/1', {
    ...answers,
    readAgent: {
      ...done,
      agent: {
        ...sampleAgent,
        permissions: [...ROLE_PERMISSIONS.supervisor],
        supervised_team_ids: [1, 3],
      },
    },
  }),
  statuses: stateAt('/statuses'),
  'statuses-failed': stateAt('/statuses', {}),
  'agent-failed': stateAt('/agents/1', {}),
  numbers: stateAt('/numbers'),
  'numbers-empty': stateAt('/numbers', empty),
  'calling-rules': stateAt('/calling-rules'),
  'calling-rules-empty': stateAt('/calling-rules', empty),
  'calling-rules-holidays-added': stateAt('/calling-rules', { ...answers, listPublicHolidays: thisYearOnly }),
  'calling-rules-no-calendar': stateAt('/calling-rules', { ...answers, listPublicHolidays: 'failed' }),
  retention: stateAt('/retention'),
  'retention-newer': stateAt('/retention', {
    ...answers,
    readRetention: {
      ...done,
      retention: { ...retention, version: 2, installation: { recordings_days: 90, personal_days: 730 } },
    },
  }),
  'retention-loading': stateAt('/retention', { readRetention: 'loading' }),
  'do-not-call': stateAt('/do-not-call'),
  'do-not-call-empty': stateAt('/do-not-call', empty),
  integrations: stateAt('/integrations'),
  'integrations-empty': stateAt('/integrations', empty),
  'webhooks-moved': stateAt('/webhooks'),
  webhook: stateAt('/integrations/webhooks/1'),
  'api-keys': stateAt('/api-keys'),
  'lead-file': stateAt('/leads/import/2'),
  'lead-file-moved': stateAt('/api-keys/files/2'),
  'api-keys-empty': stateAt('/api-keys', empty),
  'api-keys-loading': stateAt('/api-keys', { ...answers, listWebForms: 'loading' }),
  'api-keys-failed': stateAt('/api-keys', {}),
  'web-form-refused': stateAt('/api-keys', {
    ...answers,
    addWebForm: { refused: 'Choose a team in your account.' },
    changeWebForm: { refused: 'Someone else changed this. Your changes weren’t saved.' },
    revokeWebForm: 'failed',
  }),
  'audit-log': stateAt('/audit-log'),
  'audit-log-empty': stateAt('/audit-log', empty),
};
