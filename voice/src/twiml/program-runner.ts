import { serialize } from '../calls/serialize.ts';
import type { TwimlError } from './core/attributes.ts';
import {
  type DocumentSource,
  initialProgram,
  type Program,
  type ProgramEffect,
  type ProgramEvent,
  type Source,
  transitionProgram,
} from './core/program.ts';
import type { Verb } from './core/verbs.ts';

export interface ProgramHost {
  fetch(source: DocumentSource): Promise<readonly Verb[] | TwimlError>;
  /** Starts a verb. @param done called once at its end; not if stopped @returns a function that stops it */
  start(verb: Verb, done: (next: Source | null) => void): () => void;
  finished(): void;
  failed(error: TwimlError): void;
}

/** Runs one program: feeds events to its state machine and has the host perform the effects. */
export class ProgramRunner {
  readonly #host: ProgramHost;
  #program: Program = initialProgram;
  #stop: (() => void) | null = null;

  constructor(host: ProgramHost) {
    this.#host = host;
  }

  start(source: Source): void {
    this.#dispatch({ type: 'start', source });
  }

  end(): void {
    this.#dispatch({ type: 'ended' });
  }

  readonly #dispatch = serialize((event: ProgramEvent): void => {
    const step = transitionProgram(this.#program, event);
    this.#program = step.state;
    for (const effect of step.effects) this.#perform(effect);
  });

  #perform(effect: ProgramEffect): void {
    switch (effect.type) {
      case 'fetch':
        void this.#fetch(effect.turn, effect.source);
        return;
      case 'run': {
        const { turn } = effect;
        this.#stop = this.#host.start(effect.verb, (next) =>
          this.#dispatch({ type: 'verbDone', turn, next }),
        );
        return;
      }
      case 'stop':
        this.#stop?.();
        this.#stop = null;
        return;
      case 'finished':
        this.#host.finished();
        return;
      case 'failed':
        this.#host.failed(effect.error);
        return;
      default:
        effect satisfies never;
    }
  }

  async #fetch(turn: number, source: DocumentSource): Promise<void> {
    let outcome: readonly Verb[] | TwimlError;
    try {
      outcome = await this.#host.fetch(source);
    } catch (error) {
      outcome = { code: 11200, message: String(error) };
    }
    this.#dispatch(
      'code' in outcome
        ? { type: 'documentFailed', turn, error: outcome }
        : { type: 'documentArrived', turn, verbs: outcome },
    );
  }
}
