import type {
  ProviderSetupStatus,
  ServiceError,
  StorageStep,
} from '../../platform/core/health/service-checks.ts';
import type { SecretKind } from '../../platform/secrets/core/secret-columns.ts';
export interface Finding {
  readonly part: string;
  /** `warning`: calls still work. */
  readonly state: 'ok' | 'warning' | 'failed';
  readonly message: string;
}

export function ok(part: string, message: string): Finding {
  return { part, state: 'ok', message };
}
export function warning(part: string, message: string): Finding {
  return { part, state: 'warning', message };
}
export function failed(part: string, message: string): Finding {
  return { part, state: 'failed', message };
}

export function isHealthy(findings: readonly Finding[]): boolean {
  return findings.every(({ state }) => state !== 'failed');
}

export interface Provider {
  readonly name: string;
  readonly keySettings: string;
  readonly addressSetting: string;
}

/** Twilio error codes for a suspended or closed account. */
const INACTIVE_ACCOUNT_CODES = new Set([20_005, 10_001]);

export function describeServiceError(
  { name, keySettings, addressSetting }: Provider,
  { status, code, reason }: ServiceError,
): string {
  if (code !== null && INACTIVE_ACCOUNT_CODES.has(code))
    return `${name} reports that the account is inactive. Check its console; usually a payment is due.`;
  if (status === 401) return `${name} rejected our keys. Check ${keySettings}.`;
  if (status === 403)
    return `${name} denied access (403). The account or application may be suspended or lack permission. Check its console.`;
  if (status === 404)
    return `${name} has no such account or application. Check ${keySettings} and ${addressSetting}.`;
  if (status === 429) return `${name} got too many requests. Wait a minute and try again.`;
  if (status !== null && status >= 500)
    return `${name} has a problem (${status}). Wait, and check its status page.`;
  if (status !== null) return `${name} returned ${status}: ${reason}`;
  return `${name} could not be reached: ${describeUnreachable(reason)} Check ${addressSetting} and this machine’s network access.`;
}

const S3_ACTIONS = { write: 'PutObject', read: 'GetObject', remove: 'DeleteObject' } as const;

/** @param error null if write, read and remove worked */
export function storageFinding(error: (ServiceError & { readonly step: StorageStep }) | null): Finding {
  const part = 'recordings';
  if (error === null) return ok(part, 'Files can be written, read and deleted.');
  const { status, reason, step } = error;
  const message = (): string => {
    if (status === 401 || (status === 403 && /signature|accesskey/i.test(reason)))
      return 'The storage rejected our keys. Check S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.';
    if (status === 403)
      return `The storage denied permission to ${step} a file. Grant the key ${S3_ACTIONS[step]} on the bucket in S3_BUCKET.`;
    if (status === 404 && step === 'write')
      return 'The bucket does not exist. Check S3_BUCKET, S3_REGION and S3_ENDPOINT.';
    if (status === 404) return 'The storage accepted a file but cannot find it.';
    if (status === 301 || status === 307 || status === 400)
      return `The storage returned ${status} (${reason}). The bucket may be in another region or need a different URL style. Check S3_REGION and S3_PATH_STYLE.`;
    if (status !== null && status >= 500)
      return `The storage has a problem (${status}). Recordings wait on this server until it recovers.`;
    if (status !== null) return `The storage returned ${status}: ${reason}.`;
    return `The storage could not be reached: ${describeUnreachable(reason)} Check S3_ENDPOINT and S3_REGION.`;
  };
  return failed(part, message());
}

export interface SecretFacts {
  /** Sealed with an older key. */
  readonly older: number;
  readonly plain: number;
  readonly unreadable: Readonly<Partial<Record<SecretKind, number>>>;
  readonly isKeyInDatabase: boolean;
  /** ISO 8601; null: already. */
  readonly sealsFrom: string | null;
}

const SECRET_NAMES: Readonly<Record<SecretKind, string>> = {
  authenticatorApps: 'authenticator apps',
  newAuthenticatorApps: 'authenticator apps that are being set up',
  singleSignOn: 'single sign-on',
  destinations: 'webhooks and CRMs',
};

