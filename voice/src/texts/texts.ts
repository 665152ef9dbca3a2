import type { Logger } from 'pino';
import type { Directory } from '../store/directory.ts';
import type { Store } from '../store/store.ts';
import { type MessagingVerb, parseMessagingTwiml } from '../twiml/core/messaging.ts';
import { MAX_DOCUMENT_LENGTH } from '../twiml/core/tree.ts';
import type { Callbacks } from '../webhooks/callbacks.ts';
import { inboundTextParams, messageStatusParams } from '../webhooks/message-params.ts';
import { WebRequestError } from '../webhooks/request.ts';
import type { FormParams, Webhook } from '../webhooks/webhook.ts';
import {
  keyword,
  MAX_TEXT_LENGTH,
  type Message,
  type MessageEvent,
  type MessageRequest,
  newMessage,
  transitionMessage,
} from './core/message.ts';

/** Why a text does not arrive: it never went out (`failed`), or nobody took it (`undelivered`). */
export interface DeliveryFailure {
  readonly status: 'failed' | 'undelivered';
  /** The provider's number for the reason. */
  readonly errorCode: number;
}

export interface TextParts {
  readonly accountSid: string;
  readonly store: Store;
  readonly directory: Directory;
  readonly callbacks: Callbacks;
  readonly webhook: Webhook;
  readonly log: Logger;
  readonly newSid: (prefix: 'SM') => string;
  /** What becomes of a text to that number: null when it arrives. */
  readonly deliveryFailure: (to: string) => DeliveryFailure | null;
}

/** A conversation of documents that never ends is ended. */
const MAX_DOCUMENTS = 20;

/** Texts in both directions: events in, transitions, the account is told of every change. */
export class Texts {
  readonly #parts: TextParts;
  readonly #listeners = new Set<(message: Message) => void>();

  constructor(parts: TextParts) {
    this.#parts = parts;
  }

