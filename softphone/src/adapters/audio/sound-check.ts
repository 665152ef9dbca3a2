/** The recording stays in memory and is discarded after playback. */
import type {
  OpenFailure,
  PlayFailure,
  SoundCheckEffect,
  SoundCheckEvent,
} from '../../core/audio/sound-check.ts';
import { levelBars } from '../../core/audio/sound-level.ts';

export interface SoundCheckOptions {
  readonly media: MediaDevices | undefined;
  readonly send: (event: SoundCheckEvent) => void;
  readonly setLevel: (bars: number) => void;
  readonly warn: (message: string, error: unknown) => void;
}

interface CheckRun {
  isOver: boolean;
  readonly cleanups: (() => void)[];
}

const MEASURE_MS = 50;

export function createSoundChecker({
  media,
  send,
  setLevel,
  warn,
}: SoundCheckOptions): (effect: SoundCheckEffect) => void {
  let currentRun: CheckRun = { isOver: true, cleanups: [] };
  let stopRecording: (() => Promise<Blob>) | null = null;

  function release(): void {
    currentRun.isOver = true;
    for (const cleanup of currentRun.cleanups.splice(0)) cleanup();
    stopRecording = null;
    setLevel(0);
  }

  function startRun(): CheckRun {
    release();
    currentRun = { isOver: false, cleanups: [] };
    return currentRun;
  }

  async function openMicrophone(
    effect: Extract<SoundCheckEffect, { type: 'openMicrophone' }>,
  ): Promise<void> {
    const ownRun = startRun();
    const { run, records } = effect;
    let stream: MediaStream;
    try {
      if (!media) throw new DOMException('There are no devices.', 'NotFoundError');
      stream = await media.getUserMedia({ audio: constraintsOf(effect) });
    } catch (error) {
      send({ type: 'openFailed', run, reason: failureOf(error) });
      return;
    }
    const [track] = stream.getAudioTracks();
    const stopTracks = () => {
      for (const one of stream.getTracks()) one.stop();
    };
    if (ownRun.isOver || !track) {
      stopTracks();
      return;
    }
    ownRun.cleanups.push(stopTracks);
    track.addEventListener('ended', () => send({ type: 'unplugged', run }));
    try {
      measure(stream, ownRun, () => send({ type: 'soundHeard', run }));
      stopRecording = records ? record(stream) : null;
    } catch (error) {
      warn('The microphone could not be checked.', error);
      send({ type: 'openFailed', run, reason: 'unusable' });
      return;
    }
    send({ type: 'opened', run });
    const clock = setInterval(() => send({ type: 'secondPassed', run }), 1_000);
    ownRun.cleanups.push(() => clearInterval(clock));
  }

  function measure(stream: MediaStream, ownRun: CheckRun, onSound: () => void): void {
    const context = new AudioContext();
    context.resume().catch(() => undefined);
    ownRun.cleanups.push(() => void context.close().catch(() => undefined));
    const analyser = context.createAnalyser();
    analyser.fftSize = 2048;
    context.createMediaStreamSource(stream).connect(analyser);
    const samples = new Float32Array(analyser.fftSize);
    const timer = setInterval(() => {
      analyser.getFloatTimeDomainData(samples);
      const bars = levelBars(samples);
      setLevel(bars);
      if (bars > 0) onSound();
    }, MEASURE_MS);
    ownRun.cleanups.push(() => clearInterval(timer));
  }

  async function playRecording(run: number, deviceId: string): Promise<void> {
    const finish = stopRecording;
    const ownRun = currentRun;
    stopRecording = null;
    const blob = await finish?.();
    if (ownRun.isOver) return;
    for (const cleanup of ownRun.cleanups.splice(0)) cleanup();
    setLevel(0);
    if (!blob) {
      send({ type: 'playFailed', run, reason: 'unplayable' });
      return;
    }
    const address = URL.createObjectURL(blob);
    ownRun.cleanups.push(() => URL.revokeObjectURL(address));
    await play(address, deviceId, ownRun, run);
  }

  async function play(address: string, deviceId: string, ownRun: CheckRun, run: number): Promise<void> {
    const audio = new Audio(address);
    ownRun.cleanups.push(() => audio.pause());
    audio.addEventListener('ended', () => send({ type: 'played', run }));
    audio.addEventListener('error', () => send({ type: 'playFailed', run, reason: 'unplayable' }));
    const failed = (reason: PlayFailure) => (error: unknown) => {
      if (ownRun.isOver) return;
      warn('The test sound could not be played.', error);
      send({ type: 'playFailed', run, reason });
    };
    try {
      if ('setSinkId' in audio && deviceId !== '') await audio.setSinkId(deviceId);
    } catch (error) {
      failed(isNotAllowed(error) ? 'locked' : 'unplayable')(error);
      return;
    }
    if (!ownRun.isOver) await audio.play().catch(failed('unplayable'));
  }

  return (effect) => {
    switch (effect.type) {
      case 'prepare':
        break;
      case 'openMicrophone':
        void openMicrophone(effect);
        break;
      case 'playRecording':
        playRecording(effect.run, effect.deviceId).catch((error: unknown) => {
          warn('The test recording could not be played.', error);
          send({ type: 'playFailed', run: effect.run, reason: 'unplayable' });
        });
        break;
      case 'playRing':
        void play('/sounds/ring.mp3', effect.deviceId, startRun(), effect.run);
        break;
      case 'release':
        release();
        break;
      default:
        effect satisfies never;
    }
  };
}

function constraintsOf({
  deviceId,
  plain,
}: {
  readonly deviceId: string;
  readonly plain: boolean;
}): MediaTrackConstraints {
  return {
    ...(deviceId !== '' && { deviceId: { exact: deviceId } }),
    ...(plain && { echoCancellation: false, noiseSuppression: false, autoGainControl: false }),
  };
}

function isNotAllowed(error: unknown): boolean {
  return error instanceof DOMException && ['NotAllowedError', 'SecurityError'].includes(error.name);
}

function failureOf(error: unknown): OpenFailure {
  if (isNotAllowed(error)) return 'refused';
  const name = error instanceof DOMException ? error.name : '';
  // Not every browser makes OverconstrainedError a DOMException.
  const isMissing = name === 'NotFoundError' || /Overconstrained/.test(String(error));
  return isMissing ? 'missing' : 'unusable';
}

/** @returns a function that stops the recording and resolves with it */
function record(stream: MediaStream): () => Promise<Blob> {
  const recorder = new MediaRecorder(stream);
  const pieces: Blob[] = [];
  recorder.addEventListener('dataavailable', ({ data }) => pieces.push(data));
  const recorded = new Promise<Blob>((resolve) => {
    recorder.addEventListener('stop', () => resolve(new Blob(pieces, { type: recorder.mimeType })));
  });
  recorder.start();
  return () => {
    if (recorder.state !== 'inactive') recorder.stop();
    return recorded;
  };
}
