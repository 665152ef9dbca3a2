import { randomBytes } from 'node:crypto';
import type { Observe } from '../inspector/core/observations.ts';
import { encodeForm, type FormParams } from './webhook.ts';

export interface Notification {
  readonly sid: string;
  readonly callSid: string;
  readonly level: 'error' | 'warning';
  readonly code: number;
  readonly text: string;
  readonly at: number;
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly variables: string;
  readonly responseBody: string;
}

const MAX_NOTIFICATIONS = 2_000;

/** The newest notifications, in memory only. */
export class Notifications {
  readonly #notifications = new Map<string, Notification>();
  readonly #observe: Observe | null;

  constructor(observe: Observe | null) {
    this.#observe = observe;
  }

  add(one: Omit<Notification, 'sid' | 'at' | 'callSid' | 'variables'>, form: FormParams): void {
    const sid = `NO${randomBytes(16).toString('hex')}`;
    const callSid = form.find(([name]) => name === 'CallSid')?.[1] ?? '';
    this.#notifications.set(sid, { ...one, sid, callSid, variables: encodeForm(form), at: Date.now() });
    this.#observe?.({ type: 'problem', problem: one, form });
    const oldest = this.#notifications.keys().next();
    if (this.#notifications.size > MAX_NOTIFICATIONS && !oldest.done)
      this.#notifications.delete(oldest.value);
  }

  get(sid: string): Notification | undefined {
    return this.#notifications.get(sid);
  }

  clear(): void {
    this.#notifications.clear();
  }

  /** Newest first. */
  list(): readonly Notification[] {
    return [...this.#notifications.values()].reverse();
  }
}
