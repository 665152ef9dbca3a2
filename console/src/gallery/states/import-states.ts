import type { LeadImport, LeadImportRow } from '@offhook/contract/console/leads/import-entities';
import type { Answers, GalleryState } from './gallery-state.ts';
import { integrationAnswers } from './integration-answers.ts';
import { teamAnswers } from './team-answers.ts';
import { administrator, ago, done } from './users.ts';

const draft: LeadImport = {
  id: 7,
  status: 'draft',
  file_name: 'harbourline-spring-campaign.csv',
  started_by: null,
  started_at: null,
  ended_at: null,
  error: null,
  plan: {
    revision: 3,
    has_header: true,
    columns: [
      { heading: 'Full name', example: 'Teresa Novak', field: 'full_name' },
      { heading: 'Phone', example: '(503) 555-0127', field: 'phone_number' },
      {
        heading: 'E-mail',
        example: 'teresa.okonkwo-lindqvist@harbourline-insurance.example',
        field: 'email',
      },
      { heading: 'Company', example: 'Harbourline Insurance Brokers', field: 'company' },
      { heading: 'Roof', example: 'Tile, 2009', field: 'field' },
      { heading: 'Rep', example: 'ben.okafor@brightline.example', field: 'owner' },
      { heading: 'Internal ID', example: 'A-20418', field: null },
    ],
    team: null,
    source: null,
    known: 'update',
    calls: 'at',
    call_date: '2026-11-18',
    call_minute: 540,
    expires_at: ago(-80_000),
  },
  check: {
    rows: 2_010,
    new_leads: 1_980,
    known_leads: 10,
    invalid: [
      { problem: 'phoneInvalid', count: 12 },
      { problem: 'phoneMissing', count: 5 },
      { problem: 'duplicate', count: 3 },
    ],
    is_complete: true,
  },
  progress: {
    done: 0,
    rows: 2_010,
    new_leads: 0,
    known_leads: 0,
    rejected: 0,
    rows_per_second: null,
    seconds_left: null,
  },
  agents: { count: 12, seconds: 28_800 },
  can_undo: false,
  keeps_rejected: true,
  undone: null,
};

const row = (line: number, more: Partial<LeadImportRow>): LeadImportRow => ({
  line,
  name: 'Teresa Novak',
  phone: '(503) 555-0127',
  company: 'Novak Dental',
  result: 'new',
  reason: null,
  lead_id: null,
  ...more,
});
const rows = [
  row(2, {}),
  row(3, { name: 'Bartholomew Okonkwo-Lindqvist', company: '' }),
  row(4, { name: 'Mei Tanaka', company: 'Harbor Lane Dental', result: 'known', lead_id: 51 }),
  row(5, { name: 'Ray Dolan', phone: '555-01', result: 'invalid', reason: 'Phone number not valid' }),
  row(6, {
    name: 'Muñoz, Teresa María',
    phone: '+1 900 555 0106',
    company: '',
    result: 'invalid',
    reason: 'Your account doesn’t allow calls to premium-rate numbers.',
  }),
  row(1_034, { name: '', phone: '', company: '', result: 'invalid', reason: 'Duplicate of row 2' }),
];
const invalid = rows.filter(({ result }) => result === 'invalid');

const running: LeadImport = {
  ...draft,
  status: 'running',
  started_by: { id: administrator.id, full_name: administrator.full_name },
  started_at: ago(90),
  plan: { ...draft.plan, team: { id: 1, name: 'Sales' }, source: 'Spring campaign' },
  progress: {
    done: 1_240,
    rows: 2_010,
    new_leads: 1_221,
    known_leads: 7,
    rejected: 12,
    rows_per_second: 620,
    seconds_left: 20,
  },
  agents: null,
};
const undone = {
  leads: 1_978,
  at: ago(1),
  by: { id: administrator.id, full_name: administrator.full_name },
};
const complete: LeadImport = {
  ...running,
  status: 'complete',
  ended_at: ago(1),
  progress: {
    ...running.progress,
    done: 2_010,
    new_leads: 1_980,
    known_leads: 10,
    rejected: 20,
    seconds_left: 0,
  },
  can_undo: true,
};

const stateOf = (shown: LeadImport, more: Answers = {}): GalleryState => {
  return {
    path: '/leads/import/7',
    user: administrator,
    // Each time the state is shown, it begins anew.
    get answers() {
      return answersOf(shown, more);
    },
  };
};

function answersOf(shown: LeadImport, more: Answers): Answers {
  let current = shown;
  const answerWith = (changes: Partial<LeadImport>) => () => {
    current = { ...current, ...changes };
    return { ...done, import: current };
  };
  return {
    ...integrationAnswers,
    ...teamAnswers,
    readLeadImport: () => ({ ...done, import: current }),
    listLeadImportRows: ({ query }) => ({ ...done, data: query?.['only'] === 'invalid' ? invalid : rows }),
    changeLeadImport: ({ body }) => {
      const { columns, team_id, ...rest } = body as {
        columns?: readonly LeadImport['plan']['columns'][number]['field'][];
        team_id?: number;
      };
      const plan = {
        ...current.plan,
        ...rest,
        ...(columns && {
          columns: current.plan.columns.map((column, index) => ({
            ...column,
            field: columns[index] ?? null,
          })),
        }),
        ...(team_id !== undefined && { team: { id: team_id, name: 'Support' } }),
        revision: current.plan.revision + 1,
      };
      current = { ...current, plan };
      return { ...done, import: current };
    },
    startLeadImport: answerWith(running),
    pauseLeadImport: answerWith({ status: 'paused' }),
    resumeLeadImport: answerWith({ status: 'running' }),
    cancelLeadImport: answerWith({ status: 'canceled' }),
    undoLeadImport: answerWith({ status: 'undone', can_undo: false, undone }),
    discardLeadImport: done,
    ...more,
  };
}

const withoutPhone: LeadImport['plan'] = {
  ...draft.plan,
  has_header: false,
  calls: 'none',
  columns: draft.plan.columns.map((column) => ({
    ...column,
    heading: null,
    field: column.field === 'phone_number' || column.field === 'field' ? null : column.field,
  })),
};

export const importStates: Readonly<Record<string, GalleryState>> = {
  imports: { ...stateOf(draft), path: '/leads/import' },
  'imports-empty': {
    ...stateOf(draft, { listImports: { ...done, data: [], next: null } }),
    path: '/leads/import',
  },
  'import-preview': stateOf(draft),
  'import-counting': stateOf({
    ...draft,
    check: { rows: 42_000, new_leads: 41_900, known_leads: 0, invalid: [], is_complete: false },
    agents: null,
  }),
  'import-without-phone': stateOf({ ...draft, plan: withoutPhone, agents: null }),
  'import-not-started': stateOf(draft, {
    startLeadImport: { refused: 'The account has no phone number to call from.' },
  }),
  'import-loading': stateOf(draft, { readLeadImport: 'loading' }),
  'import-unavailable': stateOf(draft, { readLeadImport: 'failed' }),
  'import-running': stateOf(running),
  'import-paused': stateOf({ ...running, status: 'paused' }),
  'import-complete': stateOf(complete),
  'import-undone': stateOf({ ...complete, status: 'undone', can_undo: false, keeps_rejected: false, undone }),
  'import-failed': stateOf({
    ...running,
    status: 'failed',
    error: 'The file has more than 200,000 rows. Split it and import each part.',
    ended_at: ago(5),
  }),
};
