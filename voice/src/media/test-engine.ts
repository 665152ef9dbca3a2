import type { TestContext } from 'vitest';
import { until } from '../testing/until.ts';
import type { MediaCommand } from './commands.ts';
import type { ReplyTo } from './media-client.ts';
import { MediaEngine } from './media-engine.ts';
import type { Level, MediaReport } from './protocol.ts';
import { TestPeer } from './test-peer.ts';
import { createCertificate } from './webrtc/dtls.ts';

const certificate = createCertificate();

export function startEngine({ onTestFinished }: TestContext) {
  const reports: MediaReport[] = [];
  const engine = new MediaEngine({
    addresses: ['127.0.0.1'],
    bindings: [{ family: 'udp4', bind: '127.0.0.1', advertised: ['127.0.0.1'] }],
    ports: null,
    lostAfterMs: 30_000,
    certificate,
    report: (report) => reports.push(report),
  });
  onTestFinished(() => engine.close());
  const has = (type: MediaReport['type'], leg: string, from = 0) =>
    reports.slice(from).some((report) => report.type === type && 'leg' in report && report.leg === leg);
  const send = <O extends MediaCommand>(input: O) => engine.perform(input) as Promise<ReplyTo<O>>;
  return { reports, has, send, onTestFinished };
}

export type TestEngine = ReturnType<typeof startEngine>;
type CommandSender = Pick<TestEngine, 'send'>;

export const setUp = (context: TestContext) => ({ expect: context.expect, engine: startEngine(context) });

/** `negotiate` exchanges the SDPs and returns the service's SDP. */
export async function connectPeer(
  { send, has, reports, onTestFinished }: TestEngine,
  leg: string,
  negotiate: (peer: TestPeer) => Promise<string>,
): Promise<TestPeer & { sdp: string }> {
  for (let attempt = 1; ; attempt += 1) {
    const peer = new TestPeer();
    onTestFinished(() => peer.close());
    const start = reports.length;
    const sdp = await negotiate(peer);
    await until(() => peer.received.length > 0 || peer.hasFailed, `${leg} to receive packets`);
    if (!peer.hasFailed) {
      if (!has('connected', leg, start)) throw new Error(`no connected report for ${leg}`);
      return Object.assign(peer, { sdp });
    }
    // On a stalled machine, the DTLS client of the peer fails when its first hello is answered twice.
    if (attempt === 5) throw new Error(`${leg} was not connected after 5 attempts`);
    await send({ type: 'closeLeg', leg });
  }
}

export function connectCaller(
  engine: TestEngine,
  leg: string,
  rewrite: (sdp: string) => Promise<string> = async (sdp) => sdp,
) {
  return connectPeer(engine, leg, async (peer) => {
    const { sdp } = await engine.send({ type: 'answerOffer', leg, sdp: await peer.offer() });
    await peer.accept(await rewrite(sdp));
    return sdp;
  });
}

export async function addCarrier({ send }: TestEngine, leg: string, frequency: number): Promise<void> {
  await send({ type: 'openCarrier', leg });
  await send({ type: 'setPersona', leg, persona: { kind: 'tone', frequency } });
}

export const startRecording = (
  { send }: TestEngine,
  recording: string,
  path: string,
  first: readonly string[] = [],
) => send({ type: 'startRecording', recording, path, channels: { first, second: [] } });

export const setHears = ({ send }: CommandSender, routes: Readonly<Record<string, readonly string[]>>) =>
  send({
    type: 'setHears',
    routes: Object.entries(routes).map(([leg, hears]) => ({ leg, hears: [...hears] })),
  });

export async function readLevel({ send }: CommandSender, leg: string): Promise<Level> {
  const { levels } = await send({ type: 'readLevels' });
  const found = levels.find((each) => each.leg === leg);
  if (found === undefined) throw new Error(`no level for ${leg}`);
  return found;
}

/**
 * A frequency of 0 waits for silence. Checks every 240 ms window that ends at `from` or later, so that a short tone
 * isn't missed.
 */
export function waitForTone(peer: TestPeer, frequency: number, from = peer.received.length): Promise<true> {
  let end = from;
  return until(() => {
    if (frequency === 0) return peer.level(12) === 0;
    for (; end <= peer.received.length; end += 1) {
      const level = peer.level(12, end);
      if (level > 0.05 && peer.strength(frequency, 12, end) > 0.7 * level) return true;
    }
    return false;
  }, `${frequency} Hz`);
}
