/**
 * Belongs to the visible page, not to the shared phone. A ring or a call ends it.
 *
 *   idle ──listen──► opening ──opened──► listening
 *        ──record──► opening ──opened──► recording ──3 s──► playing ──► idle
 *        ──ring────► ringing ──► idle
 *   each ──stop, panel closed, page hidden, a call──► idle        each ──► failed
 */
import type { NoFields, Tagged } from '../tagged.ts';
export const RECORDING_SECONDS = 3;
/** After this, a hint is shown. */
const SILENT_AFTER_SECONDS = 4;

export type OpenFailure = 'refused' | 'missing' | 'unusable';
/** `locked`: the browser allows a non-default output only after microphone access. */
export type PlayFailure = 'unplayable' | 'locked';

export type SoundStep =
  | { readonly name: 'idle' }
  | { readonly name: 'opening'; readonly speaker: string | null }
  | { readonly name: 'listening'; readonly seconds: number; readonly heard: boolean }
  | {
      readonly name: 'recording';
      readonly seconds: number;
      readonly heard: boolean;
      readonly speaker: string;
    }
  | { readonly name: 'playing' }
  | { readonly name: 'ringing' }
  | { readonly name: 'failed'; readonly reason: OpenFailure | PlayFailure | 'silent' | 'unplugged' };

export interface SoundCheck {
  readonly step: SoundStep;
  /** Incremented at each start and end, to ignore late events. */
  readonly run: number;
}

/** An empty device ID is the system's default. `plain`: without the browser's audio processing. */
export type SoundCheckEvent = Tagged<{
  listenClicked: { microphone: string; plain: boolean };
  recordClicked: { microphone: string; plain: boolean; speaker: string };
  ringClicked: { ringer: string };
  microphoneChosen: { microphone: string; plain: boolean };
  stopClicked: NoFields;
  panelOpened: NoFields;
  panelLeft: NoFields;
  pageHidden: NoFields;
  /** A ring, or a placed or accepted call. */
  callStarted: NoFields;
  opened: { run: number };
  openFailed: { run: number; reason: OpenFailure };
  soundHeard: { run: number };
  unplugged: { run: number };
  secondPassed: { run: number };
  played: { run: number };
  playFailed: { run: number; reason: PlayFailure };
}>;

export type SoundCheckEffect = Tagged<{
  prepare: NoFields;
  openMicrophone: { run: number; deviceId: string; plain: boolean; records: boolean };
  playRecording: { run: number; deviceId: string };
  playRing: { run: number; deviceId: string };
  release: NoFields;
}>;

export interface SoundCheckOutcome {
  readonly check: SoundCheck;
  readonly effects: readonly SoundCheckEffect[];
}

export const initialSoundCheck: SoundCheck = { step: { name: 'idle' }, run: 0 };

export function soundCheck(check: SoundCheck, event: SoundCheckEvent): SoundCheckOutcome {
  const { step, run } = check;
  if ('run' in event && event.run !== run) return { check, effects: [] };
  switch (event.type) {
    case 'panelOpened':
      return { check, effects: [{ type: 'prepare' }] };
    case 'listenClicked':
      return open(check, event, null);
    case 'recordClicked':
      return open(check, event, event.speaker);
    case 'ringClicked':
      return start(check, { name: 'ringing' }, (next) => ({
        type: 'playRing',
        run: next,
        deviceId: event.ringer,
      }));
    case 'microphoneChosen':
      if (step.name === 'listening') return open(check, event, null);
      return step.name === 'opening' || step.name === 'recording'
        ? end(check, { name: 'idle' })
        : unchanged(check);
    case 'stopClicked':
    case 'panelLeft':
    case 'pageHidden':
    case 'callStarted':
      return step.name === 'idle' ? unchanged(check) : end(check, { name: 'idle' });
    case 'opened':
      if (step.name !== 'opening') return unchanged(check);
      return withStep(check, openedStep(step.speaker));
    case 'openFailed':
      return step.name === 'opening'
        ? end(check, { name: 'failed', reason: event.reason })
        : unchanged(check);
    case 'unplugged':
      return usesMicrophone(step) ? end(check, { name: 'failed', reason: 'unplugged' }) : unchanged(check);
    case 'soundHeard':
      return 'heard' in step && !step.heard ? withStep(check, { ...step, heard: true }) : unchanged(check);
    case 'secondPassed':
      return secondPassed(check);
    case 'played':
      return playsSound(step) ? end(check, { name: 'idle' }) : unchanged(check);
    case 'playFailed':
      return playsSound(step) ? end(check, { name: 'failed', reason: event.reason }) : unchanged(check);
    default:
      return event satisfies never;
  }
}

function usesMicrophone({ name }: SoundStep): boolean {
  return name === 'opening' || name === 'listening' || name === 'recording';
}

function playsSound({ name }: SoundStep): boolean {
  return name === 'playing' || name === 'ringing';
}

function openedStep(speaker: string | null): SoundStep {
  const fresh = { seconds: 0, heard: false };
  return speaker === null ? { name: 'listening', ...fresh } : { name: 'recording', speaker, ...fresh };
}

function secondPassed(check: SoundCheck): SoundCheckOutcome {
  const { step, run } = check;
  if (step.name !== 'listening' && step.name !== 'recording') return unchanged(check);
  const next = { ...step, seconds: step.seconds + 1 };
  if (next.name === 'listening' || next.seconds < RECORDING_SECONDS) return withStep(check, next);
  if (!next.heard) return end(check, { name: 'failed', reason: 'silent' });
  return {
    check: { step: { name: 'playing' }, run },
    effects: [{ type: 'playRecording', run, deviceId: next.speaker }],
  };
}

export function isSilent(step: SoundStep): boolean {
  return step.name === 'listening' && !step.heard && step.seconds >= SILENT_AFTER_SECONDS;
}

function unchanged(check: SoundCheck): SoundCheckOutcome {
  return { check, effects: [] };
}

function withStep({ run }: SoundCheck, step: SoundStep): SoundCheckOutcome {
  return { check: { step, run }, effects: [] };
}

function open(
  check: SoundCheck,
  { microphone: deviceId, plain }: { readonly microphone: string; readonly plain: boolean },
  speaker: string | null,
): SoundCheckOutcome {
  return start(check, { name: 'opening', speaker }, (run) => ({
    type: 'openMicrophone',
    run,
    deviceId,
    plain,
    records: speaker !== null,
  }));
}

function start(
  check: SoundCheck,
  step: SoundStep,
  effect: (run: number) => SoundCheckEffect,
): SoundCheckOutcome {
  const run = check.run + 1;
  const before: readonly SoundCheckEffect[] = isAtRest(check.step) ? [] : [{ type: 'release' }];
  return { check: { step, run }, effects: [...before, effect(run)] };
}

function end({ run }: SoundCheck, step: SoundStep): SoundCheckOutcome {
  return { check: { step, run: run + 1 }, effects: [{ type: 'release' }] };
}

function isAtRest({ name }: SoundStep): boolean {
  return name === 'idle' || name === 'failed';
}
