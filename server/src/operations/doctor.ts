/**
 * Looks at everything that the product needs from outside, each with its own credentials and each for itself: what
 * cannot be reached holds up nothing else. With `fix` the application and the numbers are set up first, as at a start.
 */

import { randomUUID } from 'node:crypto';
import { rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { OpenId } from '../accounts/sign-in/openid.ts';
import type { ServiceError } from '../platform/core/service-checks.ts';
import { type Database, queryRows } from '../platform/database/database.ts';
import { schemaLevel } from '../platform/database/migrate.ts';
import { checkRealtime } from '../platform/realtime/realtime-check.ts';
import type { RealtimeConfig } from '../platform/realtime/realtime-publisher.ts';
import { createProviderSetup } from '../platform/telephony/provider-setup.ts';
import type { Telephony } from '../platform/telephony/telephony.ts';
import type { Failure } from '../platform/telephony/telephony-outcome.ts';
import { webhookUrls } from '../platform/telephony/webhook-urls.ts';
import type { RecordingStore } from '../recordings/recording-store.ts';
import { checkStorage } from '../recordings/storage-check.ts';
import {
  type Finding,
  missing,
  ofAddress,
  ofClock,
  ofFolder,
  ofStorage,
  ofSurvey,
  ok,
  type Provider,
  troubleOf,
  unreached,
  warning,
} from './core/diagnosis.ts';

export type Doctor = (wish: { readonly fix: boolean }) => Promise<readonly Finding[]>;

/** Something else that is to be looked at. What it throws is told as missing. */
export interface DoctorCheck {
  readonly part: string;
  look(): Promise<readonly Finding[]>;
}

export interface DoctorParts {
  /** Why it could not be opened, when it could not. */
  readonly database: Database | { readonly reason: string };
  readonly now: () => number;
  readonly log: Logger;
  readonly dataFolder: string;
  /** The rest cannot be looked at without a configuration; here is what is wrong with it. */
  readonly outside: DoctorOutside | { readonly wrong: string };
  readonly checks?: readonly DoctorCheck[];
  /** Of one request, in ms. */
  readonly timeoutMs?: number;
}

export interface DoctorOutside {
  readonly publicUrl: string;
  readonly telephony: Telephony;
  /** The voice service in the box, which is a part of this product. */
  readonly isVoiceEmbedded: boolean;
  readonly applicationSid: string;
  readonly realtime: RealtimeConfig & { readonly embedded: boolean };
  /** `null`: not set up. */
  readonly openId: OpenId | null;
  /** Where recordings go; `null`: into the data folder. */
  readonly storage: RecordingStore | null;
}

const TIMEOUT_MS = 5_000;
const TELEPHONY: Provider = {
  name: 'The telephony provider',
  keys: 'TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN',
  address: 'VOICE_URL, if it is set,',
};
const REALTIME: Provider = {
  name: 'The realtime service',
  keys: 'PUSHER_APP_ID, PUSHER_KEY and PUSHER_SECRET',
  address: 'PUSHER_CLUSTER or PUSHER_HOST',
};

export function createDoctor(parts: DoctorParts): Doctor {
  return async ({ fix }) => {
    const { outside } = parts;
    const repaired = fix && !('wrong' in outside) ? await repair(parts, outside) : [];
    const checks: DoctorCheck[] = [
      { part: 'database', look: () => lookAtDatabase(parts.database) },
      { part: 'data folder', look: () => lookAtFolder(parts.dataFolder) },
      ...('wrong' in outside ? [] : outsideChecks(parts, outside)),
      ...(parts.checks ?? []),
    ];
    const configuration =
      'wrong' in outside ? missing('configuration', outside.wrong) : ok('configuration', 'It is complete.');
    const found = await Promise.all(
      checks.map(({ part, look }) =>
        look().catch((error: unknown) => [missing(part, `It could not be looked at: ${reasonOf(error)}`)]),
      ),
    );
    return [...repaired, configuration, ...found.flat()];
  };
}

function outsideChecks(parts: DoctorParts, outside: DoctorOutside): readonly DoctorCheck[] {
  const { telephony, realtime, openId, storage } = outside;
  const { timeoutMs = TIMEOUT_MS } = parts;
  return [
    { part: 'public address', look: () => lookAtAddress(outside, timeoutMs) },
    { part: 'telephony', look: () => lookAtTelephony(parts, outside) },
    {
      part: 'realtime',
      async look() {
        const trouble = await checkRealtime(realtime, timeoutMs);
        if (trouble === null) return [ok('realtime', 'It takes our keys.')];
        return [missing('realtime', troubleOf(REALTIME, trouble))];
      },
    },
    {
      part: 'recordings',
      async look() {
        if (storage === null) return [ok('recordings', 'They are kept in the data folder.')];
        return [ofStorage(await checkStorage(storage))];
      },
    },
    {
      part: 'clock',
      async look() {
        const told = await telephony.providerTime();
        // That it cannot be reached is said already.
        if (!told.ok) return [];
        const ahead = told.value === null ? null : parts.now() - told.value;
        return [ofClock('the telephony provider', ahead)];
      },
    },
    {
      part: 'login by Google',
      async look() {
        if (openId === null)
          return [ok('login by Google', 'It is not set up: users log in by their passwords.')];
        const found = await openId.discover();
        if (!found.ok)
          return [
            missing(
              'login by Google',
              `The provider could not be asked: ${unreached(found.reason)} Check GOOGLE_ISSUER, if it is set.`,
            ),
          ];
        const takesUs = await openId.acceptsCredentials();
        if (!takesUs.ok)
          return [
            warning(
              'login by Google',
              `Whether the provider takes our keys could not be asked (${takesUs.reason}): it shows at a login.`,
            ),
          ];
        if (!takesUs.value)
          return [
            missing(
              'login by Google',
              'The provider does not take our keys: check GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.',
            ),
          ];
        return [ok('login by Google', 'It takes our keys.')];
      },
    },
  ];
}

async function lookAtTelephony(parts: DoctorParts, outside: DoctorOutside): Promise<readonly Finding[]> {
  const { telephony } = outside;
  const [account, key] = await Promise.all([telephony.account(), telephony.checkKey()]);
  // Without it there is nothing more to ask.
  if (!account.ok) return [missing('telephony', troubleOf(TELEPHONY, troubleIn(account)))];
  const { isActive, isTrial } = account.value;
  const found: Finding[] = [];
  if (!isActive)
    found.push(missing('telephony', troubleOf(TELEPHONY, { status: null, code: 20_005, reason: '' })));
  else if (isTrial)
    found.push(
      warning(
        'telephony',
        'The account is a trial: it calls only numbers that were verified in its console.',
      ),
    );
  else found.push(ok('telephony', 'The account is active.'));
  const byKey = { ...TELEPHONY, keys: 'TWILIO_API_KEY and TWILIO_API_SECRET' };
  found.push(key.ok ? ok('API key', 'It is taken.') : missing('API key', troubleOf(byKey, troubleIn(key))));
  const setup = setupOf(parts, outside);
  if (setup === null) return found;
  const survey = await setup.survey();
  if (!survey.ok) return [...found, missing('voice application', troubleOf(TELEPHONY, troubleIn(survey)))];
  return [...found, ...ofSurvey(survey.value)];
}

async function repair(parts: DoctorParts, outside: DoctorOutside): Promise<readonly Finding[]> {
  const setup = setupOf(parts, outside);
  if (setup === null) return [];
  const before = await setup.survey();
  const stands = await setup.ensure();
  const after = await setup.survey();
  const done =
    before.ok && after.ok
      ? [
          before.value.application === 'absent' && after.value.application === 'stands'
            ? 'made the application'
            : '',
          before.value.application === 'elsewhere' && after.value.application === 'stands'
            ? 'pointed the application at this server'
            : '',
          ...after.value.numbers
            .filter(
              ({ state }, index) => state === 'stands' && before.value.numbers[index]?.state !== 'stands',
            )
            .map(({ number }) => `pointed ${number} at this server`),
        ].filter((one) => one !== '')
      : [];
  const said = done.length === 0 ? [] : [ok('fix', `Done: ${done.join(', ')}.`)];
  if (!stands || !before.ok || !after.ok)
    return [...said, warning('fix', 'Not all could be set up at the telephony provider; why stands below.')];
  return done.length === 0 ? [ok('fix', 'There was nothing to do.')] : said;
}

/** The same as at the server's start. */
function setupOf({ database, log }: DoctorParts, outside: DoctorOutside) {
  if ('reason' in database) return null;
  const { telephony, applicationSid, publicUrl, isVoiceEmbedded } = outside;
  return createProviderSetup({
    db: database,
    log,
    telephony,
    urls: webhookUrls(publicUrl),
    applicationSid,
    ordersNumbers: isVoiceEmbedded,
  });
}

function troubleIn({ status, code, message, cause }: Failure): ServiceError {
  return { status: status ?? null, code, reason: cause ?? message };
}

async function lookAtAddress(outside: DoctorOutside, timeoutMs: number): Promise<readonly Finding[]> {
  const { publicUrl, isVoiceEmbedded, realtime } = outside;
  const answer = await fetch(`${publicUrl}/healthz`, {
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  }).then(
    async (response) => {
      const body: unknown = await response.json().catch(() => null);
      const isOurs = typeof body === 'object' && body !== null && 'success' in body;
      const error = isOurs && 'error' in body ? String(body.error) : null;
      // Whoever answers 200 to everything is not this product.
      return { status: isOurs || response.status !== 200 ? response.status : 404, error };
    },
    (error: unknown) => ({ reason: reasonOf(error) }),
  );
  return ofAddress({ publicUrl, isCalledFromOutside: !isVoiceEmbedded || !realtime.embedded, answer });
}

async function lookAtDatabase(database: DoctorParts['database']): Promise<readonly Finding[]> {
  if ('reason' in database)
    return [missing('database', `It could not be opened: ${unreached(database.reason)} Check DATABASE_URL.`)];
  const [row] = await queryRows<{ version: string }>(database, sql`select version()`);
  const [version = 'PostgreSQL'] = /^PostgreSQL [\d.]+/.exec(row?.version ?? '') ?? [];
  const level = await schemaLevel(database);
  if (level.missing.length > 0)
    return [
      missing(
        'database',
        `${version} answers, but lacks ${level.missing.length} steps of the schema: start the product once.`,
      ),
    ];
  if (level.unknown.length > 0)
    return [warning('database', `${version} answers; a newer version of the product has worked with it.`)];
  return [ok('database', `${version} answers, at the newest schema.`)];
}

async function lookAtFolder(folder: string): Promise<readonly Finding[]> {
  const file = join(folder, `.doctor-${randomUUID()}`);
  try {
    await writeFile(file, 'can this be written?');
    const { bavail, bsize } = await statfs(folder);
    return [ofFolder(folder, { freeBytes: bavail * bsize })];
  } catch (error) {
    return [ofFolder(folder, { reason: reasonOf(error) })];
  } finally {
    await rm(file, { force: true }).catch(() => undefined);
  }
}

/** Of what was thrown, the system's code, which may be wrapped. */
function reasonOf(error: unknown): string {
  for (let one = error; typeof one === 'object' && one !== null; one = 'cause' in one ? one.cause : null)
    if ('code' in one && typeof one.code === 'string') return one.code;
  if (error instanceof Error && error.name === 'TimeoutError') return 'ETIMEDOUT';
  return error instanceof Error ? error.message : String(error);
}
