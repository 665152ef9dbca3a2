/**
 * SDP (RFC 8866) and JSEP (RFC 9429), limited to one PCMU line. Browser candidates are ignored: as an ICE lite agent,
 * the service learns the address from connectivity checks.
 */

export type Direction = 'sendrecv' | 'sendonly' | 'recvonly' | 'inactive';
export type Setup = 'actpass' | 'active' | 'passive';

export interface RemoteDescription {
  /** `audio` is the index of the accepted line. */
  readonly lines: readonly { readonly kind: string; readonly protocol: string; readonly formats: string }[];
  readonly audio: number;
  readonly mid: string | null;
  readonly bundled: boolean;
  readonly ufrag: string;
  readonly password: string;
  readonly setup: Setup;
  /** SHA-256 of the peer's certificate, lower-case hex without colons. */
  readonly fingerprint: string;
  readonly direction: Direction;
}

export type ParsedSdp =
  | { readonly ok: true; readonly description: RemoteDescription }
  | { readonly ok: false; readonly error: string };

const MAX_BYTES = 64 * 1024;
const MAX_LINES = 2000;
const TOKEN = /^[A-Za-z0-9+/]+$/;

interface Section {
  readonly head: string;
  readonly attributes: readonly string[];
}

export function parseSdp(sdp: string): ParsedSdp {
  const reject = (error: string): ParsedSdp => ({ ok: false, error });
  if (sdp.length > MAX_BYTES) return reject('the SDP is longer than 64 kB');
  const lines = sdp.split(/\r\n|\n|\r/);
  if (lines.length > MAX_LINES) return reject('the SDP has more than 2000 lines');
  if (lines[0] !== 'v=0') return reject('the SDP does not start with v=0');
  const [session, ...media] = sections(lines);
  if (session === undefined) return reject('the SDP is empty');
  const mediaLines = media.map(({ head }) => parseMediaLine(head));
  const audio = mediaLines.findIndex((head) => head?.kind === 'audio' && head.port !== 0);
  const section = media[audio];
  const head = mediaLines[audio];
  if (section === undefined || !head) return reject('the SDP has no audio');
  if (!head.protocol.includes('SAVPF')) return reject('the audio is not secured (no SAVPF profile)');
  if (!head.formats.split(' ').includes('0')) return reject('the audio does not include PCMU');
  const value = (name: string) => attribute(section, name) ?? attribute(session, name);
  const ufrag = value('ice-ufrag') ?? '';
  const password = value('ice-pwd') ?? '';
  if (!TOKEN.test(ufrag) || ufrag.length < 4 || ufrag.length > 256)
    return reject('missing or invalid ice-ufrag');
  if (!TOKEN.test(password) || password.length < 22 || password.length > 256)
    return reject('missing or invalid ice-pwd');
  if (attribute(section, 'rtcp-mux') === undefined) return reject('no rtcp-mux');
  const fingerprint = sha256(section) ?? sha256(session);
  if (fingerprint === null) return reject('no sha-256 fingerprint');
  const setup = value('setup') ?? 'actpass';
  if (setup !== 'actpass' && setup !== 'active' && setup !== 'passive') return reject('invalid setup');
  const mid = attribute(section, 'mid') ?? null;
  return {
    ok: true,
    description: {
      lines: mediaLines.map((each) => ({
        kind: each?.kind ?? 'application',
        protocol: each?.protocol ?? 'UDP/TLS/RTP/SAVPF',
        formats: each?.formats.split(' ')[0] ?? '0',
      })),
      audio,
      mid: mid !== null && /^[!-~]{1,64}$/.test(mid) ? mid : null,
      bundled: attribute(session, 'group')?.startsWith('BUNDLE') ?? false,
      ufrag,
      password,
      setup,
      fingerprint,
      direction: direction(section) ?? direction(session) ?? 'sendrecv',
    },
  };
}

function sections(lines: readonly string[]): readonly Section[] {
  const result: { head: string; attributes: string[] }[] = [{ head: '', attributes: [] }];
  for (const line of lines) {
    if (line.startsWith('m=')) result.push({ head: line.slice(2), attributes: [] });
    else if (line.startsWith('a=')) result.at(-1)?.attributes.push(line.slice(2));
  }
  return result;
}

