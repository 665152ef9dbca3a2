import { isFinal } from '../../calls/core/call.ts';
import { type Log, rootOf, type Story } from './log.ts';

export interface Problems {
  readonly errors: number;
  readonly warnings: number;
}

/** A call with its legs, a text or a conference. */
export interface ListItem {
  readonly story: Story;
  readonly problems: Problems;
}

export interface ListFilter {
  /** Part of a number, a name, a SID or a text. */
  readonly text: string;
  readonly state: 'all' | 'live' | 'ended';
  readonly errorsOnly: boolean;
}

export const noFilter: ListFilter = { text: '', state: 'all', errorsOnly: false };

/** @returns newest first */
export function listStories(log: Log, filter: ListFilter): readonly ListItem[] {
  const families = new Map<string, Story[]>();
  for (const story of Object.values(log.stories)) {
    const { sid } = rootOf(log, story);
    families.set(sid, [...(families.get(sid) ?? []), story]);
  }
  const items = [...families].flatMap(([sid, members]) => {
    const story = log.stories[sid];
    if (!story) return [];
    const problems = countProblems(members);
    if (filter.errorsOnly && problems.errors === 0) return [];
    if (filter.state !== 'all' && isLive(story) !== (filter.state === 'live')) return [];
    return members.some((one) => matches(one, filter.text)) ? [{ story, problems }] : [];
  });
  return items.sort((one, other) => other.story.startedAt - one.story.startedAt);
}

export function isLive(story: Story): boolean {
  switch (story.kind) {
    case 'call':
      return !isFinal(story.call.status);
    case 'text':
      return story.text.status === 'queued' || story.text.status === 'sent';
    case 'conference':
      return story.conference.status !== 'completed';
    default:
      return story satisfies never;
  }
}

export function countProblems(stories: readonly Story[]): Problems {
  let errors = 0;
  let warnings = 0;
  for (const story of stories) {
    if (hasFailed(story)) errors += 1;
    for (const entry of story.entries) {
      if (entry.kind === 'problem' && entry.problem.level === 'error') errors += 1;
      if (entry.kind === 'problem' && entry.problem.level === 'warning') warnings += 1;
      if (entry.kind === 'audio' && entry.isLost) warnings += 1;
    }
  }
  return { errors, warnings };
}

function hasFailed(story: Story): boolean {
  if (story.kind === 'call') return story.call.status === 'failed' || (story.call.errorCode ?? 0) > 0;
  return story.kind === 'text' && ['failed', 'undelivered'].includes(story.text.status);
}

/** The next item in a direction; the first or last one if none is selected. */
export function neighbor(items: readonly ListItem[], selected: string | null, step: 1 | -1): string | null {
  const index = items.findIndex(({ story }) => story.sid === selected);
  if (index < 0) return items.at(step === 1 ? 0 : -1)?.story.sid ?? null;
  return items[Math.min(items.length - 1, Math.max(0, index + step))]?.story.sid ?? null;
}

/** Spaces, dots, dashes and brackets in numbers don't matter. */
function matches(story: Story, text: string): boolean {
  const wanted = plain(text);
  return wanted === '' || searchable(story).some((one) => plain(one).includes(wanted));
}

const plain = (text: string): string => text.toLowerCase().replace(/[\s().-]/g, '');

function searchable(story: Story): readonly string[] {
  switch (story.kind) {
    case 'call':
      return [story.sid, story.call.from, story.call.to, story.call.status];
    case 'text':
      return [story.sid, story.text.from, story.text.to, story.text.status, story.text.body];
    case 'conference':
      return [story.sid, story.conference.name, story.conference.status];
    default:
      return story satisfies never;
  }
}
