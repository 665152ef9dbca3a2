import type { BoardAgent } from '@offhook/contract/console/board-entities';
import { expect, test } from 'vitest';
import { hasJoined, joiningText, ownCall, tileActions } from './supervising.ts';

const supervisor = { id: 1, account_id: 100, permissions: ['listen', 'whisper', 'barge'] };
const boardAgent: BoardAgent = {
  id: 1,
  full_name: 'Sam',
  profile_picture: '',
  team_ids: [],
  state: 'oncall',
  since: null,
  call_id: null,
  with: null,
  call_status: null,
  reason: null,
  status: null,
  wrap_up_ends_at: null,
  is_callback: false,
  is_signed_in: true,
  is_supervising: false,
  is_agent: true,
};
const onCall = { id: 2, state: 'oncall', call_id: 55, team_ids: [4] as number[] } as const;

test.each([
  ['of a call offers Listen, Whisper and Barge', supervisor, onCall, ['listen', 'whisper', 'barge']],
  [
    'of a held call offers all three',
    supervisor,
    { ...onCall, state: 'held' },
    ['listen', 'whisper', 'barge'],
  ],
  [
    'offers each action with its own permission',
    { ...supervisor, permissions: ['whisper'] },
    onCall,
    ['whisper'],
  ],
  [
    'offers nothing to a supervisor without these permissions',
    { ...supervisor, permissions: ['admin'] },
    onCall,
    [],
  ],
  ['offers nothing to a supervisor of another team', { ...supervisor, supervised_team_ids: [3] }, onCall, []],
  ["of the supervisor's own call offers nothing", { ...supervisor, id: 2 }, onCall, []],
  ['of a ringing agent offers nothing', supervisor, { ...onCall, state: 'ringing' }, []],
  ['in wrap-up offers nothing', supervisor, { ...onCall, state: 'wrapup' }, []],
  ['of an unknown call offers nothing', supervisor, { ...onCall, call_id: null }, []],
] as const)('a tile %s', (_title, user, tile, actions) => {
  expect(tileActions(user, tile)).toEqual(actions);
});

test('a tile offers nothing to a supervisor in their own or another call', () => {
  expect(tileActions(supervisor, onCall, { id: 54, supervision: null })).toEqual([]);
  expect(tileActions(supervisor, onCall, { id: 55, supervision: null })).toEqual([]);
  expect(tileActions(supervisor, onCall, { id: 54, supervision: 'listen' })).toEqual([]);
  expect(tileActions(supervisor, onCall, null)).toHaveLength(3);
});

test('the tile of the supervised call offers the other two, as far as they are permitted', () => {
  expect(tileActions(supervisor, onCall, { id: 55, supervision: 'listen' })).toEqual(['whisper', 'barge']);
  expect(tileActions(supervisor, onCall, { id: 55, supervision: 'barge' })).toEqual(['listen', 'whisper']);
  const listener = { ...supervisor, permissions: ['listen', 'barge'] };
  expect(tileActions(listener, onCall, { id: 55, supervision: 'listen' })).toEqual(['barge']);
  expect(tileActions({ ...supervisor, id: 2 }, onCall, { id: 55, supervision: 'listen' })).toEqual([]);
});

test('the supervisor’s own call is known on the board of a team that they aren’t in', () => {
  const known = { own_call_id: 55, own_supervision: 'whisper', agents: [] } as const;
  expect(ownCall({ ...known, agents: [] }, 1)).toEqual({ id: 55, supervision: 'whisper' });
  expect(ownCall({ own_call_id: null, agents: [{ ...boardAgent, call_id: 54 }] }, 1)).toBeNull();
});

test('the supervisor’s own call is found among the agents of an earlier server’s board', () => {
  expect(ownCall({ agents: [{ ...boardAgent, call_id: 54 }] }, 1)).toEqual({ id: 54, supervision: null });
  expect(ownCall({ agents: [] }, 1)).toBeNull();
});

test.each([
  ['while their phone rings', { own_call_id: 55, own_supervision: null }, false],
  ['once their phone has joined', { own_call_id: 55, own_supervision: 'listen' }, true],
  ['in another call', { own_call_id: 56, own_supervision: 'listen' }, false],
  ['of an earlier server', { own_call_id: 55 }, true],
] as const)('a supervisor %s: joined or not', (_, board, joined) => {
  const watched: Parameters<typeof ownCall>[0] = { ...board, agents: [] };
  expect(hasJoined(watched, ownCall(watched, 1), 55)).toBe(joined);
});

test.each([
  ['listen', 'Connecting your phone to listen to Ana.'],
  ['whisper', 'Connecting your phone to whisper to Ana.'],
  ['barge', 'Connecting your phone to join Ana and the lead.'],
] as const)('%s tells the supervisor that their phone is connecting', (action, expected) => {
  expect(joiningText(action, 'Ana')).toBe(expected);
});
