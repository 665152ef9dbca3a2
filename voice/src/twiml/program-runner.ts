import { inTurn } from '../calls/in-turn.ts';
import {
  type DocumentSource,
  newProgram,
  type Program,
  type ProgramEffect,
  type ProgramEvent,
  type Source,
  transitionProgram,
} from './core/program.ts';
import type { Refusal } from './core/read.ts';
import type { Verb } from './core/verbs.ts';

/** What a program acts on. */
export interface Stage {
  fetch(source: DocumentSource): Promise<readonly Verb[] | Refusal>;
  /**
   * Starts a verb. `done` is called once when it is over; not after it was stopped.
   * @returns stops it
   */
  start(verb: Verb, done: (next: Source | null) => void): () => void;
  finished(): void;
  failed(refusal: Refusal): void;
}

/** Runs one program: events in, transition, effects out, one event after the other. */
export class ProgramRunner {
  readonly #stage: Stage;
  #program: Program = newProgram;
  #stop: (() => void) | null = null;

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  begin(source: Source): void {
    this.#dispatch({ type: 'begin', source });
  }

  end(): void {
    this.#dispatch({ type: 'ended' });
  }

  readonly #dispatch = inTurn((event: ProgramEvent): void => {
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
        this.#stop = this.#stage.start(effect.verb, (next) =>
          this.#dispatch({ type: 'verbDone', turn, next }),
        );
        return;
      }
      case 'stop':
        this.#stop?.();
        this.#stop = null;
        return;
      case 'finished':
        this.#stage.finished();
        return;
      case 'failed':
        this.#stage.failed(effect.refusal);
        return;
      default:
        effect satisfies never;
    }
  }

  async #fetch(turn: number, source: DocumentSource): Promise<void> {
    let outcome: readonly Verb[] | Refusal;
    try {
      outcome = await this.#stage.fetch(source);
    } catch (error) {
      outcome = { code: 11200, message: String(error) };
    }
    this.#dispatch(
      'code' in outcome
        ? { type: 'documentFailed', turn, refusal: outcome }
        : { type: 'documentArrived', turn, verbs: outcome },
    );
  }
}
