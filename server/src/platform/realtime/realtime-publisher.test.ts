import pino from 'pino';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { startFakeProvider } from '../../testing/world/fake-provider.ts';
import { createRealtimePublisher } from './realtime-publisher.ts';

const ending: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0)) await end();
});

async function start() {
  const service = await startFakeProvider();
  const keys = { appId: 'app', key: 'key', secret: 'secret', cluster: '', secure: false };
  const address = { host: '127.0.0.1', port: service.port };
  let now = 1_000_000;
  let clockOffset = 0;
  const clock = { now: () => now - clockOffset, elapsed: () => now };
  const failed: string[] = [];
  const publisher = createRealtimePublisher(
    { ...keys, ...address },
    clock,
    pino({ level: 'silent' }),
    (reason) => failed.push(reason),
  );
  ending.push(
    () => publisher.stop(),
    () => service.stop(),
  );
  const sent = async () => {
    await publisher.settled();
    return service.requests('publish').map(({ target }) => target);
  };
  const countRequests = async () => {
    await publisher.settled();
    return new Set(service.requests('publish').map(({ fields }) => fields)).size;
  };
  const advance = (ms: number) => {
    now += ms;
  };
  const setBack = (ms: number) => {
    clockOffset += ms;
  };
  return { service, publisher, failed, sent, countRequests, advance, setBack };
}

describe('the realtime publisher', () => {
  it('sends repeated messages immediately, then once a second, including the last one', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    ending.push(() => vi.useRealTimers());
    const { publisher, sent, advance } = await start();
    const secondLater = () => {
      advance(1_000);
      vi.advanceTimersByTime(1_000);
      return sent();
    };
    for (let n = 0; n < 20; n += 1) publisher.agentUpdated(100, 7);
    publisher.agentUpdated(100, 8);
    publisher.callUpdated(100, 1000, []);
    expect(await sent()).toHaveLength(3);
    expect(await secondLater()).toHaveLength(4);
    for (let n = 0; n < 20; n += 1) publisher.agentUpdated(100, 7);
    expect(await sent()).toHaveLength(4);
    expect(await secondLater()).toHaveLength(5);
    const all = await secondLater();
    expect(all).toHaveLength(5);
    const of7 = all.filter((about) => about.includes('{\\"user_id\\":7}'));
    expect(of7).toHaveLength(3);
    expect(of7[0]).toContain('private-account.100');
  });

  it('notifies those who take part in a call on their own channels', async () => {
    const { publisher, sent } = await start();
    publisher.callUpdated(100, 1000, [7, 8]);
    expect((await sent()).map((target) => JSON.parse(target))).toEqual([
      {
        name: 'call.updated',
        data: '{"call_id":1000}',
        channels: ['private-account.100', 'presence-user.7', 'presence-user.8'],
      },
    ]);
  });

  it('sends what changed together in as few requests as possible, also what waited for its second', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    ending.push(() => vi.useRealTimers());
    const { publisher, sent, countRequests, advance } = await start();
    const changeAll = () => {
      for (let userId = 1; userId <= 10; userId += 1) publisher.agentUpdated(100, userId);
      publisher.callUpdated(100, 1000, [1, 2, 3]);
      publisher.settingsUpdated(100);
    };
    changeAll();
    expect(await countRequests()).toBe(2);
    changeAll();
    expect(await countRequests()).toBe(2);
    advance(1_000);
    vi.advanceTimersByTime(1_000);
    expect(await countRequests()).toBe(4);
    const channels = (await sent()).flatMap(
      (target) => (JSON.parse(target) as { channels: string[] }).channels,
    );
    expect(channels).toHaveLength(2 * (10 + 4 + 2));
    expect(channels.filter((name) => name === 'private-settings.100')).toHaveLength(2);
  });

  it('sends a delayed message once, even if `sendDue` is called twice', async () => {
    const { publisher, sent, advance } = await start();
    publisher.agentUpdated(100, 7);
    await sent();
    publisher.agentUpdated(100, 7);
    advance(1_000);
    publisher.sendDue();
    publisher.sendDue();
    expect(await sent()).toHaveLength(2);
  });

  it('sends delayed messages at shutdown', async () => {
    const { publisher, sent } = await start();
    publisher.callUpdated(100, 1000, []);
    await sent();
    publisher.callUpdated(100, 1000, []);
    publisher.stop();
    expect(await sent()).toHaveLength(2);
  });

  it('does not delay messages further when the clock is set back', async () => {
    const { publisher, sent, advance, setBack } = await start();
    publisher.callUpdated(100, 1000, []);
    await sent();
    setBack(3_600_000);
    advance(1_000);
    publisher.callUpdated(100, 1000, []);
    expect(await sent()).toHaveLength(2);
  });

  it('counts failed messages, which block nothing', async () => {
    const { service, publisher, failed } = await start();
    await service.stop();
    await publisher.ringWithdrawn(7, { call_user_id: 1001, by: 'Ann' });
    publisher.callUpdated(100, 1000, []);
    await publisher.settled();
    expect(failed).toEqual(['ECONNREFUSED', 'ECONNREFUSED']);
  });
});
