import { eq } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { ProviderSetupStatus } from '../core/health/service-checks.ts';
import type { Database } from '../database/database.ts';
import { numbers } from '../database/schema.ts';
import { maskNumber } from '../phone-numbers/phone-numbers.ts';
import { recordChecked } from './checked-numbers.ts';
import type { Callbacks, ProviderNumber, Telephony } from './telephony.ts';
import type { Outcome } from './telephony-outcome.ts';
import type { WebhookUrls } from './webhook-urls.ts';

export const APPLICATION_NAME = 'Offhook';

export interface ProviderSetup {
  applicationSid(): string | null;
  ensure(): Promise<boolean>;
  inspect(): Promise<Outcome<ProviderSetupStatus>>;
}

export interface SetupDeps {
  readonly db: Database;
  readonly log: Logger;
  readonly telephony: Telephony;
  readonly urls: WebhookUrls;
  /** An application that the operator maintains; empty for our own, which is found by its name. */
  readonly applicationSid: string;
  /** At a real provider, ordering numbers costs money. */
  readonly buysNumbers: boolean;
}

export function createProviderSetup(deps: SetupDeps): ProviderSetup {
  const { telephony, urls } = deps;
  let applicationSid = deps.applicationSid === '' ? null : deps.applicationSid;
  const missing = new Set<string>();
  const wanted = { voiceUrl: urls.client, statusCallback: urls.anyLeg };
  const numberCallbacks = { voiceUrl: urls.inbound, statusCallback: urls.anyLeg, smsUrl: urls.text };

  async function ensureApplication(): Promise<boolean> {
    if (deps.applicationSid !== '') return true;
    const found = await telephony.applications(APPLICATION_NAME);
    if (!found.ok) return failed('applications', found.message);
    const [known] = found.value;
    if (!known) {
      const created = await telephony.createApplication(APPLICATION_NAME, wanted);
      if (!created.ok) return failed('application', created.message);
      applicationSid = created.value;
      deps.log.info({ application: applicationSid }, 'application created at the provider');
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
    const rows = await deps.db.select().from(numbers);
    try {
      return await connectNumbers(rows);
    } finally {
      const ids = rows.map(({ id }) => id);
      await recordChecked(deps.db, ids);
    }
  }

  async function connectNumbers(rows: readonly (typeof numbers.$inferSelect)[]): Promise<boolean> {
    const wanted = numberCallbacks;
    const found = await telephony.numbers();
    if (!found.ok) return failed('numbers', found.message);
    const atProvider = new Map(found.value.map((number) => [number.phoneNumber, number]));
    const results = await Promise.all(
      rows.map((row) => ensureNumber(row, atProvider.get(row.phone_number), wanted)),
    );
    return results.every(Boolean);
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
    } else if (!known && deps.buysNumbers) {
      const created = await telephony.createNumber(row.phone_number, wanted);
      if (!created.ok) return failed('number', created.message);
      sid = created.value;
    } else if (!known && !missing.has(row.phone_number)) {
      missing.add(row.phone_number);
      deps.log.warn({ number: maskNumber(row.phone_number) }, 'number not found at the provider');
    }
    if (sid !== null && sid !== row.provider_sid)
      await deps.db.update(numbers).set({ provider_sid: sid }).where(eq(numbers.id, row.id));
    return true;
  }

  async function inspectApplication(): Promise<Outcome<ProviderSetupStatus['application']>> {
    const { applicationSid: named } = deps;
    const found =
      named === '' ? await telephony.applications(APPLICATION_NAME) : await telephony.application(named);
    if (!found.ok) return found.kind === 'gone' ? { ok: true, value: 'absent' } : found;
    const [known] = [found.value].flat();
    if (!known) return { ok: true, value: 'absent' };
    return { ok: true, value: isSame(known, wanted) ? 'configured' : 'elsewhere' };
  }

  function stateOf(known: ProviderNumber | undefined): ProviderSetupStatus['numbers'][number]['state'] {
    if (!known) return 'absent';
    if (known.isOnTrunk) return 'on a trunk';
    return isSame(known, numberCallbacks) ? 'configured' : 'elsewhere';
  }

  async function survey(): Promise<Outcome<ProviderSetupStatus>> {
    const [application, found] = await Promise.all([inspectApplication(), telephony.numbers()]);
    if (!application.ok) return application;
    if (!found.ok) return found;
    const rows = await deps.db.select().from(numbers).orderBy(numbers.id);
    const numberStates = rows.map(({ phone_number }) => {
      const known = found.value.find((one) => one.phoneNumber === phone_number);
      const state = stateOf(known);
      return { number: maskNumber(phone_number), state, supportsTexts: known?.supportsTexts ?? false };
    });
    const hasConfiguredAppSid = deps.applicationSid !== '';
    return {
      ok: true,
      value: { application: application.value, hasConfiguredAppSid, numbers: numberStates },
    };
  }

  /** The setup is retried often, so a repeated failure is logged once. */
  let loggedReason = '';
  function failed(what: string, reason: string): false {
    if (reason !== loggedReason) deps.log.warn({ what, reason }, 'provider setup failed');
    loggedReason = reason;
    return false;
  }

  return {
    applicationSid: () => applicationSid,
    inspect: survey,
    ensure: async () => (await Promise.all([ensureApplication(), ensureNumbers()])).every(Boolean),
  };
}

function isSame(
  known: Callbacks & { readonly usesPost: boolean; readonly hasApplication?: boolean },
  wanted: Callbacks,
): boolean {
  if (!known.usesPost || known.hasApplication) return false;
  const withoutFragment = (url: string | null) => (url ?? '').split('#')[0];
  return (
    withoutFragment(known.voiceUrl) === withoutFragment(wanted.voiceUrl) &&
    (wanted.smsUrl === undefined ||
      withoutFragment(known.smsUrl ?? null) === withoutFragment(wanted.smsUrl)) &&
    withoutFragment(known.statusCallback) === withoutFragment(wanted.statusCallback)
  );
}
