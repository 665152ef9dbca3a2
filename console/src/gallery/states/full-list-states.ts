/** Full pages of every list, with the longest names that users enter. */
import type { AuditEntry } from '@offhook/contract/console/integration-entities';
import { calls, listAnswers } from './call-states.ts';
import type { Answers, GalleryState } from './gallery-state.ts';
import { integrationAnswers, keys } from './integration-answers.ts';
import { invitationAnswers } from './invitation-answers.ts';
import { lead } from './lead-states.ts';
import { doNotCall, ruleAnswers } from './rule-answers.ts';
import { sampleAgent, support, team, teamAnswers } from './team-answers.ts';
import { administrator, ago, done } from './users.ts';

const ROWS = 50;
const NAMES = [
  'Bartholomew Okonkwo-Lindqvist',
  'Guadalupe Hernández de la Fuente y Rodríguez-Monterrubio',
  'Li Na',
  'Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewissenhaft Schmidt',
  'محمد عبد الرحمن الحسيني',
];
const TEAMS = [
  'Sales',
  'Renovaciones y atención a clientes de la región noroeste',
  'Außenstelle Lichtenfels',
];

const nameAt = (at: number) => NAMES[at % NAMES.length] ?? '';
const teamAt = (at: number) => ({ id: (at % TEAMS.length) + 1, name: TEAMS[at % TEAMS.length] ?? '' });
const rows = <Row>(row: (at: number) => Row, count = ROWS): Row[] =>
  Array.from({ length: count }, (_, at) => row(at));

const AUDITED: readonly (readonly [string, string])[] = [
  ['console', 'team 1: schedule, profile whisper_template'],
  ['console', 'user 14: permissions, cap, schedule, supervised_team_ids'],
  ['admin', 'api key 2: added'],
];
const audited = (at: number): AuditEntry => {
  const [action, subject] = AUDITED[at % AUDITED.length] ?? ['console', ''];
  return {
    id: ROWS - at,
    at: ago(at * 4_000),
    user: at % 3 === 2 ? null : { id: 902, full_name: nameAt(at) },
    action,
    subject,
    names: [],
    address: at % 3 === 2 ? null : '2001:db8:85a3:8d3:1319:8a2e:370:7348',
  };
};

const answers: Answers = {
  ...teamAnswers,
  ...invitationAnswers,
  ...ruleAnswers,
  ...integrationAnswers,
  ...listAnswers,
  listCalls: {
    success: true,
    next: 73,
    has_scorecard: true,
    data: rows((at) => ({
      ...(calls[at % calls.length] as (typeof calls)[number]),
      id: 900 - at,
      label: nameAt(at),
      team: teamAt(at),
      agent: at % 4 === 0 ? null : { id: 4, full_name: nameAt(at + 2) },
      started_at: ago(at * 5_000),
      score: at % 3 === 0 ? 82 : null,
    })),
  },
  countCalls: { success: true, count: 1_204_480 },
  listLeads: {
    success: true,
    next: null,
    data: rows((at) => ({
      ...lead,
      id: 900 - at,
      label: nameAt(at),
      company: at % 2 === 0 ? null : `${TEAMS[1]} S.A. de C.V.`,
      owner: at % 3 === 0 ? null : { id: 4, full_name: nameAt(at + 1) },
      team: teamAt(at),
      do_not_call: at % 4 === 1,
      created_at: ago(at * 90_000),
    })),
  },
  listAgents: {
    ...done,
    total: 200,
    meta: { current_page: 1, last_page: 4 },
    data: rows((at) => ({
      ...sampleAgent,
      id: at + 1,
      full_name: nameAt(at),
      active: at % 9 !== 8,
      teams: rows((one) => ({ team_id: one + 1, name: teamAt(one).name, priority_group: 1 }), at % 4),
    })),
  },
  listTeams: {
    ...done,
    data: rows((at) => ({ ...support, id: at + 1, name: teamAt(at).name, agents: 200, available: 104 }), 30),
  },
  readTeam: {
    ...done,
    team: {
      ...team,
      name: TEAMS[1] ?? '',
      agents: 60,
      members: rows((at) => ({
        user_id: at + 1,
        full_name: nameAt(at),
        profile_picture: '',
        active: at % 9 !== 8,
        priority_group: 1 + Math.floor(at / 20),
        state: at % 2 === 0 ? 'available' : 'oncall',
      })),
    },
  },
  readAgent: {
    ...done,
    agent: {
      ...sampleAgent,
      full_name: NAMES[3] ?? '',
      email: 'guadalupe.hernandez-de-la-fuente@harbourline-insurance-brokers-of-the-north-west.example',
    },
    scores: { count: 0, average: null },
  },
  listNumbers: {
    ...done,
    data: rows(
      (at) => ({
        id: at + 1,
        name: at % 3 === 0 ? null : `${nameAt(at)}, ${TEAMS[1]}`,
        phone_number: '+442079460998',
        phone_number_formatted: '+44 20 7946 0998',
        team: teamAt(at),
        is_ready: at % 3 !== 1,
        is_checked: true,
      }),
      30,
    ),
  },
  listDoNotCall: {
    ...done,
    next: 30,
    data: rows((at) => ({
      ...(doNotCall[at % 2] as (typeof doNotCall)[number]),
      id: at + 1,
      lead: at % 2 === 0 ? { id: 31, label: nameAt(at) } : null,
    })),
  },
  listApiKeys: {
    ...done,
    newest_lead: null,
    data: rows((at) => ({ ...(keys[at % 2] as (typeof keys)[number]), id: at + 1, name: nameAt(at) }), 20),
  },
  listAuditLog: { ...done, next: 1, data: rows(audited) },
};

const at = (path: string): GalleryState => ({ path, answers, user: administrator });

export const fullListStates: Readonly<Record<string, GalleryState>> = {
  'full-calls': at('/calls'),
  'full-leads': at('/leads'),
  'full-agents': at('/agents'),
  'full-agent': at('/agents/1'),
  'full-teams': at('/teams'),
  'full-team': at('/teams/1'),
  'full-numbers': at('/numbers'),
  'full-do-not-call': at('/do-not-call'),
  'full-api-keys': at('/api-keys'),
  'full-audit-log': at('/audit-log'),
};
