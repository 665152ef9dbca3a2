import { applyEvent, emptyLog, type Log } from './core/log.ts';
import { type LogEvent, toLogEvent } from './core/log-events.ts';
import type { Observe } from './core/observations.ts';

/** Keeps what the parts of the service report, in memory, and passes it on to the open pages. */
export class Inspector {
  readonly #listeners = new Set<(event: LogEvent) => void>();
  #log: Log = emptyLog;

  get log(): Log {
    return this.#log;
  }

  readonly observe: Observe = (observation) => this.#record(toLogEvent(Date.now(), observation));

  /** Removes calls, texts and conferences that are over. */
  clear(): void {
    this.#record({ at: Date.now(), type: 'cleared' });
  }

  /** @returns a function that unsubscribes */
  onEvent(listener: (event: LogEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #record(event: LogEvent): void {
    this.#log = applyEvent(this.#log, event);
    for (const listener of this.#listeners) listener(event);
  }
}
