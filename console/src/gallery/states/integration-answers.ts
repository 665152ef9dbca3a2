import type {
  AuditEntry,
  ConsoleCrm,
  ConsoleDelivery,
  ConsoleWebhook,
  WebForm,
} from '@offhook/contract/console/integration-entities';
import type { Answers } from './gallery-state.ts';
import { administrator, ago, done } from './users.ts';

export const webhook: ConsoleWebhook = {
  id: 1,
  version: 1,
  kind: 'webhook',
  url: 'https://hooks.harbourline-insurance.example/offhook/events?environment=production',
  events: ['call_completed', 'lead_created'],
  filters: { direction: ['outbound'], result: ['contacted'], team: [1] },
  created_at: ago(800_000),
  waiting: 1,
  delivered: 4_812,
  failed: 2,
};
const delivery = (id: number, fields: Partial<ConsoleDelivery>): ConsoleDelivery => ({
  id,
  event_id: 700 + id,
  type: 'call_completed',
  is_test: false,
  status: 'delivered',
  attempts: 1,
  last_status: 200,
  last_error: null,
  due_at: ago(100),
  concluded_at: ago(60 * id),
  created_at: ago(60 * id + 2),
  ...fields,
});
const deliveries = [
  delivery(4, { status: 'waiting', attempts: 2, last_status: 503, concluded_at: null }),
  delivery(3, { is_test: true }),
  delivery(2, {
    status: 'failed',
    attempts: 12,
    last_status: null,
    last_error: 'The name of the host could not be found.',
  }),
  delivery(1, {}),
];

export const keys = [
  { id: 2, name: 'Landing pages', created_at: ago(500_000), revoked_at: null },
  { id: 1, name: 'Old website', created_at: ago(9_500_000), revoked_at: ago(86_000) },
];
const imports = [
  {
    id: 3,
    status: 'draft',
    lines: 0,
    taken: 0,
    refused: 0,
    error: null,
    created_at: ago(20),
    ended_at: null,
    file_name: 'harbourline-insurance-brokers-spring-campaign-2026.csv',
    user: { id: administrator.id, full_name: administrator.full_name },
  },
  {
    id: 2,
    status: 'running',
    lines: 4_100,
    taken: 4_032,
    refused: 68,
    error: null,
    created_at: ago(40),
    ended_at: null,
    file_name: null,
    user: null,
  },
  {
    id: 1,
    status: 'failed',
    lines: 12,
    taken: 12,
    refused: 0,
    error: 'The file ended in the middle of a line.',
    created_at: ago(90_000),
    file_name: null,
    user: null,
    ended_at: ago(89_000),
  },
];
const entry = (id: number, action: string, subject: string): AuditEntry => ({
  id,
  at: ago(id * 900),
  user: { id: 902, full_name: administrator.full_name },
  action,
  subject,
  address: '203.0.113.7',
  names: [
    { kind: 'team', id: 1, name: 'Sales' },
    { kind: 'api key', id: 2, name: 'Website' },
  ],
});
const audit = [
  entry(1, 'console', 'team 1: schedule, profile whisper_template'),
  entry(2, 'console', 'user 14: added'),
  { ...entry(3, 'admin', 'api key 2: added'), user: null, address: null },
];

const hubspot: ConsoleCrm = {
  id: 9,
  kind: 'hubspot',
  url: 'https://api.hubapi.com',
  makes_contacts: true,
  links_recordings: false,
  tag_field: '',
  is_tested: true,
  trouble: null,
  trouble_at: null,
  paused_until: null,
  created_at: ago(700_000),
};
const crms: ConsoleCrm[] = [
  hubspot,
  {
    ...hubspot,
    id: 10,
    kind: 'activecampaign',
    url: 'https://harbourline-insurance.api-us1.example',
    links_recordings: true,
    trouble: 'HTTP 403: You do not have permission to view or modify this resource.',
    trouble_at: ago(600),
    created_at: ago(300_000),
  },
  {
    ...hubspot,
    id: 11,
    kind: 'followupboss',
    url: 'https://api.followupboss.com',
    is_tested: false,
    created_at: ago(60),
  },
];

const webForm: WebForm = {
  id: 4,
  version: 1,
  name: 'Offer page',
  key: 'form_0123456789abcdef',
  team: null,
  origins: ['https://www.harbourline.example', 'https://offers.harbourline.example'],
  thank_you_url: 'https://www.harbourline.example/thank-you',
  consent: { channel: 'both', text: 'I agree that Harbourline calls and texts me about my request.' },
  created_at: ago(500_000),
  revoked_at: null,
};
const webForms: WebForm[] = [
  webForm,
  { ...webForm, id: 3, name: 'Spring fair', team: { id: 2, name: 'Support' }, revoked_at: ago(90_000) },
];

export const integrationAnswers: Answers = {
  listWebForms: { ...done, data: webForms },
  addWebForm: { ...done, web_form: webForm },
  changeWebForm: { ...done, web_form: webForm },
  listWebhooks: { ...done, data: [webhook] },
  testWebhook: { ...done, delivered: false, status: null, error: 'No response within 10 s.' },
  listDeliveries: { ...done, data: deliveries, next: null },
  listApiKeys: { ...done, data: keys, newest_lead: null },
  addApiKey: {
    ...done,
    key: { id: 3, name: 'Fair in May', created_at: ago(1), revoked_at: null },
    secret: 'ok_0123456789abcdefghijklmnopqrstuv',
  },
  listImports: { ...done, data: imports, next: null },
  readLeadImport: 'missing',
  readImport: {
    ...done,
    import: { id: 2, status: 'running', lines: 4_100, taken: 1, refused: 1, error: null },
    lines: [
      {
        line: 2,
        lead_id: 51,
        outcome: 'scheduled for 09:00',
        reason: 'It is outside the team’s hours.',
        scheduled_for: '2026-11-18T17:00:00.000Z',
      },
      {
        line: 3,
        lead_id: null,
        outcome: 'refused',
        reason: 'The phone number is not valid.',
        scheduled_for: null,
      },
      {
        line: 4,
        lead_id: 52,
        outcome: 'taken already',
        reason: 'This request’s call was already made',
        scheduled_for: null,
      },
      { line: 5, lead_id: 53, outcome: 'not called', reason: 'No agent was available', scheduled_for: null },
    ],
  },
  listCrms: { ...done, data: crms },
  addCrm: { refused: 'Salesforce also needs the client ID.' },
  testCrm: { ...done, error: 'The token is no longer valid.' },
  removeCrm: done,
  listAuditLog: { ...done, data: audit, next: 1 },
};

export const emptyIntegrationAnswers: Answers = {
  listWebForms: { ...done, data: [] },
  listWebhooks: { ...done, data: [] },
  listApiKeys: { ...done, data: [], newest_lead: null },
  listCrms: { ...done, data: [] },
  listImports: { ...done, data: [], next: null },
  listAuditLog: { ...done, data: [], next: null },
};
