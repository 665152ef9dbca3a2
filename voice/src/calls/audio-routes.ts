import type { Logger } from 'pino';
import type { MediaPort } from './media-port.ts';

/** Which legs each leg hears. Sends only changes to the media process. */
export class AudioRoutes {
  readonly #media: MediaPort;
  readonly #log: Logger;
  readonly #hears = new Map<string, readonly string[]>();
  #listener: (legs: readonly string[]) => void = () => {};

  constructor(media: MediaPort, log: Logger) {
    this.#media = media;
    this.#log = log;
  }

  /** Replaces the sources of each given leg; other legs are unchanged. */
  set(changes: Iterable<readonly [leg: string, hears: readonly string[]]>): void {
    const routes: { leg: string; hears: readonly string[] }[] = [];
    for (const [leg, hears] of changes) {
      if (sameLegs(this.#hears.get(leg) ?? [], hears)) continue;
      this.#hears.set(leg, hears);
      routes.push({ leg, hears });
    }
    if (routes.length === 0) return;
    this.#media.send({ type: 'setHears', routes }).catch((error: unknown) => {
      this.#log.warn({ err: String(error) }, 'failed to set audio routes');
    });
    this.#listener(routes.map((route) => route.leg));
  }

  bridge(one: string, other: string): void {
    this.set([
      [one, [other]],
      [other, [one]],
    ]);
  }

  onChange(listener: (legs: readonly string[]) => void): void {
    this.#listener = listener;
  }

  heardBy(leg: string): readonly string[] {
    return this.#hears.get(leg) ?? [];
  }

  /** Replaces a leg with another, both as a listener and as a source. */
  move(leg: string, to: string): void {
    const routes = [...this.#hears].map(([listener, hears]) => {
      const sources = hears.map((one) => (one === leg ? to : one));
      return [listener === leg ? to : listener, sources] as const;
    });
    this.#hears.delete(leg);
    this.set(routes);
  }

  close(leg: string): void {
    this.#hears.delete(leg);
    const listeners = [...this.#hears].filter(([, hears]) => hears.includes(leg));
    this.set(listeners.map(([listener, hears]) => [listener, hears.filter((one) => one !== leg)]));
  }
}

function sameLegs(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((leg, index) => leg === other[index]);
}
