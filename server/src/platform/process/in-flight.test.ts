import { describe, expect, it } from 'vitest';
import { createInFlight } from './in-flight.ts';

function work() {
  let [end, fail] = [() => {}, () => {}];
  const done = new Promise<void>((resolve, reject) => {
    end = resolve;
    fail = () => reject(new Error('the work failed'));
  });
  return { done, end: () => end(), fail: () => fail() };
}

describe('work in flight', () => {
  it('is listed by name until it settles', async () => {
    const inFlight = createInFlight();
    const [ring, dial] = [work(), work()];
    expect(inFlight.track('ring', ring.done)).toBe(ring.done);
    const failing = expect(inFlight.track('dial', dial.done)).rejects.toThrow('the work failed');
    expect(inFlight.names()).toEqual(['ring', 'dial']);
    dial.fail();
    await failing;
    expect(inFlight.names()).toEqual(['ring']);
    ring.end();
    await inFlight.settled();
    expect(inFlight.names()).toEqual([]);
  });

  it('is awaited together with the work it starts', async () => {
    const inFlight = createInFlight();
    const [first, second] = [work(), work()];
    const startedSecond = first.done.then(() => void inFlight.track('second', second.done));
    void inFlight.track('first', first.done);
    let isSettled = false;
    const settled = inFlight.settled().then(() => {
      isSettled = true;
    });
    first.end();
    await startedSecond;
    await first.done;
    expect([inFlight.names(), isSettled]).toEqual([['second'], false]);
    second.end();
    await settled;
    expect(inFlight.names()).toEqual([]);
  });
});
