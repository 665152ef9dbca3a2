import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { until } from '../../testing/until.ts';
import { account, description, openWorld, type World } from '../world.ts';

/** The official SDK's type declarations of responses, generated from the provider's API description. */
const declarations = join(dirname(createRequire(import.meta.url).resolve('twilio')), 'rest/api/v2010');

interface Shape {
  readonly fields: ReadonlyMap<string, string>;
  readonly enums: ReadonlyMap<string, ReadonlySet<string>>;
}

function readShape(file: string): Shape {
  const text = readFileSync(join(declarations, `${file}.d.ts`), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
  const body = /interface \w+Resource \{([^}]*)\}/.exec(text)?.[1] ?? '';
  const fields = [...body.matchAll(/(\w+)\??: ([^;]+);/g)].map(
    ([, name = '', type = '']) => [name, type] as const,
  );
  const enums = [...text.matchAll(/export type (\w+) = ((?:"[^"]*"(?: \| )?)+);/g)].map(
    ([, name = '', values = '']) =>
      [name, new Set([...values.matchAll(/"([^"]*)"/g)].map(([, v]) => v ?? ''))] as const,
  );
  return { fields: new Map(fields), enums: new Map(enums) };
}

const date =
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d{2}:\d{2}:\d{2} \+0000$/;

/** Null if the value has that type. Any value may be null. */
function typeError(value: unknown, type: string, shape: Shape): string | null {
  if (value === undefined) return 'is missing';
  if (value === null || type === 'any') return null;
  const values = shape.enums.get(type);
  if (values) return values.has(String(value)) ? null : `is ${value}, not one of ${[...values]}`;
  if (type === 'Date') return date.test(String(value)) ? null : `is ${value}, not a date`;
  // The provider sends some prices and codes as strings.
  const isValid =
    type.startsWith('Record<') || type.endsWith('Capabilities')
      ? typeof value === 'object'
      : type === 'number'
        ? Number.isFinite(Number(value))
        : typeof value === type;
  return isValid ? null : `is ${typeof value}, not ${type}`;
}

const sidPattern = (prefix: string): RegExp => new RegExp(`^${prefix}[0-9a-f]{32}$`);
const url = /^https?:\/\/\S+$/;
const method = /^(GET|POST)$/;

const formats: Readonly<Record<string, RegExp>> = {
  account_sid: sidPattern('AC'),
  owner_account_sid: sidPattern('AC'),
  call_sid: sidPattern('CA'),
  parent_call_sid: sidPattern('CA'),
  call_sid_to_coach: sidPattern('CA'),
  call_sid_ending_conference: sidPattern('CA'),
  conference_sid: sidPattern('CF'),
  queue_sid: sidPattern('QU'),
  phone_number: /^\+[1-9]\d{6,14}$/,
  price_unit: /^[A-Z]{3}$/,
  api_version: /^2010-04-01$/,
  uri: /^\/2010-04-01\/Accounts\/AC[0-9a-f]{32}(\/\w+)*\.json$/,
  media_url: url,
  more_info: url,
  request_url: url,
  request_method: method,
  voice_method: method,
  voice_fallback_method: method,
  sms_method: method,
  sms_fallback_method: method,
  status_callback_method: method,
  log: /^[01]$/,
  error_code: /^\d{5}$/,
  track: /^(inbound|outbound|both)$/,
  duration: /^-?\d+$/,
  queue_time: /^\d+$/,
  num_media: /^\d+$/,
  num_segments: /^\d+$/,
};

const NEVER_NULL = new Set([
  'sid',
  'account_sid',
  'call_sid',
  'date_created',
  'status',
  'uri',
  'direction',
  'channels',
]);

const prefixes: Readonly<Record<string, string>> = {
  account: 'AC',
  application: 'AP',
  number: 'PN',
  call: 'CA',
  callRecording: 'RE',
  callNotification: 'NO',
  notification: 'NO',
  conference: 'CF',
  conferenceRecording: 'RE',
  recording: 'RE',
  message: 'SM',
  queue: 'QU',
};

function formatErrors(name: string, resource: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.entries(resource).flatMap(([field, value]) => {
    if (value === null) return NEVER_NULL.has(field) ? [`${field} is null`] : [];
    const format = field === 'sid' ? sidPattern(prefixes[name] ?? '??') : formats[field];
    return !format || format.test(String(value)) ? [] : [`${field} is ${String(value)}`];
  });
}

let world: World;

async function fetchJson(path: string, fields?: Record<string, string>): Promise<Record<string, unknown>> {
  const response = await world.fetch(path, fields && { method: 'POST', body: new URLSearchParams(fields) });
  return (await response.json()) as Record<string, unknown>;
}

const paths = new Map<string, string>();

beforeAll(async () => {
  world = await openWorld();
  const businessNumber = '+14155550199';
  world.on('/in', '<Pause length="x"/><Dial><Conference beep="false">room</Conference></Dial>');
  world.on('/queue', '<Enqueue waitUrl="">queue</Enqueue>');
  const { sid: application } = await world.client.applications.create({ friendlyName: 'one' });
  const { sid: number } = await world.client.incomingPhoneNumbers.create({
    phoneNumber: businessNumber,
    voiceUrl: world.url('/in'),
  });
  const call = await world.callIn('+14155550100', businessNumber);
  const lead = await until(
    async () => world.invite('room', '+14155550100', { label: 'lead', record: true }).catch(() => null),
    'the conference',
  );
  const room = lead.conferenceSid;
  await world.waitForConference(room, 'in-progress');
  const { sid: recording } = await world.client.calls(call).recordings.create();
  const conferenceRecording = await fetchJson(`/Conferences/${room}/Recordings.json`, {});
  const message = await world.client.messages.create({
    from: businessNumber,
    to: '+14155550104',
    body: 'Hello',
  });
  const waiting = await world.dial('+14155550100', { url: world.url('/queue') });
  const queue = await until(
    async () => (await world.client.queues.list()).find((one) => one.currentSize === 1),
    'a member in the queue',
  );
  const [notification] = await world.client.notifications.list();
  for (const [name, path] of Object.entries({
    account: '.json',
    application: `/Applications/${application}.json`,
    number: `/IncomingPhoneNumbers/${number}.json`,
    call: `/Calls/${call}.json`,
    callRecording: `/Calls/${call}/Recordings/${recording}.json`,
    callNotification: `/Calls/${call}/Notifications/${notification?.sid}.json`,
    notification: `/Notifications/${notification?.sid}.json`,
    conference: `/Conferences/${room}.json`,
    participant: `/Conferences/${room}/Participants/lead.json`,
    conferenceRecording: `/Conferences/${room}/Recordings/${conferenceRecording['sid']}.json`,
    recording: `/Recordings/${recording}.json`,
    message: `/Messages/${message.sid}.json`,
    queue: `/Queues/${queue.sid}.json`,
    member: `/Queues/${queue.sid}/Members/${waiting.sid}.json`,
  }))
    paths.set(name, path);
  return () => world.close();
});

test.each([
  ['account', 'account'],
  ['application', 'account/application'],
  ['number', 'account/incomingPhoneNumber'],
  ['call', 'account/call'],
  ['callRecording', 'account/call/recording'],
  ['callNotification', 'account/call/notification'],
  ['notification', 'account/notification'],
  ['conference', 'account/conference'],
  ['participant', 'account/conference/participant'],
  ['conferenceRecording', 'account/conference/recording'],
  ['recording', 'account/recording'],
  ['message', 'account/message'],
  ['queue', 'account/queue'],
  ['member', 'account/queue/member'],
])('%s has every field that the provider declares, with its type', async (name, file) => {
  const shape = readShape(file);
  expect(shape.fields.size).toBeGreaterThan(4);
  const resource = await fetchJson(paths.get(name) ?? '');
  const errors = [...shape.fields].flatMap(([field, type]) => {
    const found = typeError(resource[field], type, shape);
    return found === null ? [] : [`${field} ${found}`];
  });
  expect(errors).toEqual([]);
  expect(formatErrors(name, resource)).toEqual([]);
  const more = Object.keys(resource).filter((field) => !shape.fields.has(field));
  expect(more.filter((field) => !allowed.has(field))).toEqual([]);
});

test.each([
  [
    'application',
    'sid account_sid api_version date_created date_updated friendly_name message_status_callback',
    'sms_fallback_method sms_fallback_url sms_method sms_status_callback sms_url status_callback',
    'status_callback_method voice_caller_id_lookup voice_fallback_method voice_fallback_url voice_method',
    'voice_url public_application_connect_enabled uri',
  ],
  [
    'number',
    'sid account_sid address_sid address_requirements api_version beta capabilities date_created date_updated',
    'friendly_name identity_sid phone_number origin sms_application_sid sms_fallback_method sms_fallback_url',
    'sms_method sms_url status_callback status_callback_method trunk_sid voice_receive_mode',
    'voice_application_sid voice_caller_id_lookup voice_fallback_method voice_fallback_url voice_method',
    'voice_url emergency_status emergency_address_sid emergency_address_status bundle_sid status type uri',
  ],
  [
    'call',
    'sid account_sid parent_call_sid date_created date_updated to to_formatted from from_formatted',
    'phone_number_sid status start_time end_time duration price price_unit direction answered_by api_version',
    'forwarded_from group_sid caller_name queue_time trunk_sid uri subresource_uris',
  ],
  [
    'conference',
    'sid account_sid friendly_name status date_created date_updated api_version region',
    'reason_conference_ended call_sid_ending_conference uri subresource_uris',
  ],
  [
    'recording',
    'sid account_sid api_version call_sid conference_sid date_created date_updated start_time duration price',
    'price_unit status channels source error_code encryption_details uri media_url subresource_uris',
  ],
  [
    'message',
    'sid account_sid api_version body from to direction status date_created date_sent date_updated error_code',
    'error_message messaging_service_sid num_media num_segments price price_unit uri subresource_uris',
  ],
])("the fields of %s are in the provider's order", async (name, ...lines) => {
  expect(Object.keys(await fetchJson(paths.get(name) ?? ''))).toEqual(lines.join(' ').split(' '));
});

test('every resource and list conforms to the published description', async () => {
  const lists = ['/Calls.json', '/Conferences.json', '/Messages.json', '/Recordings.json', '/Queues.json'];
  const violations: string[] = [];
  for (const path of [...paths.values(), ...lists, '/Applications.json', '/IncomingPhoneNumbers.json']) {
    const apiRequest = { method: 'GET', path: `/2010-04-01/Accounts/${account.sid}${path}`, body: '' };
    violations.push(
      ...description.findRequestViolations(apiRequest),
      ...description.findResponseViolations(apiRequest, {
        status: 200,
        body: JSON.stringify(await fetchJson(path)),
      }),
    );
  }
  expect(violations).toEqual([]);
});

/** Fields that the provider sends but doesn't describe. */
const allowed = new Set(['subresource_uris', 'uri', 'media_url', 'type', 'queue_time', 'conference_sid']);

test.each(['/Calls.json', '/Conferences.json', '/Messages.json', '/Recordings.json', '/Queues.json'])(
  'the list %s has links to its pages',
  async (path) => {
    const list = await fetchJson(`${path}?PageSize=1`);
    const root = `/2010-04-01/Accounts/${account.sid}${path}`;
    expect(list).toMatchObject({ page: 0, page_size: 1, start: 0, end: 0, previous_page_uri: null });
    expect(list['first_page_uri']).toBe(`${root}?PageSize=1&Page=0`);
    expect(String(list['uri']).startsWith(root)).toBe(true);
  },
);
