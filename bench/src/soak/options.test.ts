import { expect, test } from 'vitest';
import { readOptions } from './options.ts';

test('the default is an hour with 50 agents, a lead per second and a fault per minute', () => {
  expect(readOptions([])).toMatchObject({ minutes: 60, agents: 50, leads: 1, faults: 1 });
  expect(readOptions(['--minutes', '5', '--leads', '0.5'])).toMatchObject({ minutes: 5, leads: 0.5 });
});

test.each([
  [['--agents', 'many'], /--agents/],
  [['--minutes', '0'], /--minutes/],
  [['--url', 'https://phone.test'], /--url requires --logins/],
  [['--numbers', '415'], /--numbers/],
  [['--speed', '9'], /--speed/],
  [['--only', 'rain'], /--only/],
  [['--database', 'paper'], /--database/],
  [
    ['--minutes', '60', '--leads', '2'],
    /--minutes and --leads: together they need more than the 7000 available phone numbers/,
  ],
])('%j is rejected with an error that names the option', (args, message) => {
  expect(() => readOptions(args)).toThrow(message);
});

test('no faults are injected into a remote deployment', () => {
  const args = ['--url', 'https://phone.test', '--logins', 'x', '--supervisor', 'a@b.test,c'];
  const options = readOptions([...args, '--key', 'k', '--numbers', '+1415555', '--faults', '5']);
  expect(options.faults).toBe(0);
});
