import { readFileSync } from 'node:fs';
import formbody from '@fastify/formbody';
import fc from 'fast-check';
import fastify from 'fastify';
import { afterAll, describe, expect, test } from 'vitest';
import { formatParams, parseAddress, parseQuery } from '../../calls/core/address.ts';
import { parseHandsetFrame } from '../../handset/frames.ts';
import { parseWav, wavHeader } from '../../media/core/audio/wav.ts';
import { parseRtcp, writeSenderReport } from '../../media/core/packets/rtcp.ts';
import { datagramKind, payloadEnd, payloadOffset, writeRtpHeader } from '../../media/core/packets/rtp.ts';
import { parseSdp, writeAnswer } from '../../media/core/packets/sdp.ts';
import { createCertificate, createDtlsClient, DtlsHandshake } from '../../media/webrtc/dtls.ts';
import { SrtpReceiver, SrtpSender } from '../../media/webrtc/srtp.ts';
import { isAuthentic, parseCheck } from '../../media/webrtc/stun.ts';
import { dateFilter } from '../../rest/date-filter.ts';
import { ApiError } from '../../rest/errors.ts';
import { Form } from '../../rest/form.ts';
import { page } from '../../rest/page.ts';
import { byteRange } from '../../rest/range.ts';
import { readAccessToken } from '../../signaling/core/access-token.ts';
import { MAX_FRAME_BYTES, parseFrame } from '../../signaling/frames.ts';
import { isMp3, mp3ToWav } from '../../sounds/mp3.ts';
import { until } from '../../testing/until.ts';
import { parseMessagingTwiml } from '../../twiml/core/messaging.ts';
import { parseTwiml } from '../../twiml/core/parse.ts';
import { MAX_DOCUMENT_LENGTH } from '../../twiml/core/tree.ts';
import { twimlWarnings } from '../../twiml/core/warnings.ts';
import { parseCallbackPolicy } from '../../webhooks/core/callback-policy.ts';
import { byteStrings, corpus, rounds, texts } from './mutations.ts';

/**
 * Fuzz tests: every parser of untrusted input fulfills its contract, throws no unexpected error and limits its output.
 * The inputs are those in its corpus and `OFFHOOK_FUZZ` random mutations.
 */
interface TextParser {
  readonly name: string;
  readonly words: readonly string[];
  readonly checkContract: (text: string) => void | Promise<void>;
}

const base = 'https://app.test/twilio';
const local = {
  session: 1,
  version: 1,
  ufrag: 'abcd',
  password: 'abcdefghijklmnopqrstuvwx',
  fingerprint: 'ab'.repeat(32),
  setup: 'passive',
  ssrc: 1,
  cname: 'voice',
  candidates: [{ address: '127.0.0.1', port: 1 }],
} as const;

function allowApiError(act: () => unknown): void {
  try {
    act();
  } catch (error) {
    expect(error).toBeInstanceOf(ApiError);
  }
}

const api = fastify();
await api.register(formbody, { bodyLimit: 256 * 1024 });
api.all('/form', async (request) => {
  for (const form of [new Form(request.body), new Form(request.query)]) readFields(form, request.query);
  return {};
});
afterAll(() => api.close());

function readFields(form: Form, query: unknown): void {
  for (const name of ['Url', 'To', 'StatusCallback', 'Timeout', '__proto__', 'constructor']) {
    expect(form.text(name) === null || typeof form.text(name) === 'string').toBe(true);
    for (const read of [
      () => form.flag(name),
      () => form.integer(name, 1, 600),
      () => form.url(name, 21205),
      () => form.method(name),
      () => form.callback(name, []),
      () => dateFilter(form, name)(Date.now()),
      () => page('/Calls.json', query, 'calls', [1, 2, 3], (one) => one),
    ])
      allowApiError(read);
  }
}

