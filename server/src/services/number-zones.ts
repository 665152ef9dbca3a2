/** Where the area of a phone number is, by the plan of the world's numbers. */
import { createRequire } from 'node:module';
import * as z from 'zod/mini';

interface NumberPlan {
  timezones(number: { readonly number: string }): string[] | null;
}

// Its module form looks for its data where only the other form can.
const load = createRequire(import.meta.url);
let plan: NumberPlan | undefined;

/** Not the plan's own word for 'unknown'. */
const Zone = z.string().check(z.regex(/^[A-Za-z_]+\/[\w/+-]+$/));
const MOST_KEPT = 5_000;
const kept = new Map<string, readonly string[]>();

/** IANA names; empty: the plan does not know it. @param e164 + and digits */
export function zonesOfArea(e164: string): readonly string[] {
  const known = kept.get(e164);
  if (known) return known;
  plan ??= load('@devmehq/phone-number-validator-js') as NumberPlan;
  const told = plan.timezones({ number: e164 }) ?? [];
  const zones = told.filter((zone) => z.safeParse(Zone, zone).success && isKnown(zone));
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(e164, zones);
  return zones;
}

/** The runtime's own data may be older or newer than the plan's. */
function isKnown(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone });
    return true;
  } catch {
    return false;
  }
}
