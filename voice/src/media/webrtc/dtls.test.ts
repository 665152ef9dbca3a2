import { expect, test } from 'vitest';
import { until } from '../../testing/until.ts';
import { type Certificate, createCertificate, createDtlsClient, DtlsHandshake, warmUp } from './dtls.ts';
import type { SrtpKeys } from './srtp.ts';

interface Outcome {
  keys: { readonly local: SrtpKeys; readonly remote: SrtpKeys } | null;
  readonly errors: string[];
}

/**
 * Connects our server to a client that shows one certificate but signs with the key of `signer`. The first `lost`
 * datagrams of the server don't arrive.
 */
function startHandshake(
  own: Certificate,
  shown: Certificate,
  signer: Certificate,
  { split = false, lost = 0 } = {},
) {
  const outcome: Outcome = { keys: null, errors: [] };
  const sentByClient: Buffer[] = [];
  const sentByServer: Buffer[] = [];
  const server = new DtlsHandshake({
    certificate: own,
    send: (data) => {
      sentByServer.push(data);
      if (sentByServer.length > lost) setImmediate(() => end.receive(data));
    },
    onKeys: (keys) => {
      outcome.keys = keys;
    },
    onError: (error) => outcome.errors.push(error.message),
  });
  const end = createDtlsClient({ certPem: shown.certPem, keyPem: signer.keyPem }, (data) => {
    for (const piece of split ? fragmentHello(data) : [data]) {
      sentByClient.push(piece);
      setImmediate(() => server.receive(piece));
    }
  });
  const { client } = end;
  client.connect().catch(() => {});
  return { server, client, outcome, sentByClient, sentByServer };
}

/** Browsers fragment their hello when its key shares exceed one datagram (RFC 6347, 4.2.3). */
function fragmentHello(data: Buffer): readonly Buffer[] {
  if (data[0] !== 22 || data[13] !== 1) return [data];
  const body = data.subarray(25);
  const half = Math.floor(body.length / 2);
  return [
    { offset: 0, part: body.subarray(0, half), record: 100 },
    { offset: half, part: body.subarray(half), record: 101 },
  ].map(({ offset, part, record }) => {
    const head = Buffer.from(data.subarray(0, 25));
    head.writeUIntBE(record, 5, 6);
    head.writeUInt16BE(12 + part.length, 11);
    head.writeUIntBE(offset, 19, 3);
    head.writeUIntBE(part.length, 22, 3);
    return Buffer.concat([head, part]);
  });
}

const isHello = (data: Buffer) => data[0] === 22 && data[13] === 1;

const serverCertificate = createCertificate();
const clientCertificate = createCertificate();
const otherCertificate = createCertificate();

test('both ends derive the same keys', async () => {
  const { server, client, outcome } = startHandshake(
    await serverCertificate,
    await clientCertificate,
    await clientCertificate,
  );
  server.expectFingerprint((await clientCertificate).fingerprint);
  await until(() => outcome.keys !== null, 'keys');
  const clientKeys = client.extractSessionKeys(16, 14);
  expect(Buffer.from(outcome.keys?.local.key ?? [])).toEqual(Buffer.from(clientKeys.remoteKey));
  expect(Buffer.from(outcome.keys?.remote.salt ?? [])).toEqual(Buffer.from(clientKeys.localSalt));
  expect(outcome.errors).toEqual([]);
});

test('a fragmented hello is not treated as a duplicate', async () => {
  const { server, outcome, sentByClient } = startHandshake(
    await serverCertificate,
    await clientCertificate,
    await clientCertificate,
    { split: true },
  );
  server.expectFingerprint((await clientCertificate).fingerprint);
  await until(() => outcome.keys !== null, 'keys');
  expect(sentByClient.filter(isHello)).toHaveLength(2);
});

test('the first hello is answered without a cookie, which would cost a round trip', async () => {
  const { server, outcome, sentByClient, sentByServer } = startHandshake(
    await serverCertificate,
    await clientCertificate,
    await clientCertificate,
  );
  server.expectFingerprint((await clientCertificate).fingerprint);
  await until(() => outcome.keys !== null, 'keys');
  expect(sentByClient.filter(isHello)).toHaveLength(1);
  expect(sentByServer[0]?.[13]).toBe(2);
  expect(sentByServer[0]?.readUInt16BE(17)).toBe(0);
});

test('a hello repeated because the answer was lost is answered again', async () => {
  const { server, outcome, sentByClient } = startHandshake(
    await serverCertificate,
    await clientCertificate,
    await clientCertificate,
    { lost: 5 },
  );
  server.expectFingerprint((await clientCertificate).fingerprint);
  await until(() => outcome.keys !== null, 'keys');
  expect(sentByClient.filter(isHello).length).toBeGreaterThanOrEqual(2);
});

test("a handshake that finishes before the answer waits for the answer's fingerprint", async () => {
  const { server, client, outcome } = startHandshake(
    await serverCertificate,
    await clientCertificate,
    await clientCertificate,
  );
  await until(() => client.connected, 'the handshake');
  expect(outcome.keys).toBeNull();
  server.expectFingerprint((await clientCertificate).fingerprint);
  await until(() => outcome.keys !== null, 'keys');
});

test('a certificate with another fingerprint gets no keys', async () => {
  const { server, outcome } = startHandshake(
    await serverCertificate,
    await clientCertificate,
    await clientCertificate,
  );
  server.expectFingerprint((await otherCertificate).fingerprint);
  await until(() => outcome.errors.length > 0, 'the error');
  expect(outcome.errors[0]).toMatch(/does not match/);
  expect(outcome.keys).toBeNull();
});

test('a peer without the key of its certificate gets no keys', async () => {
  const { server, outcome } = startHandshake(
    await serverCertificate,
    await clientCertificate,
    await otherCertificate,
  );
  server.expectFingerprint((await clientCertificate).fingerprint);
  await until(() => outcome.errors.length > 0, 'the error');
  expect(outcome.errors[0]).toMatch(/does not hold the key/);
  expect(outcome.keys).toBeNull();
});

test('a repeated or late hello changes nothing', async () => {
  const { server, outcome, sentByClient } = startHandshake(
    await serverCertificate,
    await clientCertificate,
    await clientCertificate,
  );
  await until(() => sentByClient.length >= 1, 'the hello');
  for (const hello of sentByClient.filter(isHello)) server.receive(hello);
  server.expectFingerprint((await clientCertificate).fingerprint);
  await until(() => outcome.keys !== null, 'keys');
  const { keys } = outcome;
  for (const data of sentByClient) server.receive(data);
  expect(outcome.keys).toBe(keys);
});

test('garbage does not stop the handshake', async () => {
  const { server, outcome } = startHandshake(
    await serverCertificate,
    await clientCertificate,
    await clientCertificate,
  );
  for (const first of [20, 21, 22, 23, 25, 40, 63]) {
    for (let length = 0; length < 60; length += 1) {
      server.receive(Buffer.alloc(length, first));
      server.receive(Buffer.from([first, ...Array(length).fill(0)]));
    }
  }
  server.expectFingerprint((await clientCertificate).fingerprint);
  await until(() => outcome.keys !== null, 'keys');
});

test('the warm-up completes', async () => {
  await warmUp(await serverCertificate);
});
