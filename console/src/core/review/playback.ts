import type { RecordingAnalysis } from '@offhook/contract/console/review-entities';

/** Heard before and after a skipped silence, so that no word is cut. */
const KEPT_S = 0.3;

interface SkippedPart {
  readonly from: number;
  readonly to: number;
}

/** In seconds, from the pairs of the analysis: what is skipped of each silence. */
export function skippedParts(silences: readonly number[]): readonly SkippedPart[] {
  const parts: SkippedPart[] = [];
  for (let at = 0; at + 1 < silences.length; at += 2) {
    const from = (silences[at] ?? 0) / 1_000 + KEPT_S;
    const to = (silences[at + 1] ?? 0) / 1_000 - KEPT_S;
    if (to > from) parts.push({ from, to });
  }
  return parts;
}

/** The nearest mark within `reach` seconds, so that a click on a mark lands on it. */
export function snapToMark(time: number, marks: readonly number[], reach: number): number {
  const nearest = marks.reduce(
    (best, mark) => (Math.abs(mark - time) < Math.abs(best - time) ? mark : best),
    Number.POSITIVE_INFINITY,
  );
  return Math.abs(nearest - time) <= reach ? nearest : time;
}

interface PressedKey {
  readonly key: string;
  readonly repeat: boolean;
  /** Ctrl or Command. */
  readonly ctrl: boolean;
  readonly alt: boolean;
  /** What has the focus. */
  readonly on: 'field' | 'control' | 'page';
}

export type PlayerAction = 'toggle' | 'back' | 'forward' | 'slower' | 'faster' | 'comment';

const KEYS: Readonly<Record<string, PlayerAction>> = {
  ' ': 'toggle',
  ArrowLeft: 'back',
  ArrowRight: 'forward',
  ',': 'slower',
  '.': 'faster',
  c: 'comment',
};
/** A focused button or slider uses these itself. */
const OF_CONTROLS: readonly PlayerAction[] = ['toggle', 'back', 'forward'];

/** As in a video player; null if the key does something else. */
export function playerAction({ key, ctrl, alt, repeat, on }: PressedKey): PlayerAction | null {
  const action = KEYS[key.length === 1 ? key.toLowerCase() : key] ?? null;
  if (action === null || ctrl || alt || on === 'field') return null;
  if (repeat && action !== 'back' && action !== 'forward') return null;
  return on === 'control' && OF_CONTROLS.includes(action) ? null : action;
}

/** Of the time that either side speaks; null without speech. */
export function talkShare({ agent, lead }: NonNullable<RecordingAnalysis['talk']>): number | null {
  const total = agent.talk_ms + lead.talk_ms;
  return total === 0 ? null : agent.talk_ms / total;
}
