import { expect, test } from 'vitest';
import { crmLinks } from './lists/crm-links.ts';
import { historyRow } from './lists/history-rows.ts';
import { barsLit, telNumber, timerText } from './phone-text.ts';
import { disconnected, KEY, lead, ring, run, signedInAs, talk } from './sample-events.ts';
import { alertText, alertWords, asksToNotify, card, documentTitle } from './selectors.ts';

const hubspot = { ...lead, crm: 'hubspot', source_id: '9/1' };
const integrations = {
  hubspot_id: '44',
  salesforce_domain: 'acme.my.salesforce.com',
  activecampaign_domain: 'acme',
  custom_crm_url: 'https://crm.test/lead/{source_id}',
};

test.each<[string, number, Partial<ReturnType<typeof card>>]>([
  ['an ordinary account', 100, { name: 'Roof quote', email: 'lee@day.test', phone: null }],
  ['account 6671', 6671, { name: 'Lee Day', email: null, phone: null }],
  ['account 9920', 9920, { name: 'Roof quote', email: 'lee@day.test', phone: '(415) 555-0100' }],
])('the card of %s', (_sentence, account_id, expected) => {
  expect(card(run([...signedInAs({ account_id }), ...ring()]).state)).toMatchObject({
    company: 'Acme',
    category: 'Solar',
    ...expected,
  });
});

test.each<[string, typeof lead, number, readonly string[]]>([
  ['HubSpot', hubspot, 100, ['https://app.hubspot.com/contacts/44/contact/9%2F1']],
  [
    'Salesforce',
    { ...lead, crm: 'salesforce', source_id: '9' },
    100,
    ['https://acme.my.salesforce.com/lightning/r/Lead/9/view'],
  ],
  [
    'ActiveCampaign',
    { ...lead, crm: 'activecampaign', source_id: '9' },
    100,
    ['https://acme.activehosted.com/app/contacts/9'],
  ],
  [
    'Follow Up Boss',
    { ...lead, crm: 'followupboss', source_id: '9' },
    100,
    ['https://app.followupboss.com/2/people/view/9'],
  ],
  ['no source id', { ...lead, crm: 'hubspot' }, 100, []],
  ['another CRM', { ...lead, crm: 'other', source_id: '9' }, 100, []],
  ['the custom link of 6671', { ...lead, source_id: '9/1' }, 6671, ['https://crm.test/lead/9%2F1']],
])('CRM links: %s', (_sentence, given, accountId, expected) => {
  expect(crmLinks(given, integrations, accountId).map(({ href }) => href)).toEqual(expected);
});

test.each<[string, Partial<typeof integrations>]>([
  ['a host with a path', { salesforce_domain: 'acme.test/evil' }],
  ['a host with a user', { salesforce_domain: 'a@evil.test' }],
  ['nothing', { salesforce_domain: '' }],
])('no Salesforce link for %s', (_sentence, changed) => {
  const given = { ...lead, crm: 'salesforce', source_id: '9' };
  expect(crmLinks(given, { ...integrations, ...changed }, 100)).toEqual([]);
});

test.each(['http://crm.test/{source_id}', 'https://{source_id}.test/', 'javascript:{source_id}', 'nonsense'])(
  'no custom link for %s',
  (custom_crm_url) => {
    const given = { ...lead, source_id: 'evil' };
    expect(crmLinks(given, { ...integrations, custom_crm_url }, 6671)).toEqual([]);
  },
);

const item = {
  id: 1,
  direction: 'outbound',
  recording_url: null,
  time_formatted: 'Mar 3, 10:15 AM',
  lead_retry: null,
  retry: null,
  status: 'completed',
  seconds: 75,
  duration: '1:15',
  user: { name: 'Ann Agent' },
  lead,
  phone_number_formatted: '(415) 555-0100',
};

test.each<[string, Partial<typeof item>, Partial<ReturnType<typeof historyRow>>]>([
  ['an outbound call', {}, { icon: 'call_made', status: '1:15', reason: null }],
  ['any other direction', { direction: 'x' }, { icon: 'call_received' }],
  ['missed', { status: 'missed', seconds: 0 }, { status: 'Missed', reason: 'No agents answered' }],
  ['busy', { status: 'busy', seconds: 0 }, { status: 'Busy', reason: 'All agents busy' }],
  ['offline', { status: 'offline', seconds: 0 }, { status: 'Offline', reason: 'Outside availability hours' }],
  ['in-progress', { status: 'in-progress', seconds: 0 }, { status: 'In Progress' }],
  ['ringing', { status: 'ringing', seconds: 0 }, { status: 'Ringing' }],
  ['another with 0 seconds', { status: 'canceled', seconds: 0 }, { status: 'No Answer', reason: null }],
])('history: %s', (_sentence, changed, expected) => {
  expect(historyRow({ ...item, ...changed }, 100)).toMatchObject(expected);
});

