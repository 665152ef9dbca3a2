import pino from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { startTestProvider } from '../services/test-provider.ts';
import { until } from '../services/test-world.ts';
import { createRealtimePublisher } from './realtime-publisher.ts';

const ending: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0)) await end();
});

async function start() {
  const service = await startTestProvider();
  const keys = { appId: 'app', key: 'key', secret: 'secret', cluster: '', secure: false };
  const address = { host: '127.0.0.1', port: service.port };
  // It stands still: whatever is sent is within the second of what was sent before.
  const clock = { now: () => 1_000_000 };
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
  return { service, publisher, failed };
}

describe('messages to open phones and lists', () => {
  it('about the same go at once, then once a second, and the last one is sent', async () => {
    const { service, publisher } = await start();
    for (let n = 0; n < 20; n += 1) publisher.agentUpdated(100, 7);
    publisher.agentUpdated(100, 8);
    publisher.callUpdated(100, 1000);
    await until('three messages', () => service.asked('publish').length >= 3);
    await until('the last one', () => service.asked('publish').length === 4);
    for (let n = 0; n < 20; n += 1) publisher.agentUpdated(100, 7);
    await until('the last one of these', () => service.asked('publish').length === 5);
    const of7 = service.asked('publish').filter(({ about }) => about.includes('{\\"user_id\\":7}'));
    expect(of7).toHaveLength(3);
    expect(of7[0]?.about).toContain('private-account.100');
  });

  it('that cannot be sent hold nobody up, and are counted', async () => {
    const { service, publisher, failed } = await start();
    await service.stop();
    await publisher.withdrawn(7, { call_user_id: 1001, by: 'Ann' });
    publisher.callUpdated(100, 1000);
    await until('both are counted', () => failed.length === 2);
    expect(failed).toEqual(['ECONNREFUSED', 'ECONNREFUSED']);
  });
});
