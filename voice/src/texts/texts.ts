import type { Logger } from 'pino';
import type { Observe } from '../inspector/core/observations.ts';
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
import { countReply, isLoop, type ReplyCount } from './core/reply-limit.ts';

/** `failed`: never sent. `undelivered`: sent, but not received. */
export interface DeliveryFailure {
  readonly status: 'failed' | 'undelivered';
  readonly errorCode: number;
}

export interface TextDeps {
  readonly accountSid: string;
  readonly store: Store;
  readonly directory: Directory;
  readonly callbacks: Callbacks;
  readonly webhook: Webhook;
  readonly log: Logger;
  readonly observe: Observe | null;
  readonly newSid: (prefix: 'SM') => string;
  readonly deliveryFailure: (to: string) => DeliveryFailure | null;
}

const MAX_DOCUMENTS = 20;
const RATE_EXCEEDED = 14107;

export class Texts {
  readonly #deps: TextDeps;
  readonly #listeners = new Set<(message: Message) => void>();
  /** By both numbers, which are the account's own. */
  readonly #replies = new Map<string, ReplyCount>();

  constructor(deps: TextDeps) {
    this.#deps = deps;
  }

  /** @param listener receives each delivered text @returns a function that unsubscribes */
  onDelivered(listener: (message: Message) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  isOptedOut(businessNumber: string, otherNumber: string): boolean {
    return this.#deps.store.optOuts.get(`${businessNumber} ${otherNumber}`) !== undefined;
  }

  /** Queues a text. It's delivered after the response to the request that created it. */
  send(request: MessageRequest, direction: 'outbound-api' | 'outbound-reply'): Message {
    const { newSid } = this.#deps;
    const message = newMessage(newSid('SM'), direction, request, Date.now());
    this.#save(message);
    setImmediate(() => {
      this.#report(message);
      this.#deliver(message.sid);
    });
    return message;
  }

  receive(from: string, to: string, body: string): { readonly sid: string } | { readonly error: string } {
    const { directory, newSid } = this.#deps;
    const number = directory.number(to);
    if (!number) return { error: 'this number is not configured' };
    const message = newMessage(newSid('SM'), 'inbound', { from, to, body, callback: null }, Date.now());
    this.#save(message);
    this.#handleKeyword(message);
    const target = directory.smsWebhook(number);
    if (target) void this.#callWebhook(message, target.url, target.method);
    return { sid: message.sid };
  }

  #deliver(sid: string): void {
    const message = this.#deps.store.messages.get(sid);
    if (message === undefined) return;
    const { from, to, body } = message;
    const isOwn = this.#deps.directory.number(to) !== null;
    const failure =
      isOwn && this.#isLoop(message)
        ? ({ status: 'failed', errorCode: RATE_EXCEEDED } as const)
        : this.#deps.deliveryFailure(to);
    if (failure?.status === 'failed') {
      this.#dispatch(sid, { type: 'rejected', at: Date.now(), errorCode: failure.errorCode });
      return;
    }
    this.#dispatch(sid, { type: 'sent', at: Date.now() });
    const at = Date.now();
    this.#dispatch(
      sid,
      failure === null
        ? { type: 'delivered', at }
        : { type: 'undeliverable', at, errorCode: failure.errorCode },
    );
    if (isOwn && failure === null) this.receive(from, to, body);
  }

  /** Two numbers that reply to each other would never stop. */
  #isLoop({ direction, from, to }: Message): boolean {
    if (direction !== 'outbound-reply') return false;
    const key = [from, to].sort().join(' ');
    const replies = countReply(this.#replies.get(key), Date.now());
    this.#replies.set(key, replies);
    return isLoop(replies);
  }

  #dispatch(sid: string, event: MessageEvent): Message | null {
    const { store } = this.#deps;
    const before = store.messages.get(sid);
    if (!before) return null;
    const message = transitionMessage(before, event);
    if (message === before) return null;
    this.#save(message);
    this.#report(message);
    if (message.status === 'delivered') for (const listener of this.#listeners) listener(message);
    return message;
  }

  #save(message: Message): void {
    this.#deps.store.messages.put(message);
    this.#deps.observe?.({ type: 'text', message });
  }

  #report(message: Message): void {
    const { callbacks, accountSid } = this.#deps;
    if (message.callback) callbacks.send(message.callback, messageStatusParams(message, accountSid));
  }

  /** Replies to STOP, START and HELP as the provider does. The account receives these texts too. */
  #handleKeyword(message: Message): void {
    const { from: otherNumber, to: businessNumber } = message;
    const { optOuts } = this.#deps.store;
    const sid = `${businessNumber} ${otherNumber}`;
    const optedOut = optOuts.get(sid) !== undefined;
    const reply = (body: string): void => {
      this.send({ from: businessNumber, to: otherNumber, body, callback: null }, 'outbound-reply');
    };
    switch (keyword(message.body)) {
      case 'stop':
        if (!optedOut) reply('You will get no more texts from this number. Reply START to get them again.');
        optOuts.put({ sid });
        return;
      case 'start':
        if (optedOut) reply('You will get texts from this number again. Reply STOP to stop them.');
        optOuts.remove(sid);
        return;
      case 'help':
        reply('Reply STOP to stop texts from this number, START to get them again.');
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
      this.#deps.log.warn(
        { message: message.sid, err: String(error) },
        'webhook for an inbound text failed (11200)',
      );
      this.#reportProblem(message, 11_200, error.message, next?.url ?? '');
    }
  }

  async #fetchVerbs(
    message: Message,
    url: string,
    method: 'GET' | 'POST',
    more: FormParams,
  ): Promise<readonly MessagingVerb[]> {
    const { webhook, accountSid, log } = this.#deps;
    const params = [...inboundTextParams(message, accountSid), ...more];
    const response = await webhook.call(url, method, params, MAX_DOCUMENT_LENGTH, 'text');
    if (response.status >= 300) {
      log.warn(
        { message: message.sid, status: response.status },
        'webhook for an inbound text returned an error (11200)',
      );
      this.#reportProblem(message, 11_200, `HTTP status ${response.status}`, url);
      return [];
    }
    const text = response.body.toString('utf8');
    if (text.trim() === '') return [];
    const type = (response.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase();
    if (type === 'text/plain') {
      const body = text.slice(0, MAX_TEXT_LENGTH);
      return [{ verb: 'message', body, to: null, from: null, callback: null, action: null, method: 'POST' }];
    }
    const verbs = parseMessagingTwiml(text, response.url);
    if (!('code' in verbs)) return verbs;
    log.warn(
      { message: message.sid, code: verbs.code, reason: verbs.message },
      'invalid TwiML in response to a text',
    );
    this.#reportProblem(message, verbs.code, verbs.message, url);
    return [];
  }

  #reportProblem({ sid }: Message, code: number, text: string, url: string): void {
    this.#deps.observe?.({
      type: 'problem',
      problem: { level: 'error', code, text, url },
      form: [['MessageSid', sid]],
    });
  }

  #reply(message: Message, verb: MessagingVerb & { verb: 'message' }): Message | null {
    const from = verb.from ?? message.to;
    const to = verb.to ?? message.from;
    if (this.isOptedOut(from, to) || verb.body.length > MAX_TEXT_LENGTH) {
      this.#deps.log.warn({ message: message.sid }, 'reply not sent: opted out or too long');
      return null;
    }
    return this.send({ from, to, body: verb.body, callback: verb.callback }, 'outbound-reply');
  }
}
