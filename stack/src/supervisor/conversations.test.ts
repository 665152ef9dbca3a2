import { expect, test } from 'vitest';
import { untilCallsAreOver } from './conversations.ts';

const patient = { limitMs: 60_000, hurry: new AbortController().signal, onWaiting: () => undefined };

test('the end waits until the calls are over, and takes no answer for no', async () => {
  const answers: (boolean | null)[] = [true, null, true, false];
  let waits = 0;
  await untilCallsAreOver(async () => answers.shift() as boolean | null, {
    ...patient,
    onWaiting: () => (waits += 1),
  });
  expect(answers).toEqual([]);
  expect(waits).toBe(1);
});

test('where there is no call there is nothing to wait for', async () => {
  let waits = 0;
  await untilCallsAreOver(async () => false, { ...patient, onWaiting: () => (waits += 1) });
  expect(waits).toBe(0);
});

test('it does not wait longer than its time', async () => {
  const wait = untilCallsAreOver(async () => true, { ...patient, limitMs: 700 });
  await expect(wait).resolves.toBeUndefined();
});

test('nor when it is asked to hurry', async () => {
  const hurry = new AbortController();
  await untilCallsAreOver(async () => true, {
    ...patient,
    hurry: hurry.signal,
    onWaiting: () => hurry.abort(),
  });
  expect(hurry.signal.aborted).toBe(true);
});
