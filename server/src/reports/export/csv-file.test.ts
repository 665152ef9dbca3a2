import { Readable } from 'node:stream';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readNumber } from '../../platform/phone-numbers/phone-numbers.ts';
import { safeCell } from './core/safe-cell.ts';
import { csvChunks } from './csv-file.ts';
import { zonedTimes } from './zoned-time.ts';

async function* batchesOf<R>(...batches: readonly R[][]): AsyncGenerator<readonly R[], void> {
  yield* batches;
}

async function textOf(chunks: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const chunk of chunks) text += chunk;
  return text;
}

const COLUMNS = [
  { name: 'id', cell: (row: { id: number; text: string; flag: boolean }) => row.id },
  { name: 'text', cell: (row: { text: string }) => row.text },
  { name: 'flag', cell: (row: { flag: boolean }) => row.flag },
];

it('a file starts with a byte order mark and the names of the columns, and its lines end as in RFC 4180', async () => {
  const rows = [{ id: -1, text: 'a "quote", and\na line', flag: true }];
  const text = await textOf(csvChunks(COLUMNS, batchesOf(rows, [], [{ id: 2, text: '', flag: false }])));
  expect(text).toBe('\uFEFFid,text,flag\r\n-1,"a ""quote"", and\na line",true\r\n2,,false\r\n');
});

it('a parser reads back every text, however it is quoted', async () => {
  const unit = fc.constantFrom(...',;"\r\n\t =+-@\'aÑ中😀');
  await fc.assert(
    fc.asyncProperty(fc.array(fc.string({ unit }), { minLength: 1, maxLength: 5 }), async (texts) => {
      const rows = texts.map((text, id) => ({ id, text, flag: true }));
      const file = await textOf(csvChunks(COLUMNS, batchesOf(rows)));
      const records: Record<string, string>[] = parse(file, { bom: true, columns: true });
      expect(records.map(({ text }) => text)).toEqual(texts.map(safeCell));
    }),
    { numRuns: 60 },
  );
});

it('reads the next batch only after the chunks before it were taken', async () => {
  let read = 0;
  async function* endless() {
    for (;;) {
      read += 1;
      yield [{ id: read, text: '', flag: true }];
    }
  }
  const chunks = csvChunks(COLUMNS, endless());
  for (let taken = 0; taken < 5; taken += 1) {
    await chunks.next();
    expect(read).toBe(taken);
  }
});

it('a file that is closed ends its batches', async () => {
  let ended = false;
  async function* endless() {
    try {
      for (;;) yield [{ id: 1, text: '', flag: true }];
    } finally {
      ended = true;
    }
  }
  let chunks = 0;
  for await (const _chunk of Readable.from(csvChunks(COLUMNS, endless()))) {
    chunks += 1;
    if (chunks === 3) break;
  }
  await expect.poll(() => ended).toBe(true);
});

it('imports read a number as a file has it', () => {
  for (const number of ['+14155550105', '+442079460998'])
    expect(readNumber(safeCell(number), 'US')?.phoneNumber).toBe(number);
});

it.each([
  ['America/Los_Angeles', '2026-11-26T17:32:08.999Z', '2026-11-26T09:32:08-08:00'],
  ['America/Los_Angeles', '2026-07-01T02:00:00Z', '2026-06-30T19:00:00-07:00'],
  // The hour that occurs twice.
  ['America/Los_Angeles', '2026-11-01T08:59:59Z', '2026-11-01T01:59:59-07:00'],
  ['America/Los_Angeles', '2026-11-01T09:00:00Z', '2026-11-01T01:00:00-08:00'],
  ['Asia/Kathmandu', '2026-01-01T00:00:00Z', '2026-01-01T05:45:00+05:45'],
  ['UTC', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00+00:00'],
])('a time in %s is written with the offset: %s', (zone, at, written) => {
  expect(zonedTimes(zone)(new Date(at))).toBe(written);
  expect(new Date(written).getTime()).toBe(Math.floor(Date.parse(at) / 1_000) * 1_000);
});
