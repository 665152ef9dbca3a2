import type { Lanes } from './waveform.ts';

export const SPEEDS = [0.75, 1, 1.25, 1.5, 1.75, 2] as const;
export type Speed = (typeof SPEEDS)[number];

/** @param by 1 or -1 */
export function nextSpeed(speed: Speed, by: 1 | -1): Speed {
  return SPEEDS[SPEEDS.indexOf(speed) + by] ?? speed;
}

export interface SilentPart {
  readonly from: number;
  readonly to: number;
}

/** Where playing goes on when it is in a skipped part; null if it isn't. @param time in seconds */
export function skipTarget(time: number, parts: readonly SilentPart[]): number | null {
  return parts.find(({ from, to }) => time >= from && time < to)?.to ?? null;
}

interface Levels {
  /** The loudest sample of equal parts: a byte each, in base64. */
  readonly agent_levels: string;
  readonly lead_levels: string;
}

/** Flat while there is no analysis. */
export function lanesOf(analysis: Levels | null): Lanes {
  const agent = levelsOf(analysis?.agent_levels ?? '');
  const lead = levelsOf(analysis?.lead_levels ?? '');
  const flat = new Array<number>(Math.max(agent.length, lead.length, 1)).fill(0);
  return { agent: agent.length === 0 ? flat : agent, lead: lead.length === 0 ? flat : lead };
}

function levelsOf(base64: string): readonly number[] {
  try {
    return Array.from(atob(base64), (byte) => byte.charCodeAt(0) / 255);
  } catch {
    return [];
  }
}