test('history: retries, follow-ups and names', () => {
  const tried = { ...item, retry: 3, lead_retry: 2 };
  expect(historyRow(tried, 100)).toMatchObject({ retry: 'Retry #3', followup: 'Followup #2' });
  expect(historyRow(item, 100)).toMatchObject({ retry: null, followup: null, agent: 'Ann Agent' });
  expect(historyRow({ ...item, user: null } as never, 100).agent).toBeNull();
  expect(historyRow(item, 100).lead?.name).toBe('Roof quote');
  expect(historyRow(item, 6671).lead?.name).toBe('Lee Day');
  expect(historyRow({ ...item, lead: null }, 100).lead).toBeNull();
});

test.each<[number, string]>([
  [0, '00:00'],
  [999, '00:00'],
  [65_000, '01:05'],
  [3_600_000, '60:00'],
  [6_000_000, '100:00'],
  [-5, '00:00'],
])('%i ms show as %s', (ms, expected) => {
  expect(timerText(1_000, 1_000 + ms)).toBe(expected);
});

test.each<[number, number, number]>([
  [0.3, 10, 3],
  [0.5, 10, 5],
  [1, 10, 5],
  [0.15, 20, 3],
  [0.25, 20, 5],
  [0, 20, 0],
  [0.09, 10, 0],
])('volume %f times %i lights %i bars', (volume, scale, expected) => {
  expect(barsLit(volume, scale, 5)).toBe(expected);
});

test.each<[string, string | null]>([
  ['tel:+1 (415) 555-0100', '+14155550100'],
  ['tel: 1 415 555 0100', '+14155550100'],
  ['tel:4155550100', '4155550100'],
  ['TEL:+14155550100', '+14155550100'],
  ['tel:nobody', null],
  ['https://example.com/4155550100', null],
  ['+14155550100', null],
  ['', null],
])('the link %s is reduced to %s', (link, expected) => {
  expect(telNumber(link)).toBe(expected);
});

test('a tel: link opens New Call once, when the agent is signed in and waiting', () => {
  const linked = [
    { type: 'pageLoaded', telUrl: 'tel:+14155550100', storedCall: null } as const,
    ...signedInAs().slice(1),
  ];
  const { screen } = run(linked).state;
  expect(screen.view).toMatchObject({ panel: { name: 'new_call' } });
  expect(screen.forms.newCall.phoneNumber).toBe('+14155550100');
  expect(
    run([...linked, { type: 'panelClosed' }, { type: 'deviceUnregistered' }]).state.screen.view,
  ).toMatchObject({ panel: null });
});

test('a tel: link that is opened while the phone is there opens New Call, at the latest after the call', () => {
  const opened = {
    view: { name: 'waiting', panel: { name: 'new_call' } },
    forms: { newCall: { phoneNumber: '+14155550101' } },
  };
  const link = { type: 'telLinkOpened', url: 'tel:+1-415-555-0101' } as const;
  expect(run([...signedInAs(), link]).state.screen).toMatchObject(opened);
  expect(run([...signedInAs(), { ...link, url: 'tel:nobody' }]).state.screen.view).toMatchObject({
    panel: null,
  });
  const call = [...signedInAs(), ...talk({ type: 'inbound', direction: 'inbound' }), link];
  expect(run(call).state.screen.view).toEqual(run(call.slice(0, -1)).state.screen.view);
  const after = [...call, disconnected(), { type: 'thankYouTimePassed', callKey: KEY } as const];
  expect(run(after).state.screen).toMatchObject(opened);
});

test('the title of the tab follows the state', () => {
  const agent = signedInAs();
  expect(documentTitle(run(agent).state)).toBe('Offhook');
  expect(documentTitle(run([...agent, ...ring()]).state)).toBe('Incoming Lead! – Roof quote');
  expect(documentTitle(run([...agent, ...talk()]).state)).toBe('On Call – Roof quote');
});

test('waiting asks for notification permission until it is decided or the agent clicks Not now', () => {
  const found = (permission: 'unknown' | 'default' | 'granted' | 'denied') =>
    [...signedInAs(), { type: 'notifyPermissionFound', permission }] as const;
  const asks = (...events: Parameters<typeof run>[0]) => asksToNotify(run(events).state);
  expect(asks(...found('default'))).toBe(true);
  for (const permission of ['unknown', 'granted', 'denied'] as const)
    expect(asks(...found(permission))).toBe(false);
  expect(asks(...found('default'), { type: 'notifyNotNowClicked' })).toBe(false);
  expect(asks(...found('default'), ...ring())).toBe(false);
  expect(asks({ type: 'notifyPermissionFound', permission: 'default' })).toBe(false);
});

test('error logs that the browser did not copy can be copied by hand', () => {
  const { state } = run([...signedInAs(), { type: 'errorLogsNotCopied', text: '{"version":"1.9.9"}' }]);
  expect(alertText(state)).toMatch(/^The error logs could not be copied\./);
  expect(alertWords(state)).toBe('{"version":"1.9.9"}');
  const { state: copied } = run([...signedInAs(), { type: 'errorLogsCopied' }]);
  expect([alertText(copied), alertWords(copied)]).toEqual(['Copied error logs to clipboard!', null]);
});