  /** @param listener told each text that has reached its telephone @returns tells it no more */
  onDelivered(listener: (message: Message) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Whether that person has told this number to stop. */
  isOptedOut(own: string, theirs: string): boolean {
    return this.#parts.store.optOuts.get(`${own} ${theirs}`) !== undefined;
  }

  /** Takes a text on; it goes out right after the answer to whoever asked. */
  send(order: MessageRequest, direction: 'outbound-api' | 'outbound-reply'): Message {
    const { store, newSid } = this.#parts;
    const message = newMessage(newSid('SM'), direction, order, Date.now());
    store.messages.put(message);
    setImmediate(() => {
      this.#report(message);
      this.#deliver(message.sid);
    });
    return message;
  }

  /** A text of somebody in the pretend network comes to one of the account's numbers. */
  receive(from: string, to: string, body: string): { readonly sid: string } | { readonly fault: string } {
    const { store, directory, newSid } = this.#parts;
    const number = directory.number(to);
    if (!number) return { fault: 'no such number is configured' };
    const message = newMessage(newSid('SM'), 'inbound', { from, to, body, callback: null }, Date.now());
    store.messages.put(message);
    this.#handleKeyword(message);
    const target = directory.smsWebhook(number);
    if (target) void this.#callWebhook(message, target.url, target.method);
    return { sid: message.sid };
  }

  #deliver(sid: string): void {
    const to = this.#parts.store.messages.get(sid)?.to;
    if (to === undefined) return;
    const fate = this.#parts.deliveryFailure(to);
    if (fate?.status === 'failed') {
      this.#dispatch(sid, { type: 'refused', at: Date.now(), errorCode: fate.errorCode });
      return;
    }
    this.#dispatch(sid, { type: 'handedOver', at: Date.now() });
    const at = Date.now();
    this.#dispatch(
      sid,
      fate === null ? { type: 'delivered', at } : { type: 'undeliverable', at, errorCode: fate.errorCode },
    );
  }

  #dispatch(sid: string, event: MessageEvent): Message | null {
    const { store } = this.#parts;
    const before = store.messages.get(sid);
    if (!before) return null;
    const message = transitionMessage(before, event);
    if (message === before) return null;
    store.messages.put(message);
    this.#report(message);
    if (message.status === 'delivered') for (const listener of this.#listeners) listener(message);
    return message;
  }

  #report(message: Message): void {
    const { callbacks, accountSid } = this.#parts;
    if (message.callback) callbacks.send(message.callback, messageStatusParams(message, accountSid));
  }

  /** The provider's own reaction to STOP, START and HELP; the account is told of the text all the same. */
  #handleKeyword(message: Message): void {
    const { from: theirs, to: own } = message;
    const { optOuts } = this.#parts.store;
    const sid = `${own} ${theirs}`;
    const stopped = optOuts.get(sid) !== undefined;
    const answer = (body: string): void => {
      this.send({ from: own, to: theirs, body, callback: null }, 'outbound-reply');
    };
    switch (keyword(message.body)) {
      case 'stop':
        if (!stopped) answer('You will get no more texts from this number. START brings them back.');
        optOuts.put({ sid });
        return;
      case 'start':
        if (stopped) answer('You will get texts from this number again. STOP ends them.');
        optOuts.remove(sid);
        return;
      case 'help':
        answer('STOP ends the texts from this number, START brings them back.');
        return;
      default:
        return;
    }
  }

  async #callWebhook(message: Message, url: string, method: 'GET' | 'POST'): Promise<void> {
    let next: { readonly url: string; readonly method: 'GET' | 'POST' } | null = { url, method };
    let more: FormParams = [];
    try {
      for (let count = 0; next && count < MAX_DOCUMENTS; count += 1) {
        const verbs = await this.#fetchVerbs(message, next.url, next.method, more);
        next = null;
        more = [];
        for (const verb of verbs) {
          if (verb.verb === 'redirect') {
            next = verb;
            break;
          }
          const reply = this.#reply(message, verb);
          if (verb.action === null) continue;
          next = { url: verb.action, method: verb.method };
          more = reply
            ? [
                ['MessageStatus', reply.status],
                ['SmsStatus', reply.status],
              ]
            : [];
          break;
        }
      }
    } catch (error) {
      if (!(error instanceof WebRequestError)) throw error;
      this.#parts.log.warn(
        { message: message.sid, err: String(error) },
        'nobody was told of the text (11200)',
      );
    }
  }

  async #fetchVerbs(
    message: Message,
    url: string,
    method: 'GET' | 'POST',
    more: FormParams,
  ): Promise<readonly MessagingVerb[]> {
    const { webhook, accountSid, log } = this.#parts;
    const params = [...inboundTextParams(message, accountSid), ...more];
    const answer = await webhook.call(url, method, params, MAX_DOCUMENT_LENGTH);
    if (answer.status >= 300) {
      log.warn({ message: message.sid, status: answer.status }, 'the text was refused (11200)');
      return [];
    }
    const text = answer.body.toString('utf8');
    if (text.trim() === '') return [];
    const type = (answer.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase();
    if (type === 'text/plain') {
      const body = text.slice(0, MAX_TEXT_LENGTH);
      return [{ verb: 'message', body, to: null, from: null, callback: null, action: null, method: 'POST' }];
    }
    const verbs = parseMessagingTwiml(text, answer.url);
    if (!('code' in verbs)) return verbs;
    log.warn({ message: message.sid, code: verbs.code, reason: verbs.message }, 'the text has no TwiML');
    return [];
  }

  #reply(message: Message, verb: MessagingVerb & { verb: 'message' }): Message | null {
    const from = verb.from ?? message.to;
    const to = verb.to ?? message.from;
    if (this.isOptedOut(from, to) || verb.body.length > MAX_TEXT_LENGTH) {
      this.#parts.log.warn({ message: message.sid }, 'the reply was not sent');
      return null;
    }
    return this.send({ from, to, body: verb.body, callback: verb.callback }, 'outbound-reply');
  }
}
