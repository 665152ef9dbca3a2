import { useEffect, useRef, useState } from 'react';
import { nextSpeed, type SilentPart, type Speed, skipTarget } from './playback.ts';
import { togglePlaying } from './recording-player.tsx';
import { useAudio } from './use-audio.ts';

interface Options {
  /** Until the audio file reports its own length. */
  readonly seconds: number;
  readonly startAt: number;
  /** What is skipped; empty: nothing. */
  readonly skipped: readonly SilentPart[];
}

export function usePlayback({ seconds, startAt, skipped }: Options) {
  const audio = useRef<HTMLAudioElement>(null);
  const reading = useAudio(audio);
  const [speed, setSpeed] = useState<Speed>(1);
  // Before the file is loaded, the browser reports no seeking.
  const [planned, setPlanned] = useState<number | null>(startAt);
  const duration = reading.duration || seconds;
  const time = planned ?? reading.time;

  useEffect(() => {
    if (audio.current && startAt > 0) audio.current.currentTime = startAt;
  }, [startAt]);

  useEffect(() => {
    if (reading.playing && reading.duration > 0) setPlanned(null);
  }, [reading.playing, reading.duration]);

  useEffect(() => {
    if (audio.current) audio.current.playbackRate = speed;
  });

  useEffect(() => {
    const target = reading.playing ? skipTarget(reading.time, skipped) : null;
    if (target !== null && audio.current) audio.current.currentTime = Math.min(target, duration);
  }, [reading, skipped, duration]);

  const seek = (wanted: number) => {
    const element = audio.current;
    if (!element) return;
    const within = Math.max(0, duration > 0 ? Math.min(duration, wanted) : wanted);
    element.currentTime = within;
    if (element.readyState === HTMLMediaElement.HAVE_NOTHING) setPlanned(within);
  };

  return {
    audio,
    reading,
    speed,
    time,
    duration,
    seek,
    setSpeed,
    toggle: () => togglePlaying(audio.current),
    changeSpeed: (by: 1 | -1) => setSpeed(nextSpeed(speed, by)),
    playFrom(wanted: number) {
      seek(wanted);
      audio.current?.play().catch(() => {});
    },
    retry() {
      audio.current?.load();
      audio.current?.play().catch(() => {});
    },
  };
}

export type Playback = ReturnType<typeof usePlayback>;
