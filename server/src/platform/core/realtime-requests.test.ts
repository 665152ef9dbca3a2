import { describe, expect, it } from 'vitest';
import { type Message, toRequests } from './realtime-requests.ts';

const to = (channel: string, name = 'call.updated', id = 1): Message => ({
  channel,
  name,
  data: JSON.stringify({ id }),
});
const many = (count: number, of: (n: number) => Message) => Array.from({ length: count }, (_, n) => of(n));
const shape = (messages: readonly Message[]) =>
  toRequests(messages).map((request) =>
    request.kind === 'event' ? `${request.channels.length} channels` : `${request.messages.length} messages`,
  );

describe('realtime messages', () => {
  it('need no request if there are none, and one if there is one', () => {
    expect(toRequests([])).toEqual([]);
    expect(toRequests([to('a')])).toEqual([
      { kind: 'event', channels: ['a'], name: 'call.updated', data: '{"id":1}' },
    ]);
  });

  it('about different things share a request, ten at most', () => {
    const different = (count: number) => many(count, (n) => to('a', 'agent.updated', n));
    expect(shape(different(10))).toEqual(['10 messages']);
    expect(shape(different(21))).toEqual(['1 channels', '10 messages', '10 messages']);
  });

  it('about one thing share a request, a hundred channels at most', () => {
    const same = (count: number) => many(count, (n) => to(`c${n}`));
    expect(shape(same(100))).toEqual(['100 channels']);
    expect(shape(same(101))).toEqual(['100 channels', '1 channels']);
  });

  it('of a lead that rings ten agents take two requests', () => {
    const lead = [...many(10, (n) => to('account', 'agent.updated', n)), ...many(11, (n) => to(`c${n}`))];
    expect(shape(lead)).toEqual(['11 channels', '10 messages']);
  });

  it('are all sent, once each', () => {
    const messages = [
      to('account', 'agent.updated', 1),
      ...many(7, (n) => to('account', 'agent.updated', n)),
      ...many(12, (n) => to(`c${n}`)),
      ...many(8, (n) => to(`d${n}`, 'call.updated', 2)),
    ];
    const sent = toRequests(messages).flatMap((request) =>
      request.kind === 'batch'
        ? request.messages
        : request.channels.map((channel) => ({ channel, name: request.name, data: request.data })),
    );
    expect(new Set(sent.map((message) => JSON.stringify(message))).size).toBe(27);
    expect(sent).toHaveLength(27);
  });
});
