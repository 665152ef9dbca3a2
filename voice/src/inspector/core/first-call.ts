import type { PageAccount } from './page-account.ts';

/** The names that `offhook-voice` prints. */
export function envLines(origin: string, account: PageAccount): string {
  const { accountSid, authToken, apiKey, apiSecret, applicationSid } = account;
  const pairs = [
    ['TWILIO_ACCOUNT_SID', accountSid],
    ['TWILIO_AUTH_TOKEN', authToken],
    ['TWILIO_API_KEY', apiKey],
    ['TWILIO_API_SECRET', apiSecret],
    ['TWILIO_TWIML_APP_SID', applicationSid],
    ['VOICE_URL', origin],
  ];
  return pairs
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}=${value}`)
    .join('\n');
}

/** A shell command that calls a simulated phone. */
export function firstCall(origin: string, { accountSid, authToken, numbers }: PageAccount): string {
  const from = numbers[0] ?? '+14155550199';
  // The shell doesn't trust the service's own certificate.
  const options = origin.startsWith('https:') ? '-k ' : '';
  return [
    `curl ${options}-u '${accountSid}:${authToken}' ${origin}/2010-04-01/Accounts/${accountSid}/Calls.json \\`,
    `  --data-urlencode 'To=+14155550100' --data-urlencode 'From=${from}' \\`,
    `  --data-urlencode 'Twiml=<Response><Say>Hello</Say></Response>'`,
  ].join('\n');
}