export function secretFindings({
  older,
  plain,
  unreadable,
  isKeyInDatabase,
  sealsFrom,
}: SecretFacts): readonly Finding[] {
  const part = 'secrets';
  const lost = (Object.keys(SECRET_NAMES) as SecretKind[]).flatMap((kind) =>
    unreadable[kind] === undefined ? [] : [`${SECRET_NAMES[kind]} (${unreadable[kind]})`],
  );
  const found: Finding[] = [];
  if (lost.length > 0)
    found.push(
      failed(
        part,
        `Stored secrets can’t be read with the keys of this configuration: ${lost.join(', ')}. Set SECRETS_KEY or SESSION_SECRET to what it was. If it is lost, see “Stored secrets” in docs/operations.md.`,
      ),
    );
  if (isKeyInDatabase)
    found.push(
      warning(
        part,
        'The key of stored secrets is in the same database, so a copy of the database has both. Set SECRETS_KEY.',
      ),
    );
  if (plain > 0)
    found.push(
      warning(
        part,
        `${plain} stored secrets aren’t encrypted yet. ${
          sealsFrom === null
            ? 'A running server encrypts them within 10 minutes.'
            : `They will be from ${sealsFrom}, because servers of an earlier version could still run.`
        }`,
      ),
    );
  if (older > 0)
    found.push(
      warning(
        part,
        `${older} stored secrets are encrypted with an older key, which is still needed. A running server encrypts them with the newest within 10 minutes.`,
      ),
    );
  return found.length > 0 ? found : [ok(part, 'Stored secrets are encrypted and can be read.')];
}

/** @param failure null if the mail server accepted our keys */
export function mailFinding(failure: { readonly reason: string } | null): Finding {
  if (failure === null) return ok('mail', 'The mail server accepts our keys.');
  const { reason } = failure;
  // Its answer starts with a code.
  if (/^5\d\d/.test(reason))
    return warning(
      'mail',
      `The mail server rejected us: ${reason}. Check the user and password in SMTP_URL.`,
    );
  return warning(
    'mail',
    `The mail server could not be used: ${describeUnreachable(reason)} Check SMTP_URL. Mails wait until it works.`,
  );
}

export function describeUnreachable(reason: string): string {
  if (/ECONNREFUSED/.test(reason)) return 'nothing is listening there.';
  if (/ENOTFOUND|EAI_AGAIN/.test(reason)) return 'its host name cannot be resolved.';
  if (/TIMEOUT|TIMEDOUT|ABORT|timeout|aborted/i.test(reason)) return 'it did not respond in time.';
  if (/CERT|SSL|TLS|EPROTO|SELF_SIGNED|ALTNAME/i.test(reason))
    return `its TLS certificate or connection is invalid (${reason}).`;
  if (/ECONNRESET|socket hang up|SOCKET/i.test(reason)) return 'the connection was closed.';
  return `${reason}.`;
}

export interface AddressFacts {
  readonly publicUrl: string;
  /** External providers send callbacks to it. */
  readonly needsInboundRequests: boolean;
  /** Response of GET /healthz, or why there was none. */
  readonly response: { readonly status: number; readonly error: string | null } | { readonly reason: string };
}

export function addressFindings({ publicUrl, needsInboundRequests, response }: AddressFacts): Finding[] {
  const { protocol, hostname } = new URL(publicUrl);
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  const found: Finding[] = [];
  const part = 'public address';
  if (isLocal && needsInboundRequests)
    found.push(
      failed(
        part,
        `PUBLIC_URL is ${publicUrl}, which external providers cannot reach. Set it to the public address of this server.`,
      ),
    );
  else if (isLocal) found.push(ok(part, `${publicUrl} is reachable from this machine only.`));
  else if (protocol === 'http:')
    found.push(
      failed(
        part,
        `PUBLIC_URL is ${publicUrl}, but browsers allow the microphone only over https. Put an https proxy in front and set PUBLIC_URL to it.`,
      ),
    );
  else found.push(ok(part, `${publicUrl} uses https.`));
  if ('reason' in response)
    found.push(
      failed(
        'reachable',
        `${publicUrl}/healthz could not be read from this machine: ${describeUnreachable(response.reason)} Check that Offhook is running, and check its DNS name, certificate and proxy.`,
      ),
    );
  else if (response.status === 200)
    found.push(ok('reachable', `${publicUrl}/healthz responds, as seen from this machine.`));
  else if (response.status === 503)
    found.push(
      warning(
        'reachable',
        `${publicUrl}/healthz reports that a component is not ready: ${response.error ?? 'unknown'}.`,
      ),
    );
  else
    found.push(
      failed(
        'reachable',
        `${publicUrl}/healthz returned ${response.status}. Another program may be using this address.`,
      ),
    );
  return found;
}

/** Tokens and signed requests contain this server's time, which the provider compares with its own. */
const BAD_SKEW_MS = 60_000;
const WARN_SKEW_MS = 5_000;

