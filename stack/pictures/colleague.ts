/** A colleague on a phone without audio, who takes leads as an agent does. */
import { valueOrThrow } from '@offhook/contract/client/api-error';
import { PRESENCE_INTERVAL_MS } from '@offhook/contract/limits';
import type { ApiClient } from '@offhook/server/testing/servers/api-client';
import { openTestPhone, type PhoneRing, type TestPhone } from '@offhook/server/testing/world/test-phone';
import { waitUntil } from '../tests/product.ts';
import type { FormLead } from './cast.ts';
import type { Studio } from './studio.ts';

export type Result = 'contacted' | 'voicemail' | 'missed';

export class Colleague {
  readonly email: string;
  readonly #client: ApiClient;
  readonly #studio: Studio;
  readonly #phone: TestPhone;
  /** The call of each call user that rang. */
  readonly #calls: ReadonlyMap<number, number>;
  readonly #timer: NodeJS.Timeout;
  #state: 'waiting' | 'ringing' | 'oncall' | 'disposition' = 'waiting';

  private constructor(
    studio: Studio,
    email: string,
    client: ApiClient,
    phone: TestPhone,
    calls: ReadonlyMap<number, number>,
  ) {
    this.email = email;
    this.#studio = studio;
    this.#client = client;
    this.#phone = phone;
    this.#calls = calls;
    this.#timer = setInterval(() => this.#report(), PRESENCE_INTERVAL_MS);
  }

  static async open(studio: Studio, email: string): Promise<Colleague> {
    const client = await studio.client(email);
    const query = { phone_id: `pictures-${email}` };
    const { token } = valueOrThrow(await client.request('getToken', { query }));
    const address = `${studio.product.url.replace('http', 'ws')}/voice/signal`;
    const calls = new Map<number, number>();
    const phone = await openTestPhone(address, token, async (id) => {
      const response = await client.request('getCallUser', { params: { id } });
      if (response.ok) calls.set(id, response.value.call.id);
    });
    const colleague = new Colleague(studio, email, client, phone, calls);
    await colleague.#report();
    return colleague;
  }

  #report() {
    const body = { phone_id: `pictures-${this.email}`, state: this.#state } as const;
    return this.#client.request('reportPresence', {
      body: { ...body, device: 'registered', audio: 'ready' },
    });
  }

  async #become(state: 'waiting' | 'ringing' | 'oncall' | 'disposition'): Promise<void> {
    this.#state = state;
    await this.#report();
  }

  async choose(status: string): Promise<void> {
    valueOrThrow(await this.#client.request('setStatus', { body: { status } }));
  }

  /** Sends a lead and takes it. @returns the call, once the lead has answered */
  async talkTo(lead: FormLead): Promise<{ readonly ring: PhoneRing; readonly callId: number }> {
    const { body } = await this.#studio.product.postLead({ ...lead });
    const callId = body.call_id ?? 0;
    const ring = await waitUntil(
      () => this.#phone.rings.find(({ callUserId }) => this.#calls.get(callUserId) === callId),
      `${this.email} to ring`,
    );
    this.#phone.accept(ring);
    await this.#become('oncall');
    await waitUntil(
      async () =>
        (await this.#studio.product.lines()).some(
          ({ to, status }) => to === lead.phone_number && status === 'in-progress',
        ),
      `${lead.lname} to answer`,
    );
    return { ring, callId };
  }

  async park(callId: number): Promise<void> {
    valueOrThrow(await this.#client.request('parkCall', { params: { id: callId }, body: { note: null } }));
  }

  /** Hangs up, and records a result and a note. */
  async finish({ ring, callId }: { ring: PhoneRing; callId: number }, result: Result, note?: string) {
    this.#phone.hangUp(ring.callSid);
    await this.#become('disposition');
    valueOrThrow(
      await this.#client.request('setDisposition', { params: { id: callId }, body: { status: result } }),
    );
    if (note)
      valueOrThrow(await this.#client.request('saveNote', { body: { content: note, call_id: callId } }));
    valueOrThrow(await this.#client.request('endWrapUp', {}));
    await this.#become('waiting');
  }

  /** Hangs up and is asked for the result. */
  async wrapUp({ ring }: { ring: PhoneRing }): Promise<void> {
    this.#phone.hangUp(ring.callSid);
    await this.#become('disposition');
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#phone.close();
  }
}
