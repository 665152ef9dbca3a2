import { readUint16, readUint32, writeUint32 } from './rtp.ts';

const SENDER_REPORT = 200;
const RECEIVER_REPORT = 201;
const SOURCE_DESCRIPTION = 202;
const GOODBYE = 203;

export interface ReportBlock {
  readonly ssrc: number;
  readonly fraction: number;
  readonly lost: number;
  readonly highest: number;
  readonly jitter: number;
  /** Middle 32 bits of the NTP time of the sender's last report; 0 if none arrived. */
  readonly lastReport: number;
  /** Delay since that report, in 1/65536 s. */
  readonly sinceReport: number;
}

export interface SenderReport {
  readonly ssrc: number;
  readonly cname: string;
  /** Unix time in ms. */
  readonly now: number;
  readonly timestamp: number;
  readonly packets: number;
  readonly bytes: number;
  readonly blocks: readonly ReportBlock[];
}

const NTP_EPOCH = 2_208_988_800;

/** At most 31 blocks; the CNAME is ASCII under 256 bytes. */
export function writeSenderReport(report: SenderReport): Uint8Array {
  const wordCount = 7 + 6 * report.blocks.length;
  const description = sourceDescription(report.ssrc, report.cname);
  const out = new Uint8Array(wordCount * 4 + description.length);
  writeHeader(out, 0, report.blocks.length, SENDER_REPORT, wordCount);
  writeUint32(out, 4, report.ssrc);
  const seconds = Math.floor(report.now / 1000);
  writeUint32(out, 8, seconds + NTP_EPOCH);
  writeUint32(out, 12, Math.floor(((report.now - seconds * 1000) / 1000) * 2 ** 32));
  writeUint32(out, 16, report.timestamp);
  writeUint32(out, 20, report.packets);
  writeUint32(out, 24, report.bytes);
  report.blocks.forEach((block, i) => {
    const at = 28 + 24 * i;
    writeUint32(out, at, block.ssrc);
    writeUint32(out, at + 4, (block.fraction << 24) | (block.lost & 0xffffff));
    writeUint32(out, at + 8, block.highest);
    writeUint32(out, at + 12, block.jitter);
    writeUint32(out, at + 16, block.lastReport);
    writeUint32(out, at + 20, block.sinceReport);
  });
  out.set(description, wordCount * 4);
  return out;
}

function sourceDescription(ssrc: number, cname: string): Uint8Array {
  const wordCount = Math.ceil((8 + 2 + cname.length + 1) / 4);
  const out = new Uint8Array(wordCount * 4);
  writeHeader(out, 0, 1, SOURCE_DESCRIPTION, wordCount);
  writeUint32(out, 4, ssrc);
  out[8] = 1;
  out[9] = cname.length;
  for (let i = 0; i < cname.length; i += 1) out[10 + i] = cname.charCodeAt(i);
  return out;
}

function writeHeader(out: Uint8Array, at: number, count: number, type: number, wordCount: number): void {
  out[at] = 0x80 | count;
  out[at + 1] = type;
  out[at + 2] = (wordCount - 1) >>> 8;
  out[at + 3] = wordCount - 1;
}

/** Round-trip time in ms (RFC 3550, section 6.4.1); null if the block doesn't refer to any of our reports. */
export function roundTrip(block: ReportBlock, now: number): number | null {
  if (block.lastReport === 0) return null;
  const seconds = Math.floor(now / 1000) + NTP_EPOCH;
  const middle = ((seconds % 65_536) * 65_536 + Math.floor(((now % 1000) / 1000) * 65_536)) % 2 ** 32;
  const units = (middle - block.lastReport - block.sinceReport) | 0;
  return units < 0 ? 0 : (units * 1000) / 65_536;
}

export type RtcpItem =
  | { readonly type: 'senderReport'; readonly ssrc: number; readonly ntpMiddle: number }
  | { readonly type: 'reportBlock'; readonly block: ReportBlock }
  | { readonly type: 'goodbye'; readonly ssrc: number };

/** Parses a compound packet up to the first incomplete part. Skips unknown types. */
export function parseRtcp(data: Uint8Array): readonly RtcpItem[] {
  const items: RtcpItem[] = [];
  for (let at = 0; at + 8 <= data.length && items.length < 64; ) {
    const first = data[at] as number;
    const end = at + 4 * (readUint16(data, at + 2) + 1);
    if (first >> 6 !== 2 || end > data.length) break;
    const count = first & 0x1f;
    const type = data[at + 1];
    const ssrc = readUint32(data, at + 4);
    if (type === SENDER_REPORT && at + 28 <= end) {
      items.push({ type: 'senderReport', ssrc, ntpMiddle: readUint32(data, at + 10) });
      readBlocks(data, at + 28, end, count, items);
    } else if (type === RECEIVER_REPORT) readBlocks(data, at + 8, end, count, items);
    else if (type === GOODBYE && count > 0) items.push({ type: 'goodbye', ssrc });
    at = end;
  }
  return items;
}

function readBlocks(data: Uint8Array, start: number, end: number, count: number, items: RtcpItem[]): void {
  for (let i = 0; i < count; i += 1) {
    const at = start + 24 * i;
    if (at + 24 > end) return;
    const loss = readUint32(data, at + 4);
    const block: ReportBlock = {
      ssrc: readUint32(data, at),
      fraction: loss >>> 24,
      lost: (loss << 8) >> 8,
      highest: readUint32(data, at + 8),
      jitter: readUint32(data, at + 12),
      lastReport: readUint32(data, at + 16),
      sinceReport: readUint32(data, at + 20),
    };
    items.push({ type: 'reportBlock', block });
  }
}
