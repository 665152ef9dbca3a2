import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { scratchFolder } from '../testing/scratch.ts';
import { Records } from './records.ts';

const folder = scratchFolder();

const schema = z.object({ sid: z.string(), n: z.number() });
const open = (name: string, maxRecords = 100) => new Records(join(folder, name), schema, maxRecords);

test('after a restart, records have their last state and are listed newest first', () => {
  const records = open('a');
  records.put({ sid: 'x', n: 1 });
  records.put({ sid: 'y', n: 2 });
  records.put({ sid: 'x', n: 3 });
  records.remove('y');
  records.put({ sid: 'z', n: 4 });
  const again = open('a');
  expect(again.list()).toEqual([
    { sid: 'z', n: 4 },
    { sid: 'x', n: 3 },
  ]);
  expect(again.get('y')).toBeUndefined();
});

test('a truncated or invalid line affects no other record', () => {
  open('b').put({ sid: 'x', n: 1 });
  appendFileSync(join(folder, 'b'), '{"sid":"q","n":"text"}\nnull\n{"sid":"y","n"');
  expect(open('b').list()).toEqual([{ sid: 'x', n: 1 }]);
  open('b').put({ sid: 'y', n: 2 });
  expect(open('b').list()).toHaveLength(2);
});

test('the oldest records beyond the limit are removed, and the file is compacted', () => {
  const records = open('c', 3);
  for (let n = 0; n < 12_000; n += 1) records.put({ sid: `s${n % 5}`, n });
  expect(records.list()).toHaveLength(3);
  expect(readFileSync(join(folder, 'c'), 'utf8').split('\n').length).toBeLessThan(6_000);
});
