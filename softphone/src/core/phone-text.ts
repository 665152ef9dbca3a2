/** MM:SS without hours: 100 minutes is 100:00. */
export function timerText(startedAt: number, now: number): string {
  const seconds = Math.max(0, Math.floor((now - startedAt) / 1000));
  return `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`;
}

/** M:SS, or H:MM:SS: 0:14, 12:05, 1:02:05. */
export function countText(startedAt: number, now: number): string {
  const seconds = Math.max(0, Math.floor((now - startedAt) / 1000));
  const rest = String(seconds % 60).padStart(2, '0');
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}:${rest}`;
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}:${rest}`;
}

export interface MeterBars {
  readonly microphone: number;
  readonly speaker: number;
}

export const BARS = 5;
const MICROPHONE_SCALE = 10;
const SPEAKER_SCALE = 20;

/** Bar n is lit when volume × scale is at least n. */
export function barsLit(volume: number, scale: number, bars: number): number {
  // Rounding: 0.15 × 20 must light bar 3.
  return Math.max(0, Math.min(bars, Math.floor(volume * scale + 1e-9)));
}

export function meterBars(input: number, output: number, isMuted: boolean): MeterBars {
  return {
    microphone: isMuted ? 0 : barsLit(input, MICROPHONE_SCALE, BARS),
    speaker: barsLit(output, SPEAKER_SCALE, BARS),
  };
}
