import type { ConsoleLead, ConsoleLeadDetail } from '@offhook/contract/console/leads/lead-entities';
import type { LeadEvent, LeadOutlook } from '@offhook/contract/console/leads/lead-timeline-entities';
import type { PersonExport } from '@offhook/contract/console/leads/person-export';
import { board } from './board-states.ts';
import { calls, detail, listAnswers } from './call-states.ts';
import type { Answers, GalleryState } from './gallery-state.ts';
import { administrator, ago } from './users.ts';

export const lead: ConsoleLead = {
  id: 51,
  label: 'Bartholomew Okonkwo-Lindqvist',
  fname: 'Bartholomew',
  lname: 'Okonkwo-Lindqvist',
  phone_number: '+14155550142',
  phone_number_formatted: '(415) 555-0142',
  email: 'bartholomew.okonkwo-lindqvist@harbourline-insurance-brokers.example',
  company: 'Harbourline Insurance Brokers',
  category: 'Solar',
  owner: { id: 4, full_name: 'Priya Venkataraman' },
  team: { id: 1, name: 'Sales' },
  do_not_call: false,
  removed_at: null,
  created_at: ago(4_000),
  updated_at: ago(3_000),
};

const leads: readonly ConsoleLead[] = [
  lead,
  { ...lead, id: 52, label: 'Thandiwe Mokoena-van Wyk', owner: null, do_not_call: true },
  { ...lead, id: 53, label: 'Renée O’Callaghan', removed_at: ago(80_000), team: null },
];

const fullLead: ConsoleLeadDetail = {
  ...lead,
  version: 1,
  crm: 'hubspot',
  source_id: '8812',
  time_zone: 'America/Los_Angeles',
  form: 'Home insurance quote',
  fields: [
    { name: 'ZIP code', value: '92103' },
    { name: 'Current insurer', value: 'Pacific Coast Mutual Assurance Company' },
    { name: 'Renewal', value: 'Within 3 months' },
  ],
  origin: 'intake',
  tag: { id: 3, name: 'Quote sent', color: '#2b4dbb' },
  planned: { id: 41, due_at: ago(-3_600), reason: 'The lead did not answer', retry: 2, lead_retry: null },
  calls: calls.slice(0, 2),
  texts: detail.texts,
  consents: [
    {
      id: 7,
      channel: 'both',
      text: 'I agree that Harbourline Insurance may call and text me about my request. Consent is not a condition of purchase.',
      method: 'web_form',
      source_url: 'https://www.harbourline-insurance-brokers.example/quotes/home?campaign=autumn-solar-2026',
      ip: '2001:db8:85a3:8d3:1319:8a2e:370:7348',
      user_agent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15',
      given_at: ago(4_002),
      api_key: 'Website forms',
      created_at: ago(4_000),
    },
  ],
  withdrawals: [{ how: 'text', at: ago(900) }],
  listing: null,
  erased_at: null,
};

const listed: ConsoleLeadDetail = {
  ...fullLead,
  do_not_call: true,
  withdrawals: [
    { how: 'do_not_call', at: ago(9_000) },
    { how: 'listed', at: ago(86_400) },
  ],
  listing: { source: 'file', since: ago(86_400) },
};

const erased: ConsoleLeadDetail = {
  ...fullLead,
  label: 'Erased',
  fname: '',
  lname: '',
  phone_number: 'erased-51',
  phone_number_formatted: 'erased-51',
  email: null,
  company: null,
  category: null,
  owner: null,
  crm: null,
  source_id: null,
  time_zone: null,
  form: null,
  fields: [],
  tag: null,
  planned: null,
  calls: calls.slice(0, 2).map((call) => ({
    ...call,
    label: 'Erased',
    phone_number_formatted: '',
    has_recording: false,
    reason: null,
  })),
  texts: [],
  consents: [],
  do_not_call: true,
  withdrawals: [],
  erased_at: ago(600),
};

const person: PersonExport = {
  exported_at: ago(0),
  phone_number: lead.phone_number,
  do_not_call_number: null,
  lead: null,
  lead_consents: [],
  calls: [],
  call_users: [],
  legs: [],
  recordings: [],
  recording_pauses: [],
  recording_analyses: [],
  external_links: [],
  recording_comments: [],
  scorecards: [],
  scorecard_answers: [],
  notes: [],
  messages: [],
  planned_calls: [],
  routing_decisions: [],
  import_lines: [],
  outward_events: [],
  outward_deliveries: [],
  crm_contacts: [],
  crm_calls: [],
  audit_log: [],
};

const outlook: LeadOutlook = {
  state: 'scheduled',
  call_id: null,
  due_at: ago(-3_600),
  retry: 2,
  lead_retry: null,
  team: { id: 1, name: 'Sales' },
  agent: null,
  reason: 'Outside availability hours',
};
const ann = { id: 1, full_name: 'Ann Reyes' };
const [called, missed] = calls;
const scheduled = { id: 41, due_at: ago(-3_600), retry: 2, lead_retry: null, team: { id: 1, name: 'Sales' } };

