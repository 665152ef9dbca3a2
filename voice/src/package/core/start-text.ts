import type { Keys } from './keys.ts';

export interface Started extends Keys {
  readonly version: string;
  readonly url: string;
  readonly port: number;
  readonly numbers: readonly string[];
  readonly hasPage: boolean;
  readonly hasHandset: boolean;
  /** The one for all numbers; empty without one. */
  readonly voiceUrl: string;
  /** As `voiceUrl`. */
  readonly smsUrl: string;
  /** Numbers with a VoiceUrl. */
  readonly callableNumbers: readonly string[];
  /** File of the service's own certificate; null without one. */
  readonly ownCertificate: string | null;
  /** Secrets that the user gave. They aren't printed. */
  readonly hasOwnToken: boolean;
  readonly hasOwnSecret: boolean;
}

const LEAD = '+14155550100';

/** For people: the address, the keys to copy, and how to make a first call. */
export function startText(one: Started): string {
  const { url, accountSid, numbers } = one;
  const [number = ''] = numbers;
  const keys = [
    ['TWILIO_ACCOUNT_SID', accountSid],
    ['TWILIO_AUTH_TOKEN', one.hasOwnToken ? null : one.authToken],
    ['TWILIO_API_KEY', one.apiKey],
    ['TWILIO_API_SECRET', one.hasOwnSecret ? null : one.apiSecret],
    ['TWILIO_TWIML_APP_SID', one.applicationSid],
    ['VOICE_URL', url],
  ].map(([name, value]) => (value === null ? `# ${name} is yours` : `${name}=${value}`));
  const user = `${accountSid}:${one.hasOwnToken ? '$TWILIO_AUTH_TOKEN' : one.authToken}`;
  const options = url.startsWith('https:') ? '-k ' : '';
  return [
    `offhook-voice ${one.version} is ready at ${url}`,
    ...(one.hasPage ? [`Calls, webhooks and texts, live: ${url}/`] : []),
    ...(one.hasHandset ? [`A test phone with calls and texts: ${url}/handset`] : []),
    ...(one.ownCertificate === null
      ? []
      : [
          `Open ${url}/ once in your browser and accept the certificate.`,
          `Node trusts it with NODE_EXTRA_CA_CERTS=${one.ownCertificate}`,
        ]),
    '',
    ...keys,
    '',
    `Business numbers: ${numbers.join(', ')}`,
    voiceUrlLine(one),
    ...(one.smsUrl === '' ? [] : [`Texts to them are sent to ${one.smsUrl}`]),
    '',
    'Your first call:',
    `  curl ${options}-u "${user}" ${url}/2010-04-01/Accounts/${accountSid}/Calls.json \\`,
    `    --data-urlencode To=${LEAD} --data-urlencode From=${number} \\`,
    "    --data-urlencode 'Twiml=<Response><Say>Hello, this is your first call</Say></Response>'",
    '',
    'Stop with Ctrl-C.',
    '',
  ].join('\n');
}

function voiceUrlLine({ voiceUrl, callableNumbers }: Started): string {
  if (voiceUrl !== '') return `Calls to them, and calls of browsers, run the TwiML of ${voiceUrl}`;
  return callableNumbers.length === 0
    ? 'They have no VoiceUrl yet. Set one with --voice-url, --seed or the REST API.'
    : `With a VoiceUrl: ${callableNumbers.join(', ')}`;
}

/** For scripts: one line of JSON. */
export function startJson(one: Started): string {
  return `${JSON.stringify({
    ready: 'offhook-voice',
    version: one.version,
    url: one.url,
    port: one.port,
    account_sid: one.accountSid,
    ...(one.hasOwnToken ? {} : { auth_token: one.authToken }),
    api_key: one.apiKey,
    ...(one.hasOwnSecret ? {} : { api_secret: one.apiSecret }),
    application_sid: one.applicationSid,
    numbers: one.numbers,
    ...(one.ownCertificate === null ? {} : { certificate: one.ownCertificate }),
  })}\n`;
}