function parseMediaLine(head: string) {
  const match = /^([a-z]{1,16}) (\d{1,5})(?:\/\d+)? ([A-Z/]{1,32}) ([!-~]{1,32}(?: [!-~]{1,32}){0,99})$/.exec(
    head,
  );
  if (match === null) return null;
  return { kind: match[1] ?? '', port: Number(match[2]), protocol: match[3] ?? '', formats: match[4] ?? '' };
}

/** The attribute's value; '' if it's a flag, undefined if it's absent. */
function attribute(section: Section, name: string): string | undefined {
  for (const each of section.attributes) {
    if (each === name) return '';
    if (each.startsWith(`${name}:`)) return each.slice(name.length + 1).trim();
  }
  return undefined;
}

function sha256(section: Section): string | null {
  for (const each of section.attributes) {
    const match = /^fingerprint: ?sha-256 ((?:[0-9a-f]{2}:){31}[0-9a-f]{2})$/i.exec(each);
    if (match?.[1] !== undefined) return match[1].replaceAll(':', '').toLowerCase();
  }
  return null;
}

function direction(section: Section): Direction | null {
  for (const each of section.attributes) {
    if (each === 'sendrecv' || each === 'sendonly' || each === 'recvonly' || each === 'inactive') return each;
  }
  return null;
}

export function reverseDirection(direction: Direction): Direction {
  if (direction === 'sendonly') return 'recvonly';
  return direction === 'recvonly' ? 'sendonly' : direction;
}

export interface LocalDescription {
  readonly session: number;
  readonly version: number;
  readonly ufrag: string;
  readonly password: string;
  readonly fingerprint: string;
  readonly setup: Setup;
  readonly ssrc: number;
  readonly cname: string;
  readonly candidates: readonly { readonly address: string; readonly port: number }[];
}

export function writeOffer(local: LocalDescription): string {
  const line = { kind: 'audio', protocol: 'UDP/TLS/RTP/SAVPF', formats: '0' };
  return write(local, [line], 0, '0', true, 'sendrecv');
}

export function writeAnswer(local: LocalDescription, offer: RemoteDescription): string {
  return write(local, offer.lines, offer.audio, offer.mid, offer.bundled, reverseDirection(offer.direction));
}

function write(
  local: LocalDescription,
  lines: RemoteDescription['lines'],
  audio: number,
  mid: string | null,
  bundled: boolean,
  direction: Direction,
): string {
  const out = ['v=0', `o=- ${local.session} ${local.version} IN IP4 127.0.0.1`, 's=-', 't=0 0', 'a=ice-lite'];
  if (bundled && mid !== null) out.push(`a=group:BUNDLE ${mid}`);
  lines.forEach((line, i) => {
    if (i === audio) out.push(...audioLines(local, mid, direction));
    else out.push(`m=${line.kind} 0 ${line.protocol} ${line.formats}`, 'c=IN IP4 0.0.0.0', 'a=inactive');
  });
  return `${out.join('\r\n')}\r\n`;
}

function audioLines(local: LocalDescription, mid: string | null, direction: Direction): readonly string[] {
  const first = local.candidates[0];
  const family = first?.address.includes(':') ? 'IP6' : 'IP4';
  return [
    `m=audio ${first?.port ?? 9} UDP/TLS/RTP/SAVPF 0`,
    `c=IN ${family} ${first?.address ?? '0.0.0.0'}`,
    'a=rtcp-mux',
    `a=${direction}`,
    ...(mid === null ? [] : [`a=mid:${mid}`]),
    'a=rtpmap:0 PCMU/8000',
    'a=ptime:20',
    `a=ice-ufrag:${local.ufrag}`,
    `a=ice-pwd:${local.password}`,
    `a=fingerprint:sha-256 ${(local.fingerprint.toUpperCase().match(/../g) ?? []).join(':')}`,
    `a=setup:${local.setup}`,
    // Without a stream ID, the browser's track belongs to no stream, and clients that play streams stay silent.
    'a=msid:voice voice',
    `a=ssrc:${local.ssrc} cname:${local.cname}`,
    ...local.candidates.map(
      ({ address, port }, i) =>
        `a=candidate:${i + 1} 1 udp ${priority(i)} ${address} ${port} typ host generation 0`,
    ),
    'a=end-of-candidates',
  ];
}

/** RFC 8445, section 5.1.2.1: host type preference, decreasing local preference, component 1. */
function priority(index: number): number {
  return 126 * 2 ** 24 + (65535 - index) * 2 ** 8 + 255;
}
