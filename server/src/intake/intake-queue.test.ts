import { expect, it } from 'vitest';
import { ApiError } from '../platform/http/api-error.ts';
import { createIntakeQueue } from './intake-queue.ts';

/** Takes that end when they are told. */
function takes() {
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const take = (n: number) => () => {
    begun.push(n);
    return new Promise<number>((resolve) => {
      ends[n] = () => resolve(n);
    });
  };
  return { begun, take, end: (n: number) => ends[n]?.() };
}

it('takes two leads in at a time, in the order in which they came', async () => {
  const queue = createIntakeQueue();
  const { begun, take, end } = takes();
  const answers = [0, 1, 2, 3].map((n) => queue(take(n)));
  await expect.poll(() => begun).toEqual([0, 1]);
  end(1);
  expect(await answers[1]).toBe(1);
  await expect.poll(() => begun).toEqual([0, 1, 2]);
  for (const n of [0, 2]) end(n);
  await expect.poll(() => begun).toEqual([0, 1, 2, 3]);
  end(3);
  expect(await Promise.all(answers)).toEqual([0, 1, 2, 3]);
});

it('goes on after one that failed, and gives its error to whoever asked', async () => {
  const queue = createIntakeQueue();
  const failed = queue(async () => {
    throw new Error('no');
  });
  await expect(failed).rejects.toThrow('no');
  expect(await queue(async () => 'yes')).toBe('yes');
});

it('refuses one more than may wait, and takes it when there is room', async () => {
  const queue = createIntakeQueue(2);
  const { begun, take, end } = takes();
  const answers = [0, 1].map((n) => queue(take(n)));
  await expect.poll(() => begun).toEqual([0, 1]);
  answers.push(queue(take(2)), queue(take(3)));
  await expect(queue(take(4))).rejects.toEqual(new ApiError('unavailable'));
  end(0);
  await expect.poll(() => begun).toEqual([0, 1, 2]);
  answers.push(queue(take(4)));
  for (const n of [1, 2]) end(n);
  await expect.poll(() => begun).toEqual([0, 1, 2, 3, 4]);
  for (const n of [3, 4]) end(n);
  expect(await Promise.all(answers)).toEqual([0, 1, 2, 3, 4]);
});