export function clockFinding(name: string, aheadMs: number | null): Finding {
  if (aheadMs === null) return warning('clock', `The clock was not checked: ${name} sent no Date header.`);
  const seconds = Math.round(Math.abs(aheadMs) / 1000);
  const which = aheadMs > 0 ? 'ahead of' : 'behind';
  const message = `The clock is ${seconds} s ${which} ${name}’s`;
  if (Math.abs(aheadMs) >= BAD_SKEW_MS)
    return failed('clock', `${message}. Tokens will be rejected. Synchronize it with NTP.`);
  if (Math.abs(aheadMs) >= WARN_SKEW_MS) return warning('clock', `${message}. Synchronize it with NTP.`);
  return ok('clock', `The clock matches ${name}’s.`);
}

const MB = 1024 * 1024;

export function folderFinding(folder: string, facts: { freeBytes: number } | { reason: string }): Finding {
  const part = 'data folder';
  if ('reason' in facts)
    return failed(
      part,
      `${folder} is not writable (${facts.reason}). Check OFFHOOK_DATA and the owner of the folder.`,
    );
  const free = Math.floor(facts.freeBytes / MB);
  if (free < 100)
    return failed(part, `${folder} has ${free} MB left, too little for recordings. Free up space.`);
  if (free < 1024) return warning(part, `${folder} has ${free} MB left. Free up space soon.`);
  return ok(part, `${folder} is writable and has ${Math.floor(free / 1024)} GB left.`);
}

const FIX_COMMAND = 'npm run admin -- doctor --fix';

export function setupFindings({ application, hasConfiguredAppSid, numbers }: ProviderSetupStatus): Finding[] {
  const found: Finding[] = [];
  if (application === 'configured')
    found.push(ok('voice application', 'The application exists and points to this server.'));
  else if (hasConfiguredAppSid)
    found.push(
      failed(
        'voice application',
        application === 'absent'
          ? 'There is no application with the ID in TWILIO_APP_SID. Correct it, or leave it empty to create one.'
          : 'The application in TWILIO_APP_SID points to another server. Change its URLs in the provider’s console, or leave TWILIO_APP_SID empty to create one.',
      ),
    );
  else
    found.push(
      failed(
        'voice application',
        application === 'absent'
          ? `There is no application yet, so agents cannot make calls. Create it with: ${FIX_COMMAND}`
          : `The application points to another server. Correct it with: ${FIX_COMMAND}`,
      ),
    );
  if (numbers.length === 0)
    return [
      ...found,
      warning(
        'numbers',
        'No account has a number, so calls are not possible. Add one: npm run admin -- numbers add --help',
      ),
    ];
  const numbersIn = (state: 'elsewhere' | 'absent' | 'on a trunk') =>
    numbers.filter((one) => one.state === state).map(({ number }) => number);
  const [elsewhere, absent, onTrunk] = [numbersIn('elsewhere'), numbersIn('absent'), numbersIn('on a trunk')];
  const pronoun = absent.length === 1 ? 'it' : 'them';
  if (absent.length > 0)
    found.push(
      failed(
        'numbers',
        `The provider’s account does not own ${joinNames(absent)}. Buy ${pronoun} there, or remove ${pronoun} here.`,
      ),
    );
  if (elsewhere.length > 0)
    found.push(
      failed(
        'numbers',
        `Calls to ${joinNames(elsewhere)} go to another server. Correct it with: ${FIX_COMMAND}`,
      ),
    );
  if (onTrunk.length > 0)
    found.push(
      failed(
        'numbers',
        `A SIP trunk receives the calls to ${joinNames(onTrunk)}. Detach it in the provider’s console.`,
      ),
    );
  if (absent.length + elsewhere.length + onTrunk.length === 0)
    found.push(
      ok(
        'numbers',
        `The provider’s account owns all numbers, and they point to this server (${numbers.length}).`,
      ),
    );
  const withoutTexts = numbers.filter(({ state, supportsTexts }) => state !== 'absent' && !supportsTexts);
  if (withoutTexts.length > 0)
    found.push(
      warning(
        'texts',
        `${joinNames(withoutTexts.map(({ number }) => number))} cannot send or receive texts.`,
      ),
    );
  else if (numbers.some(({ state }) => state !== 'absent'))
    found.push(ok('texts', 'The numbers can send and receive texts.'));
  return found;
}

function joinNames(names: readonly string[]): string {
  const shown = names.slice(0, 5).join(', ');
  return names.length > 5 ? `${shown} and ${names.length - 5} more` : shown;
}