const textParsers: readonly TextParser[] = [
  {
    name: 'signaling',
    words: ['"', '{', '}', '[', ']', ':', ',', 'null', '"type"', '"payload"', '1e999', '\\u0000', '[[[[['],
    checkContract: (text) => {
      for (const frame of [parseFrame(text), parseHandsetFrame(text)]) {
        if (frame === null) continue;
        expect(typeof frame.type).toBe('string');
        expect(JSON.stringify(frame).length).toBeLessThanOrEqual(6 * MAX_FRAME_BYTES);
      }
    },
  },
  {
    name: 'sdp',
    words: [
      '\r\n',
      'm=audio ',
      'a=',
      '0',
      '65536',
      '-1',
      'a=mid:',
      'a=group:BUNDLE ',
      'm=video 9 UDP/TLS/RTP/SAVPF 96',
    ],
    checkContract: (text) => {
      const reading = parseSdp(text);
      if (!reading.ok) return expect(reading.error.length).toBeLessThan(300);
      const answer = writeAnswer(local, reading.description);
      expect(answer.length).toBeLessThan(4_096 + 4 * text.length);
      expect(answer).toMatch(/^v=0\r\n/);
    },
  },
  {
    name: 'twiml',
    words: '< > /> </ & ; " <![CDATA[ ]]> <!-- <? Dial Number loop="0" \0'.split(' '),
    checkContract: (text) => {
      const verbs = parseTwiml(text, base);
      if ('code' in verbs) expect(verbs.message.length).toBeLessThan(2 * MAX_DOCUMENT_LENGTH);
      else expect(verbs.length).toBeLessThanOrEqual(500);
      expect(twimlWarnings(text).length).toBeLessThanOrEqual(500 * 41);
      const texting = parseMessagingTwiml(text, base);
      expect('code' in texting || texting.length <= 500).toBe(true);
    },
  },
  {
    name: 'address',
    words: ['client:', '?', '&', '=', '%', '%zz', '+', '#rc=', '#rp=all', 'sip:', 'https://', '\0'],
    checkContract: (text) => {
      const address = parseAddress(text);
      if (address?.kind === 'client')
        expect(parseQuery(formatParams(address.params)).length).toBe(address.params.length || 0);
      expect(parseQuery(text).length).toBeLessThanOrEqual(text.length + 1);
      const { policy } = parseCallbackPolicy(text);
      expect(policy.retries).toBeLessThanOrEqual(5);
      expect(policy.totalMs).toBeLessThanOrEqual(15_000);
      const range = byteRange(text, 1_000);
      if (range === null || range === 'unsatisfiable') return;
      expect(range.start >= 0 && range.start <= range.end && range.end < 1_000).toBe(true);
    },
  },
  {
    name: 'token',
    words: ['.', '=', '-', '_', 'eyJ', 'e30', 'W10', 'bnVsbA'],
    checkContract: (text) => {
      const options = { accountSid: 'AC1', apiKey: 'SK1', now: 1_000, verify: () => true };
      const read = readAccessToken(text, options);
      expect(typeof read === 'number' ? read : (read.identity ?? 'Anonymous')).toBeTruthy();
    },
  },
  {
    name: 'form',
    words: '& = % + [] Url= Timeout= __proto__= a[b][c]= %00 PageSize= DateCreated<='.split(' '),
    checkContract: async (text) => {
      const body = await api.inject({
        method: 'POST',
        url: '/form',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: text,
      });
      expect([200, 400, 413]).toContain(body.statusCode);
      const query = await api.inject({
        method: 'GET',
        url: `/form?${encodeURI(Buffer.from(text).toString())}`,
      });
      expect([200, 400, 414]).toContain(query.statusCode);
    },
  },
];

function testParser<T>(
  checkContract: (input: T) => void | Promise<void>,
  seeds: readonly T[],
  mutated: fc.Arbitrary<T>,
  numRuns = rounds,
): void {
  test('the contract holds for every corpus input', async () => {
    for (const input of seeds) await checkContract(input);
  });

  test('the contract holds for every mutated input', async () => {
    const property = fc.asyncProperty(mutated, async (input) => void (await checkContract(input)));
    await fc.assert(property, { numRuns });
  });
}

describe.each(textParsers)('$name', ({ name, words, checkContract }) => {
  const seeds = corpus(name);
  const short = seeds.filter((text) => text.length < 5_000);
  testParser(checkContract, seeds, texts(short, words));
});

const keys = { key: Buffer.alloc(16, 1), salt: Buffer.alloc(14, 2) };
const wav = Buffer.concat([wavHeader(1, 320), Buffer.alloc(320, 7)]);
const mp3 = readFileSync(new URL('../../sounds/test-tone.mp3', import.meta.url));

function rtpPacket(): Uint8Array {
  const packet = Buffer.alloc(12 + 160, 0x7f);
  writeRtpHeader(packet, false, 1, 160, 7);
  return packet;
}

function protectedPacket(): Buffer {
  const out = Buffer.alloc(12 + 160 + 10);
  out.set(rtpPacket());
  new SrtpSender(keys).protect(out, 12 + 160, 1);
  return out;
}

const report = writeSenderReport({
  ssrc: 7,
  cname: 'voice',
  now: 1_700_000_000_000,
  timestamp: 1,
  packets: 2,
  bytes: 3,
  blocks: [{ ssrc: 1, fraction: 0, lost: 0, highest: 5, jitter: 0, lastReport: 0, sinceReport: 0 }],
});

