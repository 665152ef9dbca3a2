import { expect, it } from 'vitest';
import { createOutageLog } from './outage-log.ts';

it('a database outage is logged when it starts, then once a minute with the number of requests', () => {
  const lines: unknown[] = [];
  let now = 5;
  const log = createOutageLog({ error: (fields: unknown) => void lines.push(fields) } as never, () => now);
  for (const [ms, times] of [
    [0, 300],
    [59_999, 1],
    [1, 2],
    [600_000, 1],
  ] as const) {
    now += ms;
    for (let n = 0; n < times; n += 1) log(new Error('away'));
  }
  expect(lines).toMatchObject([{ requests: 1 }, { requests: 301 }, { requests: 2 }]);
});
