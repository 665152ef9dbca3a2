import type { Observation } from '../core/observation.ts';
import type { RealtimeEvents } from './api.ts';

type Listeners = { readonly [E in keyof RealtimeEvents]: Set<(value: RealtimeEvents[E]) => void> };

/** Turns what the service reports into the events of the package's API. */
export class Events {
  readonly #listeners: Listeners = {
    event: new Set(),
    connection: new Set(),
    subscription: new Set(),
    webhook: new Set(),
    failure: new Set(),
  };

  on<E extends keyof RealtimeEvents>(event: E, listener: (value: RealtimeEvents[E]) => void): () => void {
    if (!Object.hasOwn(this.#listeners, event))
      throw new Error(`unknown event ${event}: expected ${Object.keys(this.#listeners).join(', ')}`);
    this.#listeners[event].add(listener);
    return () => this.#listeners[event].delete(listener);
  }

  next<E extends keyof RealtimeEvents>(
    event: E,
    matches: (value: RealtimeEvents[E]) => boolean = () => true,
    timeoutMs = 10_000,
  ): Promise<RealtimeEvents[E]> {
    return new Promise((resolve, reject) => {
      const remove = this.on(event, (value) => {
        if (!matches(value)) return;
        clearTimeout(overdue);
        remove();
        resolve(value);
      });
      const overdue = setTimeout(() => {
        remove();
        reject(new Error(`no such ${event} within ${timeoutMs} ms`));
      }, timeoutMs);
    });
  }

  readonly observe = (observation: Observation): void => {
    switch (observation.kind) {
      case 'event': {
        const { kind: _, ...event } = observation;
        this.#emit('event', event);
        break;
      }
      case 'connected': {
        const { kind: type, socketId } = observation;
        this.#emit('connection', { type, socketId, userId: null, code: null, reason: null });
        break;
      }
      case 'signedIn': {
        const { kind: type, socketId, userId } = observation;
        this.#emit('connection', { type, socketId, userId, code: null, reason: null });
        break;
      }
      case 'disconnected': {
        const { kind: type, socketId, userId, failure } = observation;
        const [code, reason] = [failure?.code ?? null, failure?.message ?? null];
        this.#emit('connection', { type, socketId, userId, code, reason });
        break;
      }
      case 'subscribed':
      case 'unsubscribed': {
        const { kind: type, socketId, channel, userId } = observation;
        this.#emit('subscription', { type, socketId, channel, userId, reason: null });
        break;
      }
      case 'subscriptionRejected': {
        const { socketId, channel, failure } = observation;
        this.#emit('subscription', {
          type: 'rejected',
          socketId,
          channel,
          userId: null,
          reason: failure.error,
        });
        break;
      }
      case 'failed': {
        const { socketId, failure } = observation;
        this.#emit('failure', { socketId, ...failure });
        break;
      }
      case 'requestRejected': {
        const { status: code, reason: message } = observation;
        this.#emit('failure', { socketId: null, code, message });
        break;
      }
      case 'webhook': {
        const { kind: _, ...request } = observation;
        this.#emit('webhook', request);
        break;
      }
      case 'noted':
        break;
      default:
        observation satisfies never;
    }
  };

  #emit<E extends keyof RealtimeEvents>(event: E, value: RealtimeEvents[E]): void {
    if (this.#listeners[event].size === 0) return;
    // Later, so that a listener can neither disturb the service nor see it half changed.
    setImmediate(() => {
      for (const listener of this.#listeners[event]) listener(value);
    });
  }
}
