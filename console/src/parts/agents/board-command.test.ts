import type { Board, BoardAgent } from '@offhook/contract/console/board-entities';
import { expect, test } from 'vitest';
import { actionsOnBoard, agentsOnBoard } from './board-command.ts';

const supervisor = { id: 1, account_id: 100, permissions: ['listen', 'whisper'] };
const agent = (id: number, full_name: string, fields: Partial<BoardAgent> = {}): BoardAgent => ({
  id,
  full_name,
  profile_picture: '',
  team_ids: [],
  state: 'available',
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
  ...fields,
});
const boardOf = (...agents: BoardAgent[]) => ({ agents, own_call_id: null }) as unknown as Board;
const ann = agent(2, 'Ann Reyes', { state: 'oncall', call_id: 55, with: 'Dana Whitlock' });
const ben = agent(3, 'Ben Okafor', { state: 'wrapup', call_id: 56 });
const lunch = { key: 'lunch', name: null, icon: 'restaurant', since: null } as const;
const away = agent(4, 'Anna Away', {
  state: 'unavailable',
  status: { ...lunch, since: '2026-01-01T12:00:00Z', minutes_per_day: null, used_seconds: 0 },
});
const board = boardOf(ann, ben, away);

test('agents of the board are found by their names, with their state or status', () => {
  expect(agentsOnBoard(board, 'an').map(({ name, detail }) => [name, detail])).toEqual([
    ['Ann Reyes', 'On call'],
    ['Anna Away', 'Lunch'],
  ]);
  expect(agentsOnBoard(board, 'whitlock')).toEqual([]);
  expect(agentsOnBoard(board, 'rey')[0]?.command).toEqual({
    agent: { call_id: 55, full_name: 'Ann Reyes' },
    action: null,
  });
});

test.each([
  ['ann', ['Listen: Ann Reyes', 'Whisper: Ann Reyes']],
  ['listen', ['Listen: Ann Reyes']],
  ['whis ann', ['Whisper: Ann Reyes']],
  ['barge', []],
  ['ben', []],
])('%j finds the permitted actions of agents in a call: %j', (search, names) => {
  expect(actionsOnBoard(supervisor, board, search).map(({ name }) => name)).toEqual(names);
});

test('a supervisor in a call finds no action, as on the board', () => {
  expect(actionsOnBoard(supervisor, { ...board, own_call_id: 9 }, 'ann')).toEqual([]);
});
