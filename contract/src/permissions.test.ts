import { describe, expect, it } from 'vitest';
import {
  canJoinConference,
  canReceiveTransfer,
  canSupervise,
  isParty,
  isSupervisor,
  may,
  mayStartConference,
  mayText,
  mayWatch,
  PERMISSIONS,
  type SupervisionObstacle,
  supervisionObstacle,
} from './permissions.ts';

const agent = {
  on_call_id: null,
  is_available: true,
  is_app_only: false,
  is_online_app: false,
  is_mobile: false,
};

describe('permissions', () => {
  it('a user holds exactly the listed permissions', () => {
    expect(may({ permissions: ['app-sms'] }, 'app-sms')).toBe(true);
    expect(may({ permissions: ['app-sms'] }, 'app-retry')).toBe(false);
  });
  it.each(['listen', 'whisper', 'barge'])('%s alone makes a supervisor', (permission) => {
    expect(isSupervisor({ permissions: [permission] })).toBe(true);
  });
  it('an agent without these permissions is no supervisor', () => {
    expect(isSupervisor({ permissions: ['app-sms', 'admin'] })).toBe(false);
  });
  it.each([
    [[], false],
    [['app-sms', 'admin'], false],
    [['listen'], true],
    [['whisper'], true],
    [['barge'], true],
  ])('who holds %j may start a conference: %s', (permissions, expected) => {
    expect(mayStartConference({ permissions })).toBe(expected);
  });

  it('texting needs the permission and a lead with a phone number', () => {
    const agent = { permissions: ['app-sms'] };
    expect(mayText(agent, { phone_number: '+14155550100' })).toBe(true);
    expect(mayText({ permissions: ['app-retry'] }, { phone_number: '+14155550100' })).toBe(false);
    for (const lead of [null, { phone_number: null }, { phone_number: '' }])
      expect(mayText(agent, lead)).toBe(false);
  });

  it('only supervisors and administrators can watch others', () => {
    const watching = PERMISSIONS.filter((permission) => mayWatch({ permissions: [permission] }));
    expect(watching).toEqual(['listen', 'whisper', 'barge', 'admin']);
    expect(mayWatch({ permissions: [] })).toBe(false);
  });

  it.each(['listen', 'whisper', 'barge'] as const)('%s needs the permission and a call', (action) => {
    const others = ['listen', 'whisper', 'barge'].filter((other) => other !== action);
    const supervisor = { id: 1, account_id: 100, permissions: [action] };
    const onCall = { id: 2, account_id: 100, on_call_id: 55 };
    expect(canSupervise(supervisor, action, onCall)).toBe(true);
    expect(canSupervise(supervisor, action, { ...onCall, on_call_id: null })).toBe(false);
    expect(canSupervise({ ...supervisor, permissions: others }, action, onCall)).toBe(false);
  });

  const supervisor = { id: 1, account_id: 100, permissions: ['listen'] };
  const onCall = { id: 2, account_id: 100, on_call_id: 55 };
  const obstacles: [
    sentence: string,
    change: { permissions?: string[]; agent?: Partial<Parameters<typeof supervisionObstacle>[2]> },
    expected: SupervisionObstacle | null,
  ][] = [
    ['another agent of the account on a call', {}, null],
    ['without the permission', { permissions: ['whisper', 'barge', 'admin'] }, 'permission'],
    ['an agent of another account', { agent: { account_id: 101 } }, 'account'],
    ['a call that does not exist', { agent: { id: null, account_id: null, on_call_id: null } }, 'account'],
    ['oneself', { agent: { id: 1 } }, 'oneself'],
    ['an agent on no call', { agent: { on_call_id: null } }, 'call'],
    ['a call without an agent', { agent: { id: null, on_call_id: null } }, 'call'],
    [
      'without the permission, oneself, elsewhere',
      { permissions: [], agent: { id: 1, account_id: 2 } },
      'permission',
    ],
  ];
  it.each(obstacles)('supervising %s', (_sentence, { permissions, agent: change }, expected) => {
    const user = { ...supervisor, permissions: permissions ?? supervisor.permissions };
    const call = { ...onCall, ...change };
    expect(supervisionObstacle(user, 'listen', call)).toBe(expected);
    expect(canSupervise(user, 'listen', call)).toBe(expected === null);
  });

  it('listeners and whisperers aren’t parties of a call; everyone else is', () => {
    expect(['listen', 'whisper'].map(isParty)).toEqual([false, false]);
    expect(['barge', 'conference', 'transfer', 'lead', 'inbound', 'outbound'].every(isParty)).toBe(true);
  });

  const transfers: [
    sentence: string,
    change: Partial<typeof agent> | { on_call_id: number },
    expected: boolean,
  ][] = [
    ['goes to an available agent off call', {}, true],
    ['does not go to an agent on a call', { on_call_id: 5 }, false],
    ['does not go to an unavailable agent', { is_available: false }, false],
    ['does not go to an app-only agent who is offline', { is_app_only: true }, false],
    ['goes to an app-only agent who is online', { is_app_only: true, is_online_app: true }, true],
  ];
  it.each(transfers)('a transfer %s', (_sentence, change, expected) => {
    expect(canReceiveTransfer({ ...agent, ...change })).toBe(expected);
  });

  const conferences: [sentence: string, change: Partial<typeof agent>, expected: boolean][] = [
    ['does not take an agent who is in neither place', {}, false],
    ['takes an agent online in the app', { is_online_app: true }, true],
    ['takes an agent on mobile', { is_mobile: true }, true],
    ['does not take an unavailable agent', { is_available: false, is_online_app: true }, false],
  ];
  it.each(conferences)('a conference %s', (_sentence, change, expected) => {
    expect(canJoinConference({ ...agent, ...change })).toBe(expected);
  });
});
