import { describeVerb } from '../inspector/core/describe-verb.ts';
import type { Observation, Observe, ObservedRequest } from '../inspector/core/observations.ts';
import type { CallChange, TextChange, TwimlVerb, VerbStart, VoiceEvents, WebhookExchange } from './api.ts';

type Listeners = { readonly [E in keyof VoiceEvents]: Set<(value: VoiceEvents[E]) => void> };

/** Turns what the parts of the service report into the events of the package's API. */
export class Events {
  readonly #listeners: Listeners = {
    call: new Set(),
    message: new Set(),
    verb: new Set(),
    webhook: new Set(),
  };
  readonly #pending = new Map<string, ObservedRequest>();
  /** Setting a callback reports a call without a change of its status. */
  readonly #statuses = new Map<string, string>();
  /** Running verbs of calls' own TwiML, by the ID of the observation. */
  readonly #verbs = new Map<string, VerbStart>();

  on<E extends keyof VoiceEvents>(event: E, listener: (value: VoiceEvents[E]) => void): () => void {
    const listeners = this.#listeners[event];
    if (listeners === undefined) throw new Error('the events are call, message, verb and webhook');
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  isRunning(callSid: string, verb: TwimlVerb): boolean {
    return [...this.#verbs.values()].some((each) => each.callSid === callSid && each.verb === verb);
  }

  readonly observe: Observe = (observation: Observation) => {
    switch (observation.type) {
      case 'call': {
        const { sid, parentSid, from, to, direction, status, endedAt } = observation.call;
        if (this.#statuses.get(sid) === status) return;
        if (endedAt === null) this.#statuses.set(sid, status);
        else this.#statuses.delete(sid);
        this.#emit('call', { sid, parentSid, from, to, direction, status } satisfies CallChange);
        return;
      }
      case 'text': {
        const { sid, from, to, body, direction, status, errorCode } = observation.message;
        this.#emit('message', { sid, from, to, body, direction, status, errorCode } satisfies TextChange);
        return;
      }
      case 'verbStarted': {
        if (observation.role !== 'call') return;
        const started = {
          callSid: observation.callSid,
          verb: describeVerb(observation.verb).name as TwimlVerb,
        };
        this.#verbs.set(observation.id, started);
        this.#emit('verb', started);
        return;
      }
      case 'verbEnded':
      case 'verbStopped':
        this.#verbs.delete(observation.id);
        return;
      case 'requested':
        this.#pending.set(observation.id, observation.request);
        return;
      case 'responded': {
        const { id, status, body, ms } = observation;
        this.#finish(id, { status, body, error: null, durationMs: ms });
        return;
      }
      case 'unanswered':
        this.#finish(observation.id, {
          status: null,
          body: '',
          error: observation.reason,
          durationMs: observation.ms,
        });
        return;
      default:
        return;
    }
  };

  #finish(id: string, result: Omit<WebhookExchange, 'url' | 'method' | 'params'>): void {
    const request = this.#pending.get(id);
    this.#pending.delete(id);
    if (!request) return;
    const { url, method, params } = request;
    this.#emit('webhook', { url, method, params: Object.fromEntries(params), ...result });
  }

  #emit<E extends keyof VoiceEvents>(event: E, value: VoiceEvents[E]): void {
    // Later, so that a listener can neither disturb the call nor see it half changed.
    setImmediate(() => {
      for (const listener of this.#listeners[event]) listener(value);
    });
  }
}
