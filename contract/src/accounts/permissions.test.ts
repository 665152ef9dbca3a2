import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  canJoinConference,
  canReceiveTransfer,
  canSupervise,
  hasPermission,
  isParty,
  isSupervisor,
  mayStartConference,
  mayText,
  mayWatch,
  PERMISSIONS,
  type SupervisionObstacle,
  supervisedTeams,
  supervises,
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
  it('a user has exactly the listed permissions', () => {
    expect(hasPermission({ permissions: ['app-sms'] }, 'app-sms')).toBe(true);
    expect(hasPermission({ permissions: ['app-sms'] }, 'app-retry')).toBe(false);
  });
  it.each(['listen', 'whisper', 'barge'])('a user with only %s is a supervisor', (permission) => {
    expect(isSupervisor({ permissions: [permission] })).toBe(true);
  });
  it('a user without listen, whisper and barge isn’t a supervisor', () => {
    expect(isSupervisor({ permissions: ['app-sms', 'admin'] })).toBe(false);
  });
  it.each([
    [[], false],
    [['app-sms', 'admin'], false],
    [['listen'], true],
    [['whisper'], true],
    [['barge'], true],
  ])('a user with permissions %j may start a conference: %s', (permissions, expected) => {
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
    const onCall = { id: 2, account_id: 100, on_call_id: 55, team_ids: [4] };
    expect(canSupervise(supervisor, action, onCall)).toBe(true);
    expect(canSupervise(supervisor, action, { ...onCall, on_call_id: null })).toBe(false);
    expect(canSupervise({ ...supervisor, permissions: others }, action, onCall)).toBe(false);
  });

  const supervisor = { id: 1, account_id: 100, permissions: ['listen'] };
  const ofTeams = (...supervised_team_ids: number[]) => ({ supervised_team_ids });
  const onCall = { id: 2, account_id: 100, on_call_id: 55, team_ids: [4] };
  const obstacles: [
    title: string,
    change: {
      permissions?: string[];
      supervised_team_ids?: number[];
      agent?: Partial<Parameters<typeof supervisionObstacle>[2]>;
    },
    expected: SupervisionObstacle | null,
  ][] = [
    ['another agent of the account on a call is allowed', {}, null],
    ['without the permission isn’t allowed', { permissions: ['whisper', 'barge', 'admin'] }, 'permission'],
    ['an agent of another account isn’t allowed', { agent: { account_id: 101 } }, 'account'],
    [
      'a call that doesn’t exist isn’t allowed',
      { agent: { id: null, account_id: null, on_call_id: null } },
      'account',
    ],
    ['an agent of a supervised team is allowed', ofTeams(3, 4), null],
    ['an agent of another team isn’t allowed', ofTeams(3), 'team'],
    [
      'an agent of another team without a call isn’t allowed',
      { ...ofTeams(3), agent: { on_call_id: null } },
      'team',
    ],
    ['as an administrator isn’t limited to teams', { ...ofTeams(3), permissions: ['listen', 'admin'] }, null],
    ['yourself isn’t allowed', { agent: { id: 1 } }, 'self'],
    ['an agent who isn’t on a call isn’t allowed', { agent: { on_call_id: null } }, 'call'],
    ['a call without an agent isn’t allowed', { agent: { id: null, on_call_id: null } }, 'call'],
    [
      'yourself in another account is rejected for the missing permission first',
      { permissions: [], agent: { id: 1, account_id: 2 } },
      'permission',
    ],
  ];
  it.each(obstacles)('supervising %s', (_title, { agent: change, ...fields }, expected) => {
    const user = { ...supervisor, ...fields };
    const call = { ...onCall, ...change };
    expect(supervisionObstacle(user, 'listen', call)).toBe(expected);
    expect(canSupervise(user, 'listen', call)).toBe(expected === null);
  });

  const teamIds = fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { maxLength: 4 });
  const recordTeams = fc.array(fc.option(fc.integer({ min: 1, max: 6 })), { maxLength: 3 });

  it('a supervisor of given teams supervises exactly what belongs to one of them', () => {
    fc.assert(
      fc.property(teamIds, recordTeams, fc.subarray([...PERMISSIONS]), (own, ofRecord, permissions) => {
        const user = { permissions, supervised_team_ids: own };
        const isAdmin = permissions.includes('admin');
        const shared = own.filter((id) => ofRecord.includes(id));
        expect(supervises(user, ofRecord)).toBe(isAdmin || shared.length > 0);
        expect(supervisedTeams(user)).toEqual(isAdmin ? null : own);
        // What one team allows, more teams allow too.
        if (supervises(user, ofRecord))
          expect(supervises({ ...user, supervised_team_ids: [...own, 7] }, ofRecord)).toBe(true);
      }),
    );
  });

  it('a supervisor without a limit supervises everything, also what belongs to no team', () => {
    fc.assert(
      fc.property(recordTeams, fc.constantFrom(null, undefined), (ofRecord, none) => {
        expect(supervises({ permissions: ['listen'], supervised_team_ids: none }, ofRecord)).toBe(true);
      }),
    );
  });

  it('listeners and whisperers aren’t parties to a call; everyone else is', () => {
    expect(['listen', 'whisper'].map(isParty)).toEqual([false, false]);
    expect(['barge', 'conference', 'transfer', 'lead', 'inbound', 'outbound'].every(isParty)).toBe(true);
  });

  const transfers: [
    title: string,
    change: Partial<typeof agent> | { on_call_id: number },
    expected: boolean,
  ][] = [
    ['goes to an available agent off call', {}, true],
    ['does not go to an agent on a call', { on_call_id: 5 }, false],
    ['does not go to an unavailable agent', { is_available: false }, false],
    ['does not go to an app-only agent who is offline', { is_app_only: true }, false],
    ['goes to an app-only agent who is online', { is_app_only: true, is_online_app: true }, true],
  ];
  it.each(transfers)('a transfer %s', (_title, change, expected) => {
    expect(canReceiveTransfer({ ...agent, ...change })).toBe(expected);
  });

  const conferences: [title: string, change: Partial<typeof agent>, expected: boolean][] = [
    ['doesn’t accept an agent who isn’t online in the app or on mobile', {}, false],
    ['accepts an agent who is online in the app', { is_online_app: true }, true],
    ['accepts an agent on mobile', { is_mobile: true }, true],
    ['doesn’t accept an unavailable agent', { is_available: false, is_online_app: true }, false],
  ];
  it.each(conferences)('a conference %s', (_title, change, expected) => {
    expect(canJoinConference({ ...agent, ...change })).toBe(expected);
  });
});
