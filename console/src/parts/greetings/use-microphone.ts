import { MAX_GREETING_SECONDS } from '@offhook/contract/console/greeting-entities';
import { useEffect, useRef, useState } from 'react';
import { type GreetingProblem, microphoneProblem } from '../../core/greetings/greeting-problems.ts';

export interface Microphone {
  /** null: not recording. */
  readonly seconds: number | null;
  readonly start: () => void;
  /** Hands over what was recorded. */
  readonly stop: () => void;
  readonly cancel: () => void;
}

interface Running {
  readonly recorder: MediaRecorder;
  readonly end: () => void;
}

/** Records until it's stopped, or for two minutes. Leaving the page discards the recording. */
export function useMicrophone(options: {
  readonly onRecorded: (sound: Blob) => void;
  readonly onProblem: (problem: GreetingProblem) => void;
}): Microphone {
  const [seconds, setSeconds] = useState<number | null>(null);
  const running = useRef<Running | null>(null);
  /** Distinguishes starts, because the browser asks for permission in between. */
  const round = useRef(0);
  const latest = useRef(options);
  latest.current = options;

  const cancel = () => {
    round.current += 1;
    running.current?.end();
    running.current = null;
    setSeconds(null);
  };
  const start = async () => {
    cancel();
    const own = round.current;
    let stream: MediaStream;
    try {
      // Missing on pages without TLS.
      if (!('mediaDevices' in navigator)) throw new DOMException('', 'NotAllowedError');
      stream = await navigator.mediaDevices.getUserMedia({ audio: true });
    } catch (error) {
      if (own === round.current)
        latest.current.onProblem(microphoneProblem(error instanceof Error ? error.name : ''));
      return;
    }
    const stopTracks = () => {
      for (const track of stream.getTracks()) track.stop();
    };
    if (own !== round.current) return stopTracks();
    const recorder = new MediaRecorder(stream);
    const pieces: Blob[] = [];
    recorder.ondataavailable = ({ data }) => pieces.push(data);
    const startedAt = performance.now();
    const timer = setInterval(() => {
      const passed = (performance.now() - startedAt) / 1000;
      setSeconds(passed);
      if (passed >= MAX_GREETING_SECONDS - 1) stop();
    }, 200);
    const release = () => {
      clearInterval(timer);
      stopTracks();
    };
    // Also when the microphone is unplugged.
    recorder.onstop = () => {
      release();
      if (own !== round.current) return;
      running.current = null;
      setSeconds(null);
      latest.current.onRecorded(new Blob(pieces, { type: recorder.mimeType }));
    };
    running.current = { recorder, end: release };
    recorder.start();
    setSeconds(0);
  };
  const stop = () => {
    const { recorder } = running.current ?? {};
    if (recorder?.state === 'recording') recorder.stop();
  };

  useEffect(
    () => () => {
      round.current += 1;
      running.current?.end();
    },
    [],
  );
  return { seconds, start: () => void start(), stop, cancel };
}