const events: readonly LeadEvent[] = [
  { at: ago(600), change: { id: 9, action: 'leads set', subject: 'lead 51: owner_user_id', user: ann } },
  { at: ago(700), listed: { source: 'file' } },
  {
    at: ago(1_200),
    scheduled: { ...scheduled, set_by: null, agent: null, reason: 'Outside availability hours' },
  },
  {
    at: ago(1_300),
    canceled: {
      ...scheduled,
      id: 40,
      set_by: ann,
      agent: ann,
      reason: 'The callback was canceled',
      canceled_by: ann,
    },
  },
  {
    at: ago(1_400),
    scheduled: { ...scheduled, id: 40, set_by: ann, agent: ann, reason: 'An agent set a callback' },
  },
  ...detail.texts.slice(0, 2).map((text, index) => ({ at: ago(1_500 + index), text })),
  {
    at: ago(3_600),
    note: {
      id: 5,
      call_id: 77,
      user: ann,
      content: 'Renewal is in March. Ask for the roof’s age next time.',
    },
  },
  ...(called
    ? [{ at: called.started_at, call: { ...called, reasons: [], decisions: detail.decisions } }]
    : []),
  ...fullLead.consents.map((consent) => ({ at: consent.created_at, consent })),
  { at: ago(4_000), arrived: { origin: 'intake', is_first: false, form: 'Home insurance quote' } },
  ...(missed
    ? [
        {
          at: missed.started_at,
          call: { ...missed, reasons: ['No agents answered'], decisions: detail.decisions },
        },
      ]
    : []),
  { at: ago(9_100), arrived: { origin: 'intake', is_first: true, form: null } },
];
const timeline = { success: true as const, outlook, events: [...events], next: ago(9_100) };
const withOutlook = (of: Partial<LeadOutlook>): Answers => ({
  readLeadTimeline: { ...timeline, outlook: { ...outlook, retry: null, ...of } },
});

const list = { success: true as const, data: [...leads], next: null };

const leadState = (shown: ConsoleLeadDetail, more: Answers = {}): GalleryState => ({
  path: '/leads/51',
  answers: {
    readLead: { success: true, lead: shown },
    readLeadTimeline: timeline,
    readBoard: board,
    ...more,
  },
});
const asAdministrator = (...args: Parameters<typeof leadState>) => ({
  ...leadState(...args),
  user: administrator,
});

export const leadStates: Readonly<Record<string, GalleryState>> = {
  leads: {
    path: '/leads',
    answers: { ...listAnswers, listLeads: list, countLeads: { success: true, count: 1_284 } },
  },
  'leads-found': {
    path: '/leads?state=removed&tag=1&from=2026-11-16&source=form:Old%20form',
    answers: { ...listAnswers, listLeads: list },
  },
  'leads-none': {
    path: '/leads',
    answers: {
      ...listAnswers,
      listLeads: { ...list, data: [] },
      countLeads: { success: true, count: 0 },
    },
  },
  lead: leadState(fullLead),
  'lead-admin': asAdministrator(fullLead, {
    changeLead: ({ body }) => ({ success: true, lead: { ...fullLead, ...body } as ConsoleLeadDetail }),
  }),
  'lead-listed': asAdministrator(listed),
  'lead-erased': asAdministrator(erased),
  'lead-in-call': asAdministrator(fullLead, {
    exportLead: { success: true, person },
    eraseLead: { refused: 'This person is on a call. Try again after it ends.' },
  }),
  'lead-callback': leadState({
    ...fullLead,
    callback: {
      due_at: ago(-90),
      agent: { id: 1, full_name: 'Ann Reyes' },
      set_by: { id: 1, full_name: 'Ann Reyes' },
      set_at: ago(30),
      reason: 'An agent set a callback',
    },
  }),
  'lead-calling': leadState(
    fullLead,
    withOutlook({ state: 'calling', call_id: 77, due_at: null, reason: null }),
  ),
  'lead-blocked': leadState(
    fullLead,
    withOutlook({
      state: 'blocked',
      due_at: null,
      team: null,
      reason: 'This number is on the do-not-call list.',
    }),
  ),
  'lead-due': leadState(fullLead, withOutlook({ due_at: ago(95), reason: null })),
  'lead-done': leadState(
    fullLead,
    withOutlook({ state: 'none', due_at: null, team: null, reason: 'The lead was contacted' }),
  ),
  'lead-timeline-failed': leadState(fullLead, { readLeadTimeline: 'failed' }),
  'lead-timeline-loading': leadState(fullLead, { readLeadTimeline: 'loading' }),
  'lead-not-saved': asAdministrator(fullLead, {
    changeLead: { refused: 'Something went wrong. Please try again.' },
  }),
};
