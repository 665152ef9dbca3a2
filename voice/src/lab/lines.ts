import type { CallStatus } from '../calls/core/call.ts';
import type { LiveCall } from '../calls/live-call.ts';
import type { Level } from '../media/protocol.ts';
import type { LabDeps } from './deps.ts';

/** A running call's audio, as the lab and the package's API report it. */
export interface Line
  extends Pick<Level, 'packetsIn' | 'packetsOut' | 'sends' | 'tones' | 'concealed' | 'network'> {
  readonly callSid: string;
  readonly kind: 'client' | 'carrier';
  readonly from: string;
  readonly to: string;
  readonly status: CallStatus;
  readonly conference: string | null;
  readonly hears: readonly string[];
  readonly levelIn: number;
  readonly levelOut: number;
}

export async function readLines(
  { media, exchange }: LabDeps,
  tones: readonly number[],
): Promise<readonly Line[]> {
  const reply = await media.send({ type: 'readLevels', tones: [...tones] });
  const levels = new Map(reply.levels.map((level) => [level.leg, level]));
  const bySid = new Map(exchange.liveCalls.map((live) => [live.leg ?? '', live.call.sid]));
  return exchange.liveCalls.map((live) => line(live, levels.get(live.leg ?? ''), bySid));
}

function line(live: LiveCall, level: Level | undefined, sids: ReadonlyMap<string, string>): Line {
  const { call } = live;
  const client = (call.direction === 'inbound' ? call.from : call.to).startsWith('client:');
  return {
    callSid: call.sid,
    kind: client ? 'client' : 'carrier',
    from: call.from,
    to: call.to,
    status: call.status,
    conference: live.membership?.conferenceSid ?? null,
    hears: (level?.hears ?? []).flatMap((leg) => sids.get(leg) ?? []),
    levelIn: level?.in ?? 0,
    levelOut: level?.out ?? 0,
    packetsIn: level?.packetsIn ?? 0,
    packetsOut: level?.packetsOut ?? 0,
    sends: level?.sends ?? 'nothing',
    tones: level?.tones ?? [],
    concealed: level?.concealed ?? 0,
    network: level?.network ?? null,
  };
}
