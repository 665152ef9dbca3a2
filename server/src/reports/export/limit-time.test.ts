import { describe, expect, it } from 'vitest';
import { limitTime } from './limit-time.ts';

describe('a file', () => {
  const opened = () => {
    let now = 0;
    let isClosed = false;
    async function* chunks() {
      try {
        yield 'one';
        yield 'two';
        yield 'three';
      } finally {
        isClosed = true;
      }
    }
    const file = limitTime(chunks(), { now: () => now });
    return { file, isClosed: () => isClosed, advance: (minutes: number) => (now += minutes * 60_000) };
  };

  it('is whole after exactly 30 minutes', async () => {
    const { file, advance } = opened();
    expect((await file.next()).value).toBe('one');
    advance(15);
    expect((await file.next()).value).toBe('two');
    advance(15);
    expect((await file.next()).value).toBe('three');
    expect((await file.next()).done).toBe(true);
  });

  it('ends early after 31 minutes, with the reading of its rows', async () => {
    const { file, advance, isClosed } = opened();
    await file.next();
    advance(31);
    await expect(file.next()).rejects.toThrow('too slowly');
    expect(isClosed()).toBe(true);
    expect((await file.next()).done).toBe(true);
  });
});
