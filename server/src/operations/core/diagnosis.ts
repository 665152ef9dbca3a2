import type { ProviderSetupStatus, ServiceError, StorageStep } from '../../platform/core/service-checks.ts';
/** What the doctor says: of each part whether it is well, and in one sentence what is wrong and what to do. */
export interface Finding {
  readonly part: string;
  /** `warning`: calls go through all the same. */
  readonly state: 'ok' | 'warning' | 'missing';
  readonly says: string;
}

export function ok(part: string, says: string): Finding {
  return { part, state: 'ok', says };
}
export function warning(part: string, says: string): Finding {
  return { part, state: 'warning', says };
}
export function missing(part: string, says: string): Finding {
  return { part, state: 'missing', says };
}

export function isSound(findings: readonly Finding[]): boolean {
  return findings.every(({ state }) => state !== 'missing');
}

export interface Provider {
  /** As the sentence begins. */
  readonly name: string;
  /** The settings by which it knows us. */
  readonly keys: string;
  /** The settings that say where it is. */
  readonly address: string;
}

/** Of a suspended or closed account. */
const NOT_ACTIVE = new Set([20_005, 10_001]);

export function troubleOf({ name, keys, address }: Provider, { status, code, reason }: ServiceError): string {
  if (code !== null && NOT_ACTIVE.has(code))
    return `${name} says that the account is not active: look into its console, usually something is to be paid.`;
  if (status === 401) return `${name} does not take our keys: check ${keys}.`;
  if (status === 403)
    return `${name} refuses us (403): the account or application is suspended, or may not do this. Look into its console.`;
  if (status === 404) return `${name} knows no such account or application: check ${keys} and ${address}.`;
  if (status === 429) return `${name} has had too many requests from us: wait a minute and ask again.`;
  if (status !== null && status >= 500)
    return `${name} is in trouble itself (${status}): wait, and look at its status page.`;
  if (status !== null) return `${name} answered with ${status}: ${reason}`;
  return `${name} could not be reached: ${unreached(reason)} Check ${address} and what this machine may reach.`;
}

const RIGHTS = { write: 'PutObject', read: 'GetObject', remove: 'DeleteObject' } as const;

/** `trouble` null: all three went well. */
export function ofStorage(trouble: (ServiceError & { readonly step: StorageStep }) | null): Finding {
  const part = 'recordings';
  if (trouble === null) return ok(part, 'The storage takes a file, gives it back and removes it.');
  const { status, reason, step } = trouble;
  const says = (): string => {
    if (status === 401 || (status === 403 && /signature|accesskey/i.test(reason)))
      return 'The storage does not take our keys: check S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.';
    if (status === 403)
      return `The storage forbids us to ${step} a file: give the key ${RIGHTS[step]} on the bucket of S3_BUCKET.`;
    if (status === 404 && step === 'write')
      return 'The storage knows no such bucket: check S3_BUCKET, S3_REGION and S3_ENDPOINT.';
    if (status === 404) return 'The storage took a file and does not have it.';
    if (status === 301 || status === 307 || status === 400)
      return `The storage answered with ${status} (${reason}): the bucket is in another region, or named otherwise; check S3_REGION and S3_PATH_STYLE.`;
    if (status !== null && status >= 500)
      return `The storage is in trouble itself (${status}): recordings wait here until it is well.`;
    if (status !== null) return `The storage answered with ${status}: ${reason}.`;
    return `The storage could not be reached: ${unreached(reason)} Check S3_ENDPOINT and S3_REGION.`;
  };
  return missing(part, says());
}

/** Why there was no answer, for a person. */
export function unreached(reason: string): string {
  if (/ECONNREFUSED/.test(reason)) return 'nobody listens there.';
  if (/ENOTFOUND|EAI_AGAIN/.test(reason)) return 'its name has no address.';
  if (/TIMEOUT|TIMEDOUT|ABORT|timeout|aborted/i.test(reason)) return 'it does not answer in time.';
  if (/CERT|SSL|TLS|EPROTO|SELF_SIGNED|ALTNAME/i.test(reason))
    return `its certificate or encryption is not right (${reason}).`;
  if (/ECONNRESET|socket hang up|SOCKET/i.test(reason)) return 'the connection broke.';
  return `${reason}.`;
}

export interface AddressFacts {
  readonly publicUrl: string;
  /** A provider elsewhere has to reach it. */
  readonly isCalledFromOutside: boolean;
  /** What GET of its /healthz gave: a status with what was said, or why nothing came. */
  readonly answer: { readonly status: number; readonly error: string | null } | { readonly reason: string };
}

