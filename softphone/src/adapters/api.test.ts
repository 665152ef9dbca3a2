/** How long the API waits for an answer, against a server that gives none. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type AnsweringServer, silence, startAnsweringServer } from '../answering-server.ts';
import { createApi } from './api.ts';

let server: AnsweringServer;
beforeEach(async () => {
  server = await startAnsweringServer();
});
afterEach(() => server.stop());

test.each([
  ['its own time', 60_000, { timeoutMs: 50 }],
  ['the time of all', 50, {}],
] as const)('a request without an answer is given up after %s', async (_whose, timeoutMs, own) => {
  server.answer('POST /apps/webrtc/55/disposition', silence);
  const { tell } = createApi({ base: server.base, sessionExpired: () => {}, timeoutMs });
  const result = await tell('setDisposition', { params: { id: 55 }, body: { status: 'missed' }, ...own });
  expect(result).toMatchObject({ ok: false, status: 0, refused: false });
});
