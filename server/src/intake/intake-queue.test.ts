import { expect, it } from 'vitest';
import { ApiError } from '../platform/http/api-error.ts';
import { createIntakeQueue } from './intake-queue.ts';

function createJobs() {
  const started: number[] = [];
  const ends: (() => void)[] = [];
  const job = (n: number) => () => {
    started.push(n);
    return new Promise<number>((resolve) => {
      ends[n] = () => resolve(n);
    });
  };
  return { started, job, end: (n: number) => ends[n]?.() };
}

it('the intake queue runs two jobs at a time, in order', async () => {
  const queue = createIntakeQueue();
  const { started, job, end } = createJobs();
  const results = [0, 1, 2, 3].map((n) => queue(job(n)));
  await expect.poll(() => started).toEqual([0, 1]);
  end(1);
  expect(await results[1]).toBe(1);
  await expect.poll(() => started).toEqual([0, 1, 2]);
  for (const n of [0, 2]) end(n);
  await expect.poll(() => started).toEqual([0, 1, 2, 3]);
  end(3);
  expect(await Promise.all(results)).toEqual([0, 1, 2, 3]);
});

it('the intake queue continues after a job fails', async () => {
  const queue = createIntakeQueue();
  const failed = queue(async () => {
    throw new Error('no');
  });
  await expect(failed).rejects.toThrow('no');
  expect(await queue(async () => 'yes')).toBe('yes');
});

it('a full intake queue rejects jobs until there is room', async () => {
  const queue = createIntakeQueue(2);
  const { started, job, end } = createJobs();
  const results = [0, 1].map((n) => queue(job(n)));
  await expect.poll(() => started).toEqual([0, 1]);
  results.push(queue(job(2)), queue(job(3)));
  await expect(queue(job(4))).rejects.toEqual(new ApiError('unavailable'));
  end(0);
  await expect.poll(() => started).toEqual([0, 1, 2]);
  results.push(queue(job(4)));
  for (const n of [1, 2]) end(n);
  await expect.poll(() => started).toEqual([0, 1, 2, 3, 4]);
  for (const n of [3, 4]) end(n);
  expect(await Promise.all(results)).toEqual([0, 1, 2, 3, 4]);
});
