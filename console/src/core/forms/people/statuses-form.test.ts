import type { ConsoleStatus } from '@offhook/contract/console/people/status-entities';
import { expect, it } from 'vitest';
import {
  NEW_STATUS,
  statusesChange,
  statusesForm,
  statusesProblems,
  wrongStatusFields,
} from './statuses-form.ts';

const list: readonly ConsoleStatus[] = [
  { key: 'break', name: null, icon: 'coffee', minutes_per_day: 30, archived: false },
  { key: 'coaching', name: 'Coaching', icon: 'groups', minutes_per_day: null, archived: true },
];
const form = statusesForm({ list });

it('sends statuses as they are read, without the names of built-in ones', () => {
  expect(statusesChange(form)).toEqual([
    { key: 'break', icon: 'coffee', minutes_per_day: 30, archived: false },
    { key: 'coaching', name: 'Coaching', icon: 'groups', minutes_per_day: null, archived: true },
  ]);
});

it('sends a new status without a key', () => {
  const added = { list: [{ ...NEW_STATUS, name: ' Team time ', minutes: '15' }] };
  expect(statusesChange(added)).toEqual([
    { name: 'Team time', icon: 'coffee', minutes_per_day: 15, archived: false },
  ]);
});

it.each([
  ['Every status needs a name.', { name: ' ' }],
  ['Two statuses have the same name.', { name: 'break' }],
  ['Enter 1 to 1,440 minutes per day, or leave it blank.', { name: 'Team time', minutes: '1441' }],
])('is rejected: %s', (problem, fields) => {
  expect(statusesProblems({ list: [...form.list, { ...NEW_STATUS, ...fields }] })).toEqual({ list: problem });
});

it('names the fields that are wrong, and leaves archived names alone', () => {
  const added = [
    { ...NEW_STATUS, name: 'break' },
    { ...NEW_STATUS, name: 'Coaching', minutes: 'x' },
  ];
  expect(wrongStatusFields({ list: [...form.list, ...added] })).toEqual([
    { name: true, minutes: false },
    { name: false, minutes: false },
    { name: true, minutes: false },
    { name: false, minutes: true },
  ]);
});

it('allows the name of an archived status', () => {
  expect(statusesProblems({ list: [...form.list, { ...NEW_STATUS, name: 'Coaching' }] })).toEqual({});
});
