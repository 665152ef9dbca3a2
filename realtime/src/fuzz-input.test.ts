import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isChannelName, isEventName } from './channels/core/channel-name.ts';
import { parseChannelData, parseUserData } from './channels/core/member.ts';
import { parseJson } from './core/json.ts';
import { fitsIn, LIMITS } from './core/limits.ts';
import { isApiError } from './http/core/api-response.ts';
import { matchRoute } from './http/core/api-route.ts';
import { parseTarget, signatureError } from './http/core/api-signature.ts';
import { batchSchema, eventSchema } from './http/event-request.ts';
import { parseClientMessage } from './sockets/core/client-message.ts';
import { connectionStep, newConnection } from './sockets/core/connection.ts';
import { handshakeFailure } from './sockets/core/handshake.ts';

/**
 * Fuzz tests of every parser that handles client input: none throws or exceeds its limits. The inputs are those in
 * `corpus/` and OFFHOOK_FUZZ random mutations of each.
 */
const RUNS = Number(process.env['OFFHOOK_FUZZ'] ?? 200);

/** NUL, a lone surrogate, non-ASCII, a surrogate pair, a byte order mark, a line separator, a combining accent. */
const TRICKY_CHARACTERS = ['\0', '\ud800', '\u00fc', '\u{1f600}', '\ufeff', '\u2028', '\u0301'];

type CorpusEntry = string | readonly (string | { readonly repeat: string; readonly times: number })[];

function readCorpus(name: string): readonly string[] {
  const inputs = JSON.parse(
    readFileSync(new URL(`./corpus/${name}.json`, import.meta.url), 'utf8'),
  ) as readonly CorpusEntry[];
  return inputs.map((entry) =>
    typeof entry === 'string'
      ? entry
      : entry.map((part) => (typeof part === 'string' ? part : part.repeat.repeat(part.times))).join(''),
  );
}

function mutate(inputs: readonly string[], fragments: readonly string[]): fc.Arbitrary<string> {
  const seeds = inputs.filter((text) => text.length < 5_000);
  const edit = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    remove: fc.nat({ max: 24 }),
    copies: fc.nat({ max: 3 }),
    added: fc.oneof(fc.constantFrom(...fragments, ...TRICKY_CHARACTERS), fc.string({ maxLength: 12 })),
  });
  return fc
    .tuple(fc.constantFrom(...seeds), fc.array(edit, { minLength: 1, maxLength: 5 }))
    .map(([seed, edits]) =>
      edits.reduce((text, { at, remove, copies, added }) => {
        const from = Math.floor(at * text.length);
        const cut = text.slice(from, from + remove);
        return text.slice(0, from) + added + cut.repeat(copies) + text.slice(from + remove);
      }, seed),
    );
}

const rules = {
  key: 'key',
  verify: () => false,
  clientEventsEnabled: true,
  activityTimeoutMs: 120_000,
  pongTimeoutMs: 30_000,
  signinTimeoutMs: null,
};

const parsers: readonly {
  readonly name: string;
  readonly fragments: readonly string[];
  readonly check: (text: string) => void;
}[] = [
  {
    name: 'frames',
    fragments: '" { } [ ] : , null "data" "channel" presence- \\" \\u0000 1e999'.split(' '),
    check: (text) => {
      const message = parseClientMessage(text);
      for (const field of Object.values(message))
        expect(field === null || typeof field === 'string').toBe(true);
      if (message.kind === 'clientEvent' && message.data !== null)
        expect(fitsIn(message.data, LIMITS.eventDataBytes)).toBe(true);
      const { effects } = connectionStep(newConnection('1.1', 0), { kind: 'message', message, at: 1 }, rules);
      expect(effects.length).toBeLessThanOrEqual(2);
      for (const effect of effects) {
        if (effect.kind === 'send') expect(effect.text.length).toBeLessThan(6 * LIMITS.messageBytes);
        // Without a signature only public channels can be joined.
        if (effect.kind === 'join') expect(effect.channel).not.toMatch(/^(private-|presence-|#)/);
      }
    },
  },
  {
    name: 'members',
    fragments: ['"', '{', '}', ':', '"user_id"', '"user_info"', '"id"', '[', 'null', '1e999', '\\ud800'],
    check: (text) => {
      for (const member of [parseChannelData(text), parseUserData(text)]) {
        if (member === null) continue;
        expect(member.userId.length).toBeGreaterThan(0);
        expect(member.userId.length).toBeLessThanOrEqual(LIMITS.userIdChars);
        expect(member.info === null || fitsIn(member.info, LIMITS.userInfoBytes)).toBe(true);
      }
    },
  },
  {
    name: 'targets',
    fragments: ['/', '?', '&', '=', '%', '%zz', '%00', '..', '/apps/1/', 'auth_key=', 'protocol=', '//'],
    check: (text) => {
      const failure = handshakeFailure(text, 'key');
      if (failure === null) expect(text).toMatch(/^\/app\/key\/?\?/);
      const target = parseTarget(text);
      if (target === null) return;
      const route = matchRoute('POST', target.path, '1');
      if (isApiError(route)) expect([404, 405]).toContain(route.status);
      const signed = { method: 'POST', ...target, hasBody: false, nowSeconds: 1_000 };
      const rejection = signatureError(signed, { key: 'key', verify: () => false });
      expect(rejection?.status).toBe(401);
      expect(rejection?.reason.length).toBeLessThan(20_000);
    },
  },
  {
    name: 'events',
    fragments: '" { } [ ] : , "channels" "batch" "data" "socket_id" "info" null'.split(' '),
    check: (text) => {
      const body = parseJson(text);
      const single = eventSchema.safeParse(body);
      if (single.success) {
        expect(single.data.channels.length).toBeLessThanOrEqual(LIMITS.channelsPerEvent);
        expect(single.data.channels.every(isChannelName) && isEventName(single.data.name)).toBe(true);
      }
      const batch = batchSchema.safeParse(body);
      if (batch.success) expect(batch.data.batch.length).toBeLessThanOrEqual(LIMITS.eventsPerBatch);
      for (const { error } of [single, batch])
        expect((error?.issues[0]?.message ?? '').length).toBeLessThan(1_000);
    },
  },
];

describe.each(parsers)('$name', ({ name, fragments, check }) => {
  const inputs = readCorpus(name);

  test('the corpus inputs are handled within the limits', () => {
    for (const text of inputs) check(text);
  });

  test('mutations of the corpus are handled within the limits', () => {
    fc.assert(
      fc.property(mutate(inputs, fragments), (text) => void check(text)),
      { numRuns: RUNS },
    );
  });
});
