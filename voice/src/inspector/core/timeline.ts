import type { Entry, Log, Story } from './log.ts';
import type { ObservedProblem } from './observations.ts';
import { isLive } from './story-list.ts';

/** An entry with the problems of its document or webhook. */
export interface TimelineRow {
  readonly entry: Entry;
  readonly problems: readonly ObservedProblem[];
}

/** A problem belongs to the newest request of its URL, or to the newest inline document. */
export function timelineOf(story: Story): readonly TimelineRow[] {
  const rows: { readonly entry: Entry; readonly problems: ObservedProblem[] }[] = [];
  for (const entry of story.entries) {
    const cause = entry.kind === 'problem' ? rows.findLast((row) => causes(row.entry, entry.problem)) : null;
    if (cause && entry.kind === 'problem') cause.problems.push(entry.problem);
    else rows.push({ entry, problems: [] });
  }
  return rows;
}

function causes(entry: Entry, { url }: ObservedProblem): boolean {
  if (entry.kind === 'inlineDocument') return url === '';
  return entry.kind === 'request' && withoutFragment(url) === entry.request.url;
}

const withoutFragment = (url: string): string => url.split('#')[0] ?? url;

/** The calls that a call's page shows: the call, and the legs that its Dials created. */
export function legsOf(log: Log, story: Story): readonly Story[] {
  return [
    story,
    ...story.entries.flatMap((entry) => {
      const leg = entry.kind === 'leg' ? log.stories[entry.sid] : undefined;
      return leg ? legsOf(log, leg) : [];
    }),
  ];
}

/** The line of a document that a problem names, such as 4 for `4:32: unexpected close tag.`, and its reason. */
export function problemLine({ text }: ObservedProblem): {
  readonly line: number | null;
  readonly reason: string;
} {
  const found = /^(\d{1,6}):\d{1,6}: (.*)$/s.exec(text);
  if (!found) return { line: null, reason: text };
  return { line: Number(found[1]), reason: found[2] ?? '' };
}

export function firstErrorLine(problems: readonly ObservedProblem[]): number | null {
  return problems.map((one) => problemLine(one).line).find((line) => line !== null) ?? null;
}

/** Whether the network of a running call is impaired. */
export function isImpaired(story: Story, now: number): boolean {
  const last = story.entries.findLast(({ kind }) => kind === 'network');
  if (!isLive(story) || last?.kind !== 'network' || !last.impairment) return false;
  const { loss, delayMs, jitterMs, cutMs } = last.impairment;
  return loss + delayMs + jitterMs > 0 || now < last.at + cutMs;
}
