import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { WebSocket } from 'ws';
import { localEdge } from './core/edges.ts';
import { Session } from './session.ts';

class FakeSocket extends EventEmitter {
  readonly OPEN = 1;
  readonly readyState = 1;
  readonly bufferedAmount = 0;
  isCut = false;
  readonly #answers: boolean;
  constructor(answers: boolean) {
    super();
    this.#answers = answers;
  }
  send(text: string): void {
    if (this.#answers && text === '\n') this.emit('message', Buffer.from(text), false);
  }
  close(): void {}
  terminate(): void {
    this.isCut = true;
    this.emit('close');
  }
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function open(answers: boolean): FakeSocket {
  const socket = new FakeSocket(answers);
  new Session(socket as unknown as WebSocket, localEdge, { onFrame: () => {}, onClosed: () => {} });
  return socket;
}

test('a browser that does not answer heartbeats is disconnected', () => {
  const [answers, silent] = [open(true), open(false)];
  vi.advanceTimersByTime(60_000);
  expect([answers.isCut, silent.isCut]).toEqual([false, true]);
});

test.each([3_600_000, -3_600_000])(
  'a clock change of %i ms does not affect the heartbeat timeout',
  (step) => {
    const [answers, silent] = [open(true), open(false)];
    vi.advanceTimersByTime(12_000);
    vi.setSystemTime(Date.now() + step);
    vi.advanceTimersByTime(48_000);
    expect([answers.isCut, silent.isCut]).toEqual([false, true]);
  },
);
