import { randomBytes } from 'node:crypto';
import { encodeForm, type FormParams } from './webhook.ts';

/** An error or a warning that the account can read: what was odd about one of its documents or callbacks. */
export interface Notification {
  readonly sid: string;
  readonly callSid: string;
  readonly level: 'error' | 'warning';
  readonly code: number;
  readonly text: string;
  readonly at: number;
  readonly url: string;
  readonly method: 'GET' | 'POST';
  /** The form that was sent, as it was sent. */
  readonly variables: string;
  /** The beginning of what came back. */
  readonly answer: string;
}

const MAX_NOTIFICATIONS = 2_000;

/** The newest notifications; they do not outlive the process. */
export class Notifications {
  readonly #notifications = new Map<string, Notification>();

  /** @param form of the request that it is about */
  add(one: Omit<Notification, 'sid' | 'at' | 'callSid' | 'variables'>, form: FormParams): void {
    const sid = `NO${randomBytes(16).toString('hex')}`;
    const callSid = form.find(([name]) => name === 'CallSid')?.[1] ?? '';
    this.#notifications.set(sid, { ...one, sid, callSid, variables: encodeForm(form), at: Date.now() });
    const oldest = this.#notifications.keys().next();
    if (this.#notifications.size > MAX_NOTIFICATIONS && !oldest.done)
      this.#notifications.delete(oldest.value);
  }

  get(sid: string): Notification | undefined {
    return this.#notifications.get(sid);
  }

  /** Newest first. */
  list(): readonly Notification[] {
    return [...this.#notifications.values()].reverse();
  }
}
