import type { Agent } from '@offhook/contract/entities';
import { describe, expect, test } from 'vitest';
import { agentRow, type ListPurpose, teamRow } from './agent-rows.ts';

const agent: Agent = {
  id: 9,
  full_name: 'Amara Nwachukwu',
  on_call_id: null,
  is_available: true,
  is_app_only: false,
  is_online_app: true,
  is_mobile: false,
  permissions: ['listen', 'whisper', 'barge'],
  integrations: { hubspot_id: null, salesforce_domain: null, activecampaign_domain: null },
  country_code: null,
};
const viewer = (permissions: string[]) => ({ userId: 1, accountId: 100, permissions });
const nobody: ListPurpose = { panel: 'conference', viewer: viewer([]), inCall: false };
const supervisor = viewer(['listen', 'whisper', 'barge']);
const onCall = { on_call_id: 55, is_available: false };

test.each<[string, Partial<Agent>, string]>([
  ['with a call', { on_call_id: 55 }, 'onCall'],
  ['with a call, whatever else is said', { on_call_id: 55, is_available: true }, 'onCall'],
  ['free', {}, 'available'],
  ['in wrap-up, off shift or away', { is_available: false }, 'unavailable'],
])('status of an agent %s', (_sentence, fields, status) => {
  expect(agentRow({ ...agent, ...fields }, nobody)).toMatchObject({ name: 'Amara Nwachukwu', status });
});

describe('the call icon of Transfer', () => {
  test.each<[string, Partial<Agent>, boolean]>([
    ['shows for who is free', {}, true],
    ['not on a call', { on_call_id: 5 }, false],
    ['not when unavailable', { is_available: false }, false],
    ['not for an app-only agent who is offline', { is_app_only: true, is_online_app: false }, false],
    ['for an app-only agent who is online', { is_app_only: true, is_online_app: true }, true],
    ['for who has another phone, offline', { is_online_app: false }, true],
  ])('%s', (_sentence, fields, canCall) => {
    const row = agentRow({ ...agent, ...fields }, { ...nobody, panel: 'transfer' });
    expect(row.canCall).toBe(canCall);
    expect(row.supervise).toEqual([]);
  });
});

describe('the call icon of Conference', () => {
  test.each<[string, Partial<Agent>, boolean]>([
    ['shows for who is available in the app', {}, true],
    ['on mobile', { is_online_app: false, is_mobile: true }, true],
    ['not in neither place', { is_online_app: false, is_mobile: false }, false],
    ['not when unavailable', { is_available: false }, false],
    ['does not look at the call', { on_call_id: 5 }, true],
  ])('%s', (_sentence, fields, canCall) => {
    expect(agentRow({ ...agent, ...fields }, nobody).canCall).toBe(canCall);
  });
});

describe('listen, whisper and barge', () => {
  test.each<[string, ListPurpose, Partial<Agent>, readonly string[]]>([
    ['show all three to who may', { ...nobody, viewer: supervisor }, onCall, ['listen', 'whisper', 'barge']],
    ['each by its own permission', { ...nobody, viewer: viewer(['whisper']) }, onCall, ['whisper']],
    ["not by the row's own permissions", nobody, onCall, []],
    ['not of oneself', { ...nobody, viewer: { ...supervisor, userId: agent.id } }, onCall, []],
    ['not to who is signed out', { ...nobody, viewer: null }, onCall, []],
    ['not without a call to join', { ...nobody, viewer: supervisor }, {}, []],
    ['not to who is in a call', { ...nobody, viewer: supervisor, inCall: true }, onCall, []],
    ['not in Transfer', { panel: 'transfer', viewer: supervisor, inCall: false }, onCall, []],
  ])('%s', (_sentence, purpose, fields, supervise) => {
    expect(agentRow({ ...agent, ...fields }, purpose).supervise).toEqual(supervise);
  });
});

test.each([
  [true, { status: 'available', canCall: true }],
  [false, { status: 'unavailable', canCall: false }],
])('a team shows whether it is available, %s, and can be called if so', (is_available, shown) => {
  expect(teamRow({ id: 7, name: 'Sales', is_available })).toEqual({ id: 7, name: 'Sales', ...shown });
});
