// Runs all checks concurrently and independently. With `fix`, it first sets up the provider's application and numbers,
// as starting the server does.

import { randomUUID } from 'node:crypto';
import { rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { OpenId } from '../accounts/sign-in/providers/openid.ts';
import type { ServiceError } from '../platform/core/health/service-checks.ts';
import { type Database, queryRows } from '../platform/database/database.ts';
import { schemaLevel } from '../platform/database/migrate.ts';
import type { Mailer } from '../platform/mail/mailer.ts';
import { VERSION } from '../platform/process/version.ts';
import { checkRealtime } from '../platform/realtime/realtime-check.ts';
import type { RealtimeConfig } from '../platform/realtime/realtime-publisher.ts';
import { countStoredSecrets } from '../platform/secrets/seal-stored-secrets.ts';
import type { StoredSecrets } from '../platform/secrets/stored-secrets.ts';
import { createProviderSetup } from '../platform/telephony/provider-setup.ts';
import type { Telephony } from '../platform/telephony/telephony.ts';
import type { Failure } from '../platform/telephony/telephony-outcome.ts';
import { webhookUrls } from '../platform/telephony/webhook-urls.ts';
import type { RecordingStore } from '../recordings/recording-store.ts';
import { checkStorage } from '../recordings/storage-check.ts';
import {
  addressFindings,
  clockFinding,
  describeServiceError,
  describeUnreachable,
  type Finding,
  failed,
  folderFinding,
  mailFinding,
  ok,
  type Provider,
  secretFindings,
  setupFindings,
  storageFinding,
  warning,
} from './core/diagnosis.ts';

export type Doctor = (options: { readonly fix: boolean }) => Promise<readonly Finding[]>;

/** An exception becomes a `failed` finding. */
export interface DoctorCheck {
  readonly part: string;
  run(): Promise<readonly Finding[]>;
}

export interface DoctorDeps {
  /** The database, or why it couldn't be opened. */
  readonly database: Database | { readonly reason: string };
  /** null if the database couldn't be opened. */
  readonly secrets: StoredSecrets | null;
  readonly now: () => number;
  readonly log: Logger;
  readonly dataFolder: string;
  /** The services, or what's wrong with the configuration. Then only local components are checked. */
  readonly external: ExternalServices | { readonly configurationError: string };
  readonly checks?: readonly DoctorCheck[];
  readonly timeoutMs?: number;
}

export interface ExternalServices {
  readonly publicUrl: string;
  readonly telephony: Telephony;
  readonly isVoiceEmbedded: boolean;
  readonly applicationSid: string;
  readonly realtime: RealtimeConfig & { readonly embedded: boolean };
  readonly openId: OpenId | null;
  readonly storage: RecordingStore | null;
  readonly mailer: Mailer | null;
}

const TIMEOUT_MS = 5_000;
const TELEPHONY: Provider = {
  name: 'The provider',
  keySettings: 'TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN',
  addressSetting: 'VOICE_URL (if set)',
};
const REALTIME: Provider = {
  name: 'The realtime service',
  keySettings: 'PUSHER_APP_ID, PUSHER_KEY and PUSHER_SECRET',
  addressSetting: 'PUSHER_CLUSTER or PUSHER_HOST',
};

export function createDoctor(deps: DoctorDeps): Doctor {
  return async ({ fix }) => {
    const { external } = deps;
    const fixed = fix && !('configurationError' in external) ? await runFix(deps, external) : [];
    const checks: DoctorCheck[] = [
      { part: 'database', run: () => checkDatabase(deps.database) },
      { part: 'secrets', run: () => checkSecrets(deps) },
      { part: 'data folder', run: () => checkFolder(deps.dataFolder) },
      ...('configurationError' in external ? [] : externalChecks(deps, external)),
      ...(deps.checks ?? []),
    ];
    const configuration =
      'configurationError' in external
        ? failed('configuration', external.configurationError)
        : ok('configuration', 'Complete.');
    const found = await Promise.all(
      checks.map(({ part, run }) =>
        run().catch((error: unknown) => [failed(part, `The check failed: ${errorReason(error)}`)]),
      ),
    );
    const version = ok('version', `Offhook ${VERSION} on Node ${process.versions.node}.`);
    return [...fixed, version, configuration, ...found.flat()];
  };
}

function externalChecks(deps: DoctorDeps, external: ExternalServices): readonly DoctorCheck[] {
  const { telephony, realtime, openId, storage, mailer } = external;
  const { timeoutMs = TIMEOUT_MS } = deps;
  return [
    { part: 'public address', run: () => checkAddress(external, timeoutMs) },
    { part: 'telephony', run: () => checkTelephony(deps, external) },
    {
      part: 'realtime',
      async run() {
        const error = await checkRealtime(realtime, timeoutMs);
        if (error === null) return [ok('realtime', 'The keys are valid.')];
        return [failed('realtime', describeServiceError(REALTIME, error))];
      },
    },
    {
      part: 'recordings',
      async run() {
        if (storage === null) return [ok('recordings', 'Stored in the data folder.')];
        return [storageFinding(await checkStorage(storage))];
      },
    },
    {
      part: 'mail',
      async run() {
        if (mailer === null)
          return [ok('mail', 'Not configured. Administrators hand over invitations and password links.')];
        const failure = await mailer.check();
        mailer.stop();
        return [mailFinding(failure)];
      },
    },
    {
      part: 'clock',
      async run() {
        const time = await telephony.providerTime();
        // The telephony check reports this failure.
        if (!time.ok) return [];
        const ahead = time.value === null ? null : deps.now() - time.value;
        return [clockFinding('the provider', ahead)];
      },
    },
    {
      part: 'Google login',
      async run() {
        if (openId === null) return [ok('Google login', 'Not configured. Users log in with passwords.')];
        const found = await openId.discover();
        if (!found.ok)
          return [
            failed(
              'Google login',
              `The provider could not be reached: ${describeUnreachable(found.reason)} Check GOOGLE_ISSUER (if set).`,
            ),
          ];
        const accepted = await openId.acceptsCredentials();
        if (!accepted.ok)
          return [
            warning(
              'Google login',
              `The keys could not be checked (${accepted.reason}). Try logging in with Google.`,
            ),
          ];
        if (!accepted.value)
          return [
            failed(
              'Google login',
              'The provider rejected our keys. Check GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.',
            ),
          ];
        return [ok('Google login', 'The keys are valid.')];
      },
    },
  ];
}

async function checkTelephony(deps: DoctorDeps, external: ExternalServices): Promise<readonly Finding[]> {
  const { telephony } = external;
  const [account, key] = await Promise.all([telephony.account(), telephony.checkKey()]);
  if (!account.ok) return [failed('telephony', describeServiceError(TELEPHONY, toServiceError(account)))];
  const { isActive, isTrial } = account.value;
  const found: Finding[] = [];
  if (!isActive)
    found.push(
      failed('telephony', describeServiceError(TELEPHONY, { status: null, code: 20_005, reason: '' })),
    );
  else if (isTrial)
    found.push(
      warning(
        'telephony',
        'The account is a trial. It can call only numbers that are verified in the provider’s console.',
      ),
    );
  else found.push(ok('telephony', 'The account is active.'));
  const apiKeyProvider = { ...TELEPHONY, keySettings: 'TWILIO_API_KEY and TWILIO_API_SECRET' };
  found.push(
    key.ok
      ? ok('API key', 'The key is valid.')
      : failed('API key', describeServiceError(apiKeyProvider, toServiceError(key))),
  );
  const setup = createSetup(deps, external);
  if (setup === null) return found;
  const status = await setup.inspect();
  if (!status.ok)
    return [...found, failed('voice application', describeServiceError(TELEPHONY, toServiceError(status)))];
  return [...found, ...setupFindings(status.value)];
}

async function runFix(deps: DoctorDeps, external: ExternalServices): Promise<readonly Finding[]> {
  const setup = createSetup(deps, external);
  if (setup === null) return [];
  const before = await setup.inspect();
  const ensured = await setup.ensure();
  const after = await setup.inspect();
  const done =
    before.ok && after.ok
      ? [
          before.value.application === 'absent' && after.value.application === 'configured'
            ? 'created the application'
            : '',
          before.value.application === 'elsewhere' && after.value.application === 'configured'
            ? 'pointed the application at this server'
            : '',
          ...after.value.numbers
            .filter(
              ({ state }, index) =>
                state === 'configured' && before.value.numbers[index]?.state !== 'configured',
            )
            .map(({ number }) => `pointed ${number} at this server`),
        ].filter((one) => one !== '')
      : [];
  const summary = done.length === 0 ? [] : [ok('fix', `Done: ${done.join(', ')}.`)];
  if (!ensured || !before.ok || !after.ok)
    return [...summary, warning('fix', 'Some of the setup at the provider failed. See below.')];
  return done.length === 0 ? [ok('fix', 'Nothing to do.')] : summary;
}

/** The same setup as when the server starts. */
function createSetup({ database, log }: DoctorDeps, external: ExternalServices) {
  if ('reason' in database) return null;
  const { telephony, applicationSid, publicUrl, isVoiceEmbedded } = external;
  return createProviderSetup({
    db: database,
    log,
    telephony,
    urls: webhookUrls(publicUrl),
    applicationSid,
    buysNumbers: isVoiceEmbedded,
  });
}

function toServiceError({ status, code, message, cause }: Failure): ServiceError {
  return { status: status ?? null, code, reason: cause ?? message };
}

async function checkAddress(external: ExternalServices, timeoutMs: number): Promise<readonly Finding[]> {
  const { publicUrl, isVoiceEmbedded, realtime } = external;
  const response = await fetch(`${publicUrl}/healthz`, {
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  }).then(
    async (answer) => {
      const body: unknown = await answer.json().catch(() => null);
      const isOurs = typeof body === 'object' && body !== null && 'success' in body;
      const error = isOurs && 'error' in body ? String(body.error) : null;
      // Another program may return 200 for every path.
      return { status: isOurs || answer.status !== 200 ? answer.status : 404, error };
    },
    (error: unknown) => ({ reason: errorReason(error) }),
  );
  return addressFindings({
    publicUrl,
    needsInboundRequests: !isVoiceEmbedded || !realtime.embedded,
    response,
  });
}

async function checkDatabase(database: DoctorDeps['database']): Promise<readonly Finding[]> {
  if ('reason' in database)
    return [
      failed(
        'database',
        `The database could not be opened: ${describeUnreachable(database.reason)} Check DATABASE_URL.`,
      ),
    ];
  const [row] = await queryRows<{ version: string }>(database, sql`select version()`);
  const [version = 'PostgreSQL'] = /^PostgreSQL [\d.]+/.exec(row?.version ?? '') ?? [];
  const level = await schemaLevel(database);
  if (level.missing.length > 0)
    return [failed('database', `The schema in ${version} is out of date. Start Offhook once to update it.`)];
  if (level.unknown.length > 0)
    return [
      warning('database', `The schema in ${version} is from a newer version of Offhook. Update Offhook.`),
    ];
  return [ok('database', `${version} has the latest schema.`)];
}

async function checkSecrets({ database, secrets }: DoctorDeps): Promise<readonly Finding[]> {
  if ('reason' in database || secrets === null) return [];
  const { sealsFrom, isKeyInDatabase } = secrets;
  const { sealed: older, plain, unreadable } = await countStoredSecrets(database, secrets);
  return secretFindings({
    ...{ older, plain, unreadable, isKeyInDatabase },
    sealsFrom: secrets.isSealing() ? null : new Date(sealsFrom).toISOString(),
  });
}

async function checkFolder(folder: string): Promise<readonly Finding[]> {
  const file = join(folder, `.doctor-${randomUUID()}`);
  try {
    await writeFile(file, 'write test');
    const { bavail, bsize } = await statfs(folder);
    return [folderFinding(folder, { freeBytes: bavail * bsize })];
  } catch (error) {
    return [folderFinding(folder, { reason: errorReason(error) })];
  } finally {
    await rm(file, { force: true }).catch(() => undefined);
  }
}

/** The error code may be on a wrapped cause. */
function errorReason(error: unknown): string {
  for (let one = error; typeof one === 'object' && one !== null; one = 'cause' in one ? one.cause : null)
    if ('code' in one && typeof one.code === 'string') return one.code;
  if (error instanceof Error && error.name === 'TimeoutError') return 'ETIMEDOUT';
  return error instanceof Error ? error.message : String(error);
}