export function ofAddress({ publicUrl, isCalledFromOutside, answer }: AddressFacts): Finding[] {
  const { protocol, hostname } = new URL(publicUrl);
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  const found: Finding[] = [];
  const part = 'public address';
  if (isHere && isCalledFromOutside)
    found.push(
      missing(
        part,
        `PUBLIC_URL is ${publicUrl}, which providers elsewhere cannot call: give it the address of this server on the internet.`,
      ),
    );
  else if (isHere) found.push(ok(part, `${publicUrl} is for this machine alone.`));
  else if (protocol === 'http:')
    found.push(
      missing(
        part,
        `PUBLIC_URL is ${publicUrl}: browsers give a page no microphone without https. Put https in front and set PUBLIC_URL to it.`,
      ),
    );
  else found.push(ok(part, `${publicUrl} is https.`));
  if ('reason' in answer)
    found.push(
      missing(
        'reachable',
        `${publicUrl}/healthz could not be read from here: ${unreached(answer.reason)} Check that the product runs, and its name, certificate and proxy.`,
      ),
    );
  else if (answer.status === 200)
    found.push(ok('reachable', `${publicUrl}/healthz answers, as far as this machine can tell.`));
  else if (answer.status === 503)
    found.push(
      warning(
        'reachable',
        `${publicUrl}/healthz answers that a part is not ready: ${answer.error ?? 'which one it does not say'}.`,
      ),
    );
  else
    found.push(
      missing(
        'reachable',
        `${publicUrl}/healthz answers with ${answer.status}: something else than this product stands there.`,
      ),
    );
  return found;
}

/** A token is dated by our clock and judged by the provider's; signed requests to a realtime service are too. */
const BAD_SKEW_MS = 60_000;
const WARN_SKEW_MS = 5_000;

export function ofClock(name: string, aheadMs: number | null): Finding {
  if (aheadMs === null) return warning('clock', `${name} tells no time, so our clock was not compared.`);
  const seconds = Math.round(Math.abs(aheadMs) / 1000);
  const which = aheadMs > 0 ? 'ahead of' : 'behind';
  const says = `Our clock is ${seconds} s ${which} that of ${name}`;
  if (Math.abs(aheadMs) >= BAD_SKEW_MS)
    return missing('clock', `${says}: tokens will be refused. Set it by NTP.`);
  if (Math.abs(aheadMs) >= WARN_SKEW_MS) return warning('clock', `${says}. Set it by NTP.`);
  return ok('clock', `Our clock and that of ${name} agree.`);
}

const MB = 1024 * 1024;

export function ofFolder(folder: string, facts: { freeBytes: number } | { reason: string }): Finding {
  const part = 'data folder';
  if ('reason' in facts)
    return missing(
      part,
      `${folder} cannot be written to (${facts.reason}): check OFFHOOK_DATA and whose it is.`,
    );
  const free = Math.floor(facts.freeBytes / MB);
  if (free < 100) return missing(part, `${folder} has ${free} MB left: recordings will not fit. Make room.`);
  if (free < 1024) return warning(part, `${folder} has ${free} MB left. Make room soon.`);
  return ok(part, `${folder} can be written to and has ${Math.floor(free / 1024)} GB left.`);
}

const FIX = 'npm run admin -- doctor --fix';

export function ofSurvey({ application, isNamed, numbers }: ProviderSetupStatus): Finding[] {
  const found: Finding[] = [];
  if (application === 'stands') found.push(ok('voice application', 'It is there and calls this server.'));
  else if (isNamed)
    found.push(
      missing(
        'voice application',
        application === 'absent'
          ? 'There is no application with the id of TWILIO_APP_SID: correct it, or leave it empty to have one made.'
          : 'The application of TWILIO_APP_SID calls another server: set its addresses in the provider’s console, or leave TWILIO_APP_SID empty to have one made.',
      ),
    );
  else
    found.push(
      missing(
        'voice application',
        application === 'absent'
          ? `There is none yet, so nobody can call out: ${FIX} makes it.`
          : `It calls another server: ${FIX} points it at this one.`,
      ),
    );
  if (numbers.length === 0)
    return [
      ...found,
      warning('numbers', 'No account has a number, so nobody can call: npm run admin -- numbers add --help'),
    ];
  const of = (state: 'elsewhere' | 'absent' | 'on a trunk') =>
    numbers.filter((one) => one.state === state).map(({ number }) => number);
  const [elsewhere, absent, onTrunk] = [of('elsewhere'), of('absent'), of('on a trunk')];
  if (absent.length > 0)
    found.push(
      missing(
        'numbers',
        `The provider’s account does not own ${listed(absent)}: buy it there, or remove it here.`,
      ),
    );
  if (elsewhere.length > 0)
    found.push(
      missing('numbers', `${listed(elsewhere)}: calls go to another server. ${FIX} points them at this one.`),
    );
  if (onTrunk.length > 0)
    found.push(
      missing(
        'numbers',
        `A SIP trunk takes the calls of ${listed(onTrunk)}: take them off it in the provider’s console.`,
      ),
    );
  if (absent.length + elsewhere.length + onTrunk.length === 0)
    found.push(ok('numbers', `All ${numbers.length} are owned and call this server.`));
  const silent = numbers.filter(({ state, takesTexts }) => state !== 'absent' && !takesTexts);
  if (silent.length > 0)
    found.push(warning('texts', `${listed(silent.map(({ number }) => number))} cannot send or take texts.`));
  else if (numbers.some(({ state }) => state !== 'absent'))
    found.push(ok('texts', 'The numbers can send and take texts.'));
  return found;
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, 5).join(', ');
  return names.length > 5 ? `${shown} and ${names.length - 5} more` : shown;
}
