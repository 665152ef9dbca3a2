import { board } from './board-states.ts';
import { calls, detail, ringing } from './call-states.ts';
import type { Answers, GalleryState } from './gallery-state.ts';
import { emptyIntegrationAnswers, integrationAnswers, keys } from './integration-answers.ts';
import { emptyInvitationAnswers, invitationAnswers, noTeamAnswers } from './invitation-answers.ts';
import { lead } from './lead-states.ts';
import { ruleAnswers, rules } from './rule-answers.ts';
import { emptyTeamAnswers, sampleAgent, teamAnswers } from './team-answers.ts';
import { administrator, ago, done } from './users.ts';

const noCalls = { ...done, data: [], next: null, has_scorecard: false };

const answers: Answers = {
  ...teamAnswers,
  ...invitationAnswers,
  ...ruleAnswers,
  ...integrationAnswers,
  readAgent: { ...done, agent: { ...sampleAgent, state: 'available' } },
  listApiKeys: {
    ...done,
    data: keys,
    newest_lead: { id: lead.id, label: lead.label, received_at: ago(300) },
  },
  listCalls: noCalls,
  sendTestLead: {
    ...done,
    lead_id: 51,
    call_id: 7,
    is_ringing: false,
    reason: 'It’s 10:40 PM in Los Angeles. Calls are allowed from 8:00 AM to 9:00 PM.',
    held_by: 'calling_hours',
    team_id: null,
    scheduled_for: ago(-36_000),
  },
};
const nothing: Answers = {
  ...answers,
  ...emptyTeamAnswers,
  ...emptyInvitationAnswers,
  ...emptyIntegrationAnswers,
  listNumbers: { ...done, data: [] },
  readRules: { ...done, rules: { ...rules, holidays: [] } },
  readAgent: { ...done, agent: { ...sampleAgent, teams: [], state: 'unavailable' } },
};

const rung = { ...ringing, parties: [] };

/** A test lead that rings the only agent. */
const ringingAnswers: Answers = {
  sendTestLead: {
    ...done,
    lead_id: 51,
    call_id: 77,
    is_ringing: true,
    reason: '1 agent rings.',
    held_by: null,
    team_id: null,
    scheduled_for: null,
  },
};

const stateOf = (stateAnswers: Answers): GalleryState => ({
  path: '/set-up',
  answers: stateAnswers,
  user: administrator,
});

export const setUpStates: Readonly<Record<string, GalleryState>> = {
  'set-up': stateOf(answers),
  'set-up-without-team': stateOf({
    ...answers,
    ...noTeamAnswers,
    listAgents: {
      ...done,
      data: [{ ...sampleAgent, id: 12, full_name: 'Nora Lindqvist', permissions: [], teams: [] }],
      total: 31,
      meta: { current_page: 1, last_page: 1 },
    },
  }),
  'set-up-empty': stateOf(nothing),
  'set-up-phone-closed': stateOf({
    ...nothing,
    listTeams: answers.listTeams ?? 'failed',
    readAgent: { ...done, agent: { ...sampleAgent, state: 'unavailable' } },
  }),
  'set-up-ringing': stateOf({ ...answers, ...ringingAnswers, readCall: { ...done, call: rung } }),
  'set-up-unanswered': stateOf({
    ...answers,
    ...ringingAnswers,
    readCall: { ...done, call: { ...rung, status: 'missed', ended_at: ago(1) } },
  }),
  'set-up-called': stateOf({
    ...answers,
    ...ringingAnswers,
    listCalls: { ...noCalls, data: calls.slice(0, 1) },
    readCall: { ...done, call: { ...detail, id: 77 } },
  }),
  'set-up-closed': stateOf({
    ...answers,
    sendTestLead: {
      ...done,
      lead_id: 51,
      call_id: 7,
      is_ringing: false,
      reason: 'It is outside the team’s hours.',
      held_by: 'team_hours',
      team_id: 2,
      scheduled_for: ago(-36_000),
    },
  }),
  'set-up-loading': stateOf({ ...answers, readAgent: 'loading' }),
  'set-up-failed': stateOf({}),
  'board-first-call': {
    path: '/',
    answers: { readBoard: board, listCalls: noCalls },
    user: administrator,
  },
};
