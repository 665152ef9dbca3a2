import { createSocket } from 'node:dgram';
import { type TestContext, test } from 'vitest';
import { until } from '../testing/until.ts';
import { addCarrier, connectCaller, readLevel, setHears, setUp, waitForTone } from './test-engine.ts';

/** A NAT router in front of the peer. `rebind` gives it another external address. */
async function startRouter({ onTestFinished }: TestContext, port: number) {
  const inside = createSocket('udp4');
  let outside = createSocket('udp4');
  let peer: { readonly port: number; readonly address: string } | null = null;
  const sendBack = (data: Buffer) => peer && inside.send(data, peer.port, peer.address);
  outside.on('message', sendBack);
  inside.on('message', (data, from) => {
    peer = from;
    outside.send(data, port, '127.0.0.1');
  });
  await new Promise<void>((resolve) => inside.bind(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    inside.close();
    outside.close();
  });
  return {
    port: inside.address().port,
    rebind: () => {
      outside.close();
      outside = createSocket('udp4').on('message', sendBack);
    },
  };
}

test('a browser whose NAT address changes keeps its call', async (context) => {
  const { expect, engine } = setUp(context);
  let rebind = () => {};
  const peer = await connectCaller(engine, 'CA1', async (sdp) => {
    const port = Number(/m=audio (\d+)/.exec(sdp)?.[1]);
    const router = await startRouter(context, port);
    ({ rebind } = router);
    return sdp.replaceAll(` ${port} `, ` ${router.port} `);
  });
  await addCarrier(engine, 'CA2', 600);
  await setHears(engine, { CA1: ['CA2'], CA2: ['CA1'] });
  peer.speak(900);
  await waitForTone(peer, 600);
  rebind();
  const before = peer.received.length;
  await until(() => peer.received.length > before + 100, 'audio from the service');
  const { packetsIn } = await readLevel(engine, 'CA1');
  await until(() => peer.received.length > before + 150, 'audio from the peer');
  expect((await readLevel(engine, 'CA1')).packetsIn).toBeGreaterThan(packetsIn);
});
