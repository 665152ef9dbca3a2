/** The voice provider's REST API, as far as the check needs it beside the server. */
import type { Settings } from './settings.ts';

type Fields = Readonly<Record<string, string>>;
type Json = Readonly<Record<string, unknown>>;

const TIMEOUT_MS = 15_000;

/** What Offhook sets on a number, by the name in requests and in answers. */
const NUMBER_FIELDS: Readonly<Record<string, string>> = {
  VoiceUrl: 'voice_url',
  VoiceMethod: 'voice_method',
  VoiceApplicationSid: 'voice_application_sid',
  StatusCallback: 'status_callback',
  StatusCallbackMethod: 'status_callback_method',
  SmsUrl: 'sms_url',
  SmsMethod: 'sms_method',
  SmsApplicationSid: 'sms_application_sid',
};

export interface SavedNumber {
  readonly sid: string;
  readonly fields: Fields;
}

export interface ProviderText {
  readonly direction: string;
  readonly status: string;
  readonly error_code: number | null;
}

export class Provider {
  readonly #root: string;
  readonly #authorization: string;

  constructor({ VOICE_URL, TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN }: Settings) {
    const base = VOICE_URL === '' ? 'https://api.twilio.com' : VOICE_URL.replace(/\/+$/, '');
    this.#root = `${base}/2010-04-01/Accounts/${TWILIO_ACCOUNT_SID}`;
    this.#authorization = `Basic ${Buffer.from(`${TWILIO_ACCOUNT_SID}:${TWILIO_AUTH_TOKEN}`).toString('base64')}`;
  }

  get host(): string {
    return new URL(this.#root).host;
  }

  /** @throws an error with the provider's words */
  async #request(method: string, path: string, form?: Fields): Promise<Json> {
    const response = await fetch(this.#root + path, {
      method,
      headers: { authorization: this.#authorization },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(form && { body: new URLSearchParams(form) }),
    });
    const text = await response.text();
    if (response.ok) return text === '' ? {} : (JSON.parse(text) as Json);
    const reason = text.startsWith('{') ? String((JSON.parse(text) as Json)['message']) : text.slice(0, 200);
    throw new Error(`The voice provider answered ${response.status}: ${reason}`);
  }

  async saveNumber(phoneNumber: string): Promise<SavedNumber> {
    const query = new URLSearchParams({ PhoneNumber: phoneNumber });
    const found = await this.#request('GET', `/IncomingPhoneNumbers.json?${query}`);
    const [number] = found['incoming_phone_numbers'] as readonly Json[];
    if (!number) throw new Error(`The account doesn't own ${phoneNumber}.`);
    const fields = Object.entries(NUMBER_FIELDS).map(([name, key]) => [name, String(number[key] ?? '')]);
    return { sid: String(number['sid']), fields: Object.fromEntries(fields) };
  }

  async restoreNumber({ sid, fields }: SavedNumber): Promise<void> {
    await this.#request('POST', `/IncomingPhoneNumbers/${sid}.json`, fields);
  }

  /** An application of its own, so that one of another installation of Offhook stays as it is. */
  async createApplication(publicUrl: string): Promise<string> {
    const application = await this.#request('POST', '/Applications.json', {
      FriendlyName: 'Offhook live check',
      VoiceUrl: `${publicUrl}/twilio/voice/client`,
      VoiceMethod: 'POST',
      StatusCallback: `${publicUrl}/twilio/status/leg`,
      StatusCallbackMethod: 'POST',
    });
    return String(application['sid']);
  }

  async removeApplication(sid: string): Promise<void> {
    await this.#request('DELETE', `/Applications/${sid}.json`);
  }

  /** Texts from one number to the other since the given time: the sent one and the received one. */
  async texts(from: string, to: string, since: Date): Promise<readonly ProviderText[]> {
    const query = new URLSearchParams({ From: from, To: to });
    const found = await this.#request('GET', `/Messages.json?${query}`);
    return (found['messages'] as readonly (ProviderText & { readonly date_created: string })[]).filter(
      ({ date_created }) => isSince(date_created, since),
    );
  }

  async calls(since: Date): Promise<readonly Json[]> {
    const query = new URLSearchParams({ 'StartTime>': since.toISOString().slice(0, 10), PageSize: '200' });
    const found = await this.#request('GET', `/Calls.json?${query}`);
    return (found['calls'] as readonly Json[]).filter((call) => isSince(String(call['date_created']), since));
  }

  async hangUp(callSid: string): Promise<void> {
    await this.#request('POST', `/Calls/${callSid}.json`, { Status: 'completed' });
  }
}

/** The provider's times have whole seconds. */
function isSince(time: string, since: Date): boolean {
  return Date.parse(time) >= Math.floor(since.getTime() / 1_000) * 1_000;
}
