/** The application and the numbers at the provider, by the same requests for every account of it. */

import { eq } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Survey } from '../core/trouble.ts';
import type { Database } from '../database/database.ts';
import { numbers } from '../database/schema.ts';
import { masked } from '../phone-numbers/phone-numbers.ts';
import type { Callbacks, ProviderNumber, Telephony } from './telephony.ts';
import type { Outcome } from './telephony-outcome.ts';
import type { WebhookUrls } from './webhook-urls.ts';

export const APPLICATION_NAME = 'Offhook';

export interface ProviderSetup {
  /** The application that devices call through; null until the provider was reached. */
  applicationSid(): string | null;
  /** Finds or makes the application and points it and the numbers at us. True when all of it stands. */
  ensure(): Promise<boolean>;
  /** What of it stands. Changes nothing. */
  survey(): Promise<Outcome<Survey>>;
}

export interface SetupParts {
  readonly db: Database;
  readonly log: Logger;
  readonly telephony: Telephony;
  readonly urls: WebhookUrls;
  /** An application that somebody else looks after; empty: ours, by its name. */
  readonly applicationSid: string;
  /** Whether numbers that the provider does not have may be ordered there. At a real provider that costs money. */
  readonly ordersNumbers: boolean;
}

export function createProviderSetup(parts: SetupParts): ProviderSetup {
  const { telephony, urls } = parts;
  let applicationSid = parts.applicationSid === '' ? null : parts.applicationSid;
  const missing = new Set<string>();
  const wanted = { voiceUrl: urls.client, statusCallback: urls.anyLeg };
  const ofNumbers = { voiceUrl: urls.inbound, statusCallback: urls.anyLeg, smsUrl: urls.text };

  async function ensureApplication(): Promise<boolean> {
    if (parts.applicationSid !== '') return true;
    const found = await telephony.applications(APPLICATION_NAME);
    if (!found.ok) return failed('applications', found.message);
    const [known] = found.value;
    if (!known) {
      const created = await telephony.createApplication(APPLICATION_NAME, wanted);
      if (!created.ok) return failed('application', created.message);
      applicationSid = created.value;
      parts.log.info({ application: applicationSid }, 'application made');
      return true;
    }
    if (!isSame(known, wanted)) {
      const updated = await telephony.updateApplication(known.sid, wanted);
      if (!updated.ok) return failed('application', updated.message);
    }
    applicationSid = known.sid;
    return true;
  }

  async function ensureNumbers(): Promise<boolean> {
    const wanted = ofNumbers;
    const found = await telephony.numbers();
    if (!found.ok) return failed('numbers', found.message);
    const atProvider = new Map(found.value.map((number) => [number.phoneNumber, number]));
    const rows = await parts.db.select().from(numbers);
    const made = await Promise.all(
      rows.map((row) => ensureNumber(row, atProvider.get(row.phone_number), wanted)),
    );
    return made.every(Boolean);
  }

  async function ensureNumber(
    row: typeof numbers.$inferSelect,
    known: ProviderNumber | undefined,
    wanted: Callbacks,
  ): Promise<boolean> {
    let sid = known?.sid ?? null;
    if (known && !isSame(known, wanted)) {
      const updated = await telephony.updateNumber(known.sid, wanted);
      if (!updated.ok) return failed('number', updated.message);
    } else if (!known && parts.ordersNumbers) {
      const created = await telephony.createNumber(row.phone_number, wanted);
      if (!created.ok) return failed('number', created.message);
      sid = created.value;
    } else if (!known && !missing.has(row.phone_number)) {
      missing.add(row.phone_number);
      parts.log.warn({ number: masked(row.phone_number) }, 'the provider does not have this number');
    }
    if (sid !== null && sid !== row.provider_sid)
      await parts.db.update(numbers).set({ provider_sid: sid }).where(eq(numbers.id, row.id));
    return true;
  }

  async function surveyApplication(): Promise<Outcome<Survey['application']>> {
    const { applicationSid: named } = parts;
    const found =
      named === '' ? await telephony.applications(APPLICATION_NAME) : await telephony.application(named);
    // Of the one that is named: there is none.
    if (!found.ok) return found.kind === 'gone' ? { ok: true, value: 'absent' } : found;
    const [known] = [found.value].flat();
    if (!known) return { ok: true, value: 'absent' };
    return { ok: true, value: isSame(known, wanted) ? 'stands' : 'elsewhere' };
  }

  function stateOf(known: ProviderNumber | undefined): Survey['numbers'][number]['state'] {
    if (!known) return 'absent';
    if (known.isOnTrunk) return 'on a trunk';
    return isSame(known, ofNumbers) ? 'stands' : 'elsewhere';
  }

  async function survey(): Promise<Outcome<Survey>> {
    const [application, found] = await Promise.all([surveyApplication(), telephony.numbers()]);
    if (!application.ok) return application;
    if (!found.ok) return found;
    const rows = await parts.db.select().from(numbers).orderBy(numbers.id);
    const surveyed = rows.map(({ phone_number }) => {
      const known = found.value.find((one) => one.phoneNumber === phone_number);
      const state = stateOf(known);
      return { number: masked(phone_number), state, takesTexts: known?.takesTexts ?? false };
    });
    const isNamed = parts.applicationSid !== '';
    return { ok: true, value: { application: application.value, isNamed, numbers: surveyed } };
  }

  /** Tried again every moment until it stands: the same failure is told once. */
  let toldReason = '';
  function failed(what: string, reason: string): false {
    if (reason !== toldReason) parts.log.warn({ what, reason }, 'set-up at the provider failed');
    toldReason = reason;
    return false;
  }

  return {
    applicationSid: () => applicationSid,
    survey,
    ensure: async () => (await Promise.all([ensureApplication(), ensureNumbers()])).every(Boolean),
  };
}

/** A provider may keep or drop the fragment, which is not sent on the wire. */
function isSame(
  known: Callbacks & { readonly isPosted: boolean; readonly hasApplication?: boolean },
  wanted: Callbacks,
): boolean {
  if (!known.isPosted || known.hasApplication) return false;
  const bare = (url: string | null) => (url ?? '').split('#')[0];
  return (
    bare(known.voiceUrl) === bare(wanted.voiceUrl) &&
    (wanted.smsUrl === undefined || bare(known.smsUrl ?? null) === bare(wanted.smsUrl)) &&
    bare(known.statusCallback) === bare(wanted.statusCallback)
  );
}