interface ByteParser {
  readonly name: string;
  readonly share?: number;
  readonly seeds: readonly Uint8Array[];
  readonly checkContract: (bytes: Buffer) => void | Promise<void>;
}

const authentic = protectedPacket();
const byteParsers: readonly ByteParser[] = [
  {
    name: 'stun',
    seeds: [],
    checkContract: (bytes) => {
      datagramKind(bytes);
      const check = parseCheck(bytes);
      if (!check) return;
      expect(check.local.length + check.remote.length).toBeLessThanOrEqual(513);
      expect(isAuthentic(bytes, check, 'an unknown password')).toBe(false);
    },
  },
  {
    name: 'rtp',
    seeds: [rtpPacket()],
    checkContract: (bytes) => {
      const start = payloadOffset(bytes, bytes.length);
      expect(start).toBeLessThanOrEqual(bytes.length);
      if (start < 0) return;
      expect(payloadEnd(bytes, start, bytes.length)).toBeLessThanOrEqual(bytes.length);
    },
  },
  {
    name: 'rtcp',
    seeds: [report],
    checkContract: (bytes) => {
      expect(parseRtcp(bytes).length).toBeLessThanOrEqual(bytes.length / 4);
    },
  },
  {
    name: 'srtp',
    seeds: [authentic],
    checkContract: (bytes) => {
      const receiver = new SrtpReceiver(keys);
      const same = bytes.equals(authentic);
      expect(receiver.unprotect(Buffer.from(bytes)) >= 0).toBe(same);
      if (!same) expect(receiver.unprotectControl(Buffer.from(bytes))).toBeNull();
    },
  },
  {
    name: 'sound',
    share: 0.3,
    seeds: [
      wav,
      mp3.subarray(0, 2_000),
      Buffer.concat([Buffer.from('ID3\x03\0\0\0\0\0\0', 'latin1'), mp3.subarray(0, 900)]),
    ],
    checkContract: async (bytes) => {
      const reading = parseWav(bytes);
      if (reading.ok) expect(reading.samples.length).toBeLessThanOrEqual(60 * 8_000);
      if (!isMp3(bytes)) return;
      const wavBytes = await mp3ToWav(bytes);
      if (wavBytes) expect(parseWav(wavBytes).ok).toBe(true);
    },
  },
];

describe.each(byteParsers)('$name', ({ name, share = 1, seeds, checkContract }) => {
  const corpusInputs = corpus(name).map((hex) => Buffer.from(hex, 'hex'));
  testParser(
    checkContract,
    corpusInputs,
    byteStrings([...seeds, ...corpusInputs]),
    Math.ceil(rounds * share),
  );
});

describe('dtls', () => {
  /** The first datagrams of a valid client. */
  async function hellos(): Promise<readonly Buffer[]> {
    const certificate = await createCertificate();
    const sent: Buffer[] = [];
    const { client } = createDtlsClient(certificate, (data) => sent.push(Buffer.from(data)));
    // Only its first messages are needed, so no server responds.
    client.connect().catch(() => {});
    await until(() => sent.length > 0, 'a hello');
    client.close();
    return sent;
  }

  test('no mutated record crashes a handshake or completes it', async () => {
    const certificate = await createCertificate();
    const seeds = [...(await hellos()), ...corpus('dtls').map((hex) => Buffer.from(hex, 'hex'))];
    const agreedKeys: unknown[] = [];
    const faults: Error[] = [];
    const open = (): DtlsHandshake =>
      new DtlsHandshake({
        certificate,
        send: () => {},
        onKeys: (derivedKeys) => agreedKeys.push(derivedKeys),
        onError: (error) => faults.push(error),
      });
    let handshake = open();
    for (const bytes of seeds) handshake.receive(Buffer.from(bytes));
    let inputCount = 0;
    await fc.assert(
      fc.asyncProperty(byteStrings(seeds), async (bytes) => {
        inputCount += 1;
        if (inputCount % 20 === 0) {
          handshake.close();
          handshake = open();
          handshake.expectFingerprint('ab'.repeat(32));
        }
        handshake.receive(bytes);
        // The library handles parts of a record asynchronously.
        await new Promise((resolve) => setImmediate(resolve));
      }),
      { numRuns: rounds },
    );
    handshake.close();
    expect(agreedKeys).toEqual([]);
    for (const fault of faults) expect(fault).toBeInstanceOf(Error);
  });
});
