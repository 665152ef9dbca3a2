import type { TwimlError } from './attributes.ts';
import type { Method, Verb, WithAction } from './verbs.ts';

/**
 * A call's TwiML program: fetches documents and runs their verbs in sequence. The call ends after the last verb.
 *
 *     idle ──start──▶ fetching ──documentArrived──▶ running ──verbDone──▶ running … ──the last one──▶ over
 *                        ▲  └──documentFailed──▶ over  │
 *                        └── redirect, action, start ──┘          ended, from anywhere ──▶ over
 *
 * Each fetch and each verb has a turn number; results of older turns are ignored.
 */
export type Program =
  | { readonly phase: 'idle'; readonly turn: number }
  | { readonly phase: 'fetching'; readonly turn: number; readonly documents: number }
  | {
      readonly phase: 'running';
      readonly turn: number;
      readonly documents: number;
      readonly verbs: readonly Verb[];
      readonly index: number;
    }
  | { readonly phase: 'over'; readonly turn: number };

export interface DocumentAddress {
  readonly url: string;
  readonly method: Method;
}

export interface UrlSource extends DocumentAddress {
  readonly kind: 'url';
  readonly params: readonly (readonly [string, string])[];
}

export type Source =
  | UrlSource
  | { readonly kind: 'twiml'; readonly xml: string }
  | { readonly kind: 'verbs'; readonly verbs: readonly Verb[] };

export const actionSource = (
  { action, method }: WithAction,
  ...params: readonly (readonly [string, string])[]
): UrlSource | null => (action === null ? null : { kind: 'url', url: action, method, params });

export type DocumentSource = Exclude<Source, { readonly kind: 'verbs' }>;

export type ProgramEvent =
  | { readonly type: 'start'; readonly source: Source }
  | { readonly type: 'documentArrived'; readonly turn: number; readonly verbs: readonly Verb[] }
  | { readonly type: 'documentFailed'; readonly turn: number; readonly error: TwimlError }
  /** `next` is the verb's action; null continues with the next verb. */
  | { readonly type: 'verbDone'; readonly turn: number; readonly next: Source | null }
  | { readonly type: 'ended' };

export type ProgramEffect =
  | { readonly type: 'fetch'; readonly turn: number; readonly source: DocumentSource }
  | { readonly type: 'run'; readonly turn: number; readonly verb: Verb }
  | { readonly type: 'stop' }
  | { readonly type: 'finished' }
  | { readonly type: 'failed'; readonly error: TwimlError };

export interface ProgramStep {
  readonly state: Program;
  readonly effects: readonly ProgramEffect[];
}

/** Ends endless redirects; a call that lasts a day needs fewer documents. */
const MAX_DOCUMENTS = 2_000;
export const TOO_MANY_DOCUMENTS = 12_101;

export const initialProgram: Program = { phase: 'idle', turn: 0 };

export function transitionProgram(state: Program, event: ProgramEvent): ProgramStep {
  switch (event.type) {
    case 'start':
      return withStop(state, load(state, event.source));
    case 'documentArrived':
      if (state.phase !== 'fetching' || state.turn !== event.turn) return unchanged(state);
      return run(state.turn, state.documents, event.verbs, 0);
    case 'documentFailed':
      if (state.phase !== 'fetching' || state.turn !== event.turn) return unchanged(state);
      return { state: ended(state), effects: [{ type: 'failed', error: event.error }] };
    case 'verbDone':
      if (state.phase !== 'running' || state.turn !== event.turn) return unchanged(state);
      if (event.next) return load(state, event.next);
      return run(state.turn, state.documents, state.verbs, state.index + 1);
    case 'ended':
      return state.phase === 'over'
        ? unchanged(state)
        : withStop(state, { state: ended(state), effects: [] });
    default:
      return event satisfies never;
  }
}

function load(state: Program, source: Source): ProgramStep {
  const turn = state.turn + 1;
  const documents = ('documents' in state ? state.documents : 0) + 1;
  if (documents > MAX_DOCUMENTS) {
    const error = { code: TOO_MANY_DOCUMENTS, message: `more than ${MAX_DOCUMENTS} documents in one call` };
    return { state: { phase: 'over', turn }, effects: [{ type: 'failed', error }] };
  }
  if (source.kind === 'verbs') return run(state.turn, documents, source.verbs, 0);
  return { state: { phase: 'fetching', turn, documents }, effects: [{ type: 'fetch', turn, source }] };
}

function run(before: number, documents: number, verbs: readonly Verb[], index: number): ProgramStep {
  const turn = before + 1;
  const verb = verbs[index];
  if (!verb) return { state: { phase: 'over', turn }, effects: [{ type: 'finished' }] };
  return {
    state: { phase: 'running', turn, documents, verbs, index },
    effects: [{ type: 'run', turn, verb }],
  };
}

function withStop(before: Program, step: ProgramStep): ProgramStep {
  if (before.phase !== 'running') return step;
  return { state: step.state, effects: [{ type: 'stop' }, ...step.effects] };
}

function ended(state: Program): Program {
  return { phase: 'over', turn: state.turn + 1 };
}

function unchanged(state: Program): ProgramStep {
  return { state, effects: [] };
}
