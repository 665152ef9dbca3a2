import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isChannelName, isEventName } from './channels/core/channel-name.ts';
import { memberOfChannelData, memberOfUserData } from './channels/core/member.ts';
import { parseJson } from './core/json.ts';
import { fitsIn, LIMITS } from './core/limits.ts';
import { isRefusal } from './http/core/api-answer.ts';
import { routeOf } from './http/core/api-route.ts';
import { parseTarget, signatureFault } from './http/core/api-signature.ts';
import { batchSchema, eventSchema } from './http/event-request.ts';
import { parseClientMessage } from './sockets/core/client-message.ts';
import { connectionStep, newConnection } from './sockets/core/connection.ts';
import { handshakeFault } from './sockets/core/handshake.ts';

/**
 * Whatever strangers send: every parser that they reach answers within its contract, throws nothing, and makes no
 * more of an input than it may. Each has the inputs that are kept in `corpus/`, and as many random ones near them as
 * `OFFHOOK_FUZZ` says.
 */
const rounds = Number(process.env['OFFHOOK_FUZZ'] ?? 200);

/** Characters that are trouble elsewhere: none, half of one, two in one, a mark of the byte order. */
const odd = ['\0', '\ud800', '\u00fc', '\u{1f600}', '\ufeff', '\u2028', '\u0301'];

/** A part that is repeated, so that a long input takes a short line. */
type Kept = string | readonly (string | { readonly repeat: string; readonly times: number })[];

function corpus(name: string): readonly string[] {
  const kept = JSON.parse(
    readFileSync(new URL(`./corpus/${name}.json`, import.meta.url), 'utf8'),
  ) as readonly Kept[];
  return kept.map((one) =>
    typeof one === 'string'
      ? one
      : one.map((part) => (typeof part === 'string' ? part : part.repeat.repeat(part.times))).join(''),
  );
}

/** Texts that are nearly those: pieces are cut out, doubled and replaced. */
function near(kept: readonly string[], words: readonly string[]): fc.Arbitrary<string> {
  const seeds = kept.filter((text) => text.length < 5_000);
  const edit = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    remove: fc.nat({ max: 24 }),
    copies: fc.nat({ max: 3 }),
    added: fc.oneof(fc.constantFrom(...words, ...odd), fc.string({ maxLength: 12 })),
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
  clientEventsOn: true,
  activityTimeoutMs: 120_000,
  pongTimeoutMs: 30_000,
  signinTimeoutMs: null,
};

const parsers: readonly {
  readonly name: string;
  readonly words: readonly string[];
  readonly holds: (text: string) => void;
}[] = [
  {
    name: 'frames',
    words: '" { } [ ] : , null "data" "channel" presence- \\" \\u0000 1e999'.split(' '),
    holds: (text) => {
      const message = parseClientMessage(text);
      for (const field of Object.values(message))
        expect(field === null || typeof field === 'string').toBe(true);
      if (message.kind === 'clientEvent' && message.data !== null)
        expect(fitsIn(message.data, LIMITS.eventDataBytes)).toBe(true);
      const { effects } = connectionStep(newConnection('1.1', 0), { kind: 'message', message, at: 1 }, rules);
      expect(effects.length).toBeLessThanOrEqual(2);
      for (const effect of effects) {
        if (effect.kind === 'send') expect(effect.text.length).toBeLessThan(6 * LIMITS.messageBytes);
        // Nobody has signed anything: only open channels let them in.
        if (effect.kind === 'join') expect(effect.channel).not.toMatch(/^(private-|presence-|#)/);
      }
    },
  },
  {
    name: 'people',
    words: ['"', '{', '}', ':', '"user_id"', '"user_info"', '"id"', '[', 'null', '1e999', '\\ud800'],
    holds: (text) => {
      for (const member of [memberOfChannelData(text), memberOfUserData(text)]) {
        if (member === null) continue;
        expect(member.userId.length).toBeGreaterThan(0);
        expect(member.userId.length).toBeLessThanOrEqual(LIMITS.userIdChars);
        expect(member.info === null || fitsIn(member.info, LIMITS.userInfoBytes)).toBe(true);
      }
    },
  },
  {
    name: 'targets',
    words: ['/', '?', '&', '=', '%', '%zz', '%00', '..', '/apps/1/', 'auth_key=', 'protocol=', '//'],
    holds: (text) => {
      const fault = handshakeFault(text, 'key');
      if (fault === null) expect(text).toMatch(/^\/app\/key\/?\?/);
      const target = parseTarget(text);
      if (target === null) return;
      const route = routeOf('POST', target.path, '1');
      if (isRefusal(route)) expect([404, 405]).toContain(route.status);
      const signed = { method: 'POST', ...target, hasBody: false, nowSeconds: 1_000 };
      const refused = signatureFault(signed, { key: 'key', verify: () => false });
      expect(refused?.status).toBe(401);
      expect(refused?.reason.length).toBeLessThan(20_000);
    },
  },
  {
    name: 'events',
    words: '" { } [ ] : , "channels" "batch" "data" "socket_id" "info" null'.split(' '),
    holds: (text) => {
      const body = parseJson(text);
      const one = eventSchema.safeParse(body);
      if (one.success) {
        expect(one.data.channels.length).toBeLessThanOrEqual(LIMITS.channelsPerEvent);
        expect(one.data.channels.every(isChannelName) && isEventName(one.data.name)).toBe(true);
      }
      const batch = batchSchema.safeParse(body);
      if (batch.success) expect(batch.data.batch.length).toBeLessThanOrEqual(LIMITS.eventsPerBatch);
      for (const { error } of [one, batch])
        expect((error?.issues[0]?.message ?? '').length).toBeLessThan(1_000);
    },
  },
];

describe.each(parsers)('$name', ({ name, words, holds }) => {
  const kept = corpus(name);

  test('what is kept is answered within the contract', () => {
    for (const text of kept) holds(text);
  });

  test('so is whatever is nearly like it', () => {
    fc.assert(
      fc.property(near(kept, words), (text) => void holds(text)),
      { numRuns: rounds },
    );
  });
});
