import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ApiError } from '../http/api-error.ts';
import { parseCallback, readForm } from './callback-signature.ts';
import * as forms from './provider-forms.ts';

/** How many random mutations of the inputs in `corpus/` are parsed. */
const rounds = Number(process.env['OFFHOOK_FUZZ'] ?? 200);

/** Characters that cause trouble elsewhere: NUL, a lone surrogate, a surrogate pair, a byte order mark. */
const odd = ['\0', '\ud800', '\u00fc', '\u{1f600}', '\ufeff', '\u2028', '\u0301'];

type Kept = string | readonly (string | { readonly repeat: string; readonly times: number })[];

const corpusForms = (
  JSON.parse(readFileSync(new URL('./corpus/forms.json', import.meta.url), 'utf8')) as readonly Kept[]
).map((one) =>
  typeof one === 'string'
    ? one
    : one.map((part) => (typeof part === 'string' ? part : part.repeat.repeat(part.times))).join(''),
);

const schemas = [
  forms.DeviceCallForm,
  forms.OfferQuery,
  forms.OfferForm,
  forms.InboundForm,
  forms.LegQuery,
  forms.LegForm,
  forms.ConferenceQuery,
  forms.ConferenceForm,
  forms.RecordingQuery,
  forms.RecordingForm,
] as const;

const now = Date.parse('2026-11-20T12:00:00Z');

function expectWithinContract(body: string): void {
  const form = readForm(body);
  const values = Object.values(form).flat();
  expect(values.every((value) => typeof value === 'string')).toBe(true);
  expect(values.length).toBeLessThanOrEqual(body.length + 1);
  for (const schema of schemas) {
    let fields: Record<string, unknown>;
    try {
      fields = parseCallback(schema, form);
    } catch (error) {
      expect(error).toBeInstanceOf(ApiError);
      continue;
    }
    for (const value of Object.values(fields)) {
      if (typeof value === 'string') expect(value.length).toBeLessThanOrEqual(500);
      else if (value !== undefined) expect(Number.isSafeInteger(Math.floor(Number(value)))).toBe(true);
    }
  }
  const timestamp = [form['Timestamp']].flat()[0];
  const at = forms.toReportTime(timestamp, now);
  expect(at <= now && Number.isFinite(at)).toBe(true);
}

it('forms in the corpus are parsed within bounds or rejected', () => {
  for (const body of corpusForms) expectWithinContract(body);
});

it('mutated forms are parsed within bounds or rejected', () => {
  const words = [
    '&',
    '=',
    '%',
    '+',
    '%00',
    'CallSid=',
    'Timestamp=',
    'call_id=',
    '__proto__=',
    '1e9',
    '-1',
    'CA',
  ];
  const edit = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    remove: fc.nat({ max: 24 }),
    copies: fc.nat({ max: 3 }),
    added: fc.oneof(fc.constantFrom(...words, ...odd), fc.string({ maxLength: 12 })),
  });
  const seeds = corpusForms.filter((body) => body.length < 5_000);
  const near = fc
    .tuple(fc.constantFrom(...seeds), fc.array(edit, { minLength: 1, maxLength: 5 }))
    .map(([seed, edits]) =>
      edits.reduce((text, { at, remove, copies, added }) => {
        const from = Math.floor(at * text.length);
        const cut = text.slice(from, from + remove);
        return text.slice(0, from) + added + cut.repeat(copies) + text.slice(from + remove);
      }, seed),
    );
  fc.assert(
    fc.property(near, (body) => expectWithinContract(body)),
    { numRuns: rounds },
  );
});
