import type { Agent } from '@offhook/contract/agent/agent';
import { describe, expect, test } from 'vitest';
import { agentRow, type ListContext, teamRow } from './agent-rows.ts';

const agent: Agent = {
  id: 9,
  full_name: 'Amara Nwachukwu',
  on_call_id: null,
  is_available: true,
  is_app_only: false,
  is_online_app: true,
  is_mobile: false,
  permissions: ['listen', 'whisper', 'barge'],
  team_ids: [4],
  integrations: { hubspot_id: null, salesforce_domain: null, activecampaign_domain: null },
  country_code: null,
};
const viewer = (permissions: string[]) => ({
  userId: 1,
  accountId: 100,
  language: 'en' as const,
  permissions,
  supervisedTeamIds: null as readonly number[] | null,
});
const unprivileged: ListContext = { panel: 'conference', viewer: viewer([]), inCall: false };
const supervisor = viewer(['listen', 'whisper', 'barge']);
const onCall = { on_call_id: 55, is_available: false };

test.each<[string, Partial<Agent>, string]>([
  ['on a call', { on_call_id: 55 }, 'onCall'],
  ['on a call, even if marked as available', { on_call_id: 55, is_available: true }, 'onCall'],
  ['who is free', {}, 'available'],
  ['in wrap-up, off shift or away', { is_available: false }, 'unavailable'],
])('the status of an agent %s', (_sentence, fields, status) => {
  expect(agentRow({ ...agent, ...fields }, unprivileged)).toMatchObject({ name: 'Amara Nwachukwu', status });
});

describe('the call icon of Transfer', () => {
  test.each<[string, Partial<Agent>, boolean]>([
    ['is shown for an available agent', {}, true],
    ['is hidden for an agent on a call', { on_call_id: 5 }, false],
    ['is hidden for an unavailable agent', { is_available: false }, false],
    ['is hidden for an app-only agent who is offline', { is_app_only: true, is_online_app: false }, false],
    ['is shown for an app-only agent who is online', { is_app_only: true, is_online_app: true }, true],
    ['is shown for an offline agent with another phone', { is_online_app: false }, true],
  ])('%s', (_sentence, fields, canCall) => {
    const row = agentRow({ ...agent, ...fields }, { ...unprivileged, panel: 'transfer' });
    expect(row.canCall).toBe(canCall);
    expect(row.supervise).toEqual([]);
  });
});

describe('the call icon of Conference', () => {
  test.each<[string, Partial<Agent>, boolean]>([
    ['is shown for an agent who is online in the app', {}, true],
    ['is shown for an agent who is online on mobile', { is_online_app: false, is_mobile: true }, true],
    ['is hidden for an agent who is neither', { is_online_app: false, is_mobile: false }, false],
    ['is hidden for an unavailable agent', { is_available: false }, false],
    ['is shown for an agent on a call', { on_call_id: 5 }, true],
  ])('%s', (_sentence, fields, canCall) => {
    expect(agentRow({ ...agent, ...fields }, unprivileged).canCall).toBe(canCall);
  });
});

describe('listen, whisper and barge', () => {
  test.each<[string, ListContext, Partial<Agent>, readonly string[]]>([
    [
      'are shown to a supervisor with all permissions',
      { ...unprivileged, viewer: supervisor },
      onCall,
      ['listen', 'whisper', 'barge'],
    ],
    ['each need their own permission', { ...unprivileged, viewer: viewer(['whisper']) }, onCall, ['whisper']],
    ['ignore the permissions of the agent in the row', unprivileged, onCall, []],
    [
      "are hidden in the viewer's own row",
      { ...unprivileged, viewer: { ...supervisor, userId: agent.id } },
      onCall,
      [],
    ],
    [
      'are shown to a supervisor of the agent’s team',
      { ...unprivileged, viewer: { ...supervisor, supervisedTeamIds: [3, 4] } },
      onCall,
      ['listen', 'whisper', 'barge'],
    ],
    [
      'are hidden from a supervisor of another team',
      { ...unprivileged, viewer: { ...supervisor, supervisedTeamIds: [3] } },
      onCall,
      [],
    ],
    ['are hidden while signed out', { ...unprivileged, viewer: null }, onCall, []],
    ['are hidden without a call to join', { ...unprivileged, viewer: supervisor }, {}, []],
    ['are hidden during another call', { ...unprivileged, viewer: supervisor, inCall: true }, onCall, []],
    ['are hidden in Transfer', { panel: 'transfer', viewer: supervisor, inCall: false }, onCall, []],
  ])('%s', (_sentence, purpose, fields, supervise) => {
    expect(agentRow({ ...agent, ...fields }, purpose).supervise).toEqual(supervise);
  });
});

test.each([
  [true, { status: 'available', canCall: true }],
  [false, { status: 'unavailable', canCall: false }],
])('a team whose is_available is %s has the matching status and call icon', (is_available, shown) => {
  expect(teamRow({ id: 7, name: 'Sales', is_available })).toEqual({ id: 7, name: 'Sales', ...shown });
});
