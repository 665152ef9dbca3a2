import { type RefObject, useEffect, useState } from 'react';

export interface AudioReading {
  readonly playing: boolean;
  readonly time: number;
  /** Seconds; 0 while unknown. */
  readonly duration: number;
  readonly failed: boolean;
}

const EVENTS = [
  'play',
  'pause',
  'ended',
  'timeupdate',
  'seeking',
  'seeked',
  'durationchange',
  'error',
] as const;
const silent: AudioReading = { playing: false, time: 0, duration: 0, failed: false };

export function useAudio(audio: RefObject<HTMLAudioElement | null>): AudioReading {
  const [reading, setReading] = useState(silent);
  useEffect(() => {
    const element = audio.current;
    if (!element) return;
    let frame = 0;
    const read = () => {
      cancelAnimationFrame(frame);
      const playing = !element.paused && !element.ended;
      setReading({
        playing,
        time: element.currentTime,
        duration: Number.isFinite(element.duration) ? element.duration : 0,
        failed: element.error !== null,
      });
      if (playing) frame = requestAnimationFrame(read);
    };
    for (const event of EVENTS) element.addEventListener(event, read);
    return () => {
      for (const event of EVENTS) element.removeEventListener(event, read);
      cancelAnimationFrame(frame);
    };
  }, [audio]);
  return reading;
}
