import { isFinal } from '../../calls/core/call.ts';
import type { VerbText } from './describe-verb.ts';
import type { CallFacts, Clipped, ConferenceFacts, LogEvent, Response, TextFacts } from './log-events.ts';
import type {
  FormFields,
  ObservedFault,
  ObservedImpairment,
  ObservedProblem,
  ObservedRecording,
  ObservedRequest,
  VerbRole,
} from './observations.ts';

export interface RequestEntry {
  readonly kind: 'request';
  readonly key: string;
  readonly request: ObservedRequest & { readonly isClipped: boolean };
  readonly response: Response | null;
  /** Why there was no response. */
  readonly failure: { readonly reason: string; readonly ms: number } | null;
}

export interface VerbEntry {
  readonly kind: 'verb';
  readonly key: string;
  readonly role: VerbRole;
  readonly verb: VerbText;
  readonly state: 'running' | 'done' | 'stopped';
  readonly results: FormFields | null;
  readonly endedAt: number | null;
}

/** One line of a story. The id is unique in the log. */
export type Entry = { readonly id: number; readonly at: number } & (
  | {
      readonly kind: 'status';
      readonly status: string;
      readonly sipCode: number | null;
      readonly errorCode: number | null;
    }
  | { readonly kind: 'answeredBy'; readonly verdict: string }
  | RequestEntry
  | VerbEntry
  | { readonly kind: 'inlineDocument'; readonly xml: Clipped }
  | { readonly kind: 'problem'; readonly problem: ObservedProblem }
  | { readonly kind: 'keys'; readonly digits: string }
  | { readonly kind: 'audio'; readonly isLost: boolean }
  | { readonly kind: 'network'; readonly impairment: ObservedImpairment | null }
  | ({ readonly kind: 'fault' } & ObservedFault)
  /** A call that this call's Dial created. */
  | { readonly kind: 'leg'; readonly sid: string }
  | {
      readonly kind: 'notice';
      readonly event: string;
      readonly callSid: string | null;
      readonly conferenceSid: string;
      readonly conferenceName: string;
      readonly reason: string | null;
    }
  | { readonly kind: 'recording'; readonly recording: ObservedRecording }
);

interface StoryCommon {
  readonly sid: string;
  readonly startedAt: number;
  readonly entries: readonly Entry[];
  /** How many of its oldest entries were removed. */
  readonly dropped: number;
  /** Characters of its entries, roughly. */
  readonly size: number;
}

export interface CallStory extends StoryCommon {
  readonly kind: 'call';
  readonly call: CallFacts;
}
export interface TextStory extends StoryCommon {
  readonly kind: 'text';
  readonly text: TextFacts;
}
export interface ConferenceStory extends StoryCommon {
  readonly kind: 'conference';
  readonly conference: ConferenceFacts;
}
export type Story = CallStory | TextStory | ConferenceStory;

/** What happened, newest calls only. JSON, because the service sends it to the page. */
export interface Log {
  readonly nextId: number;
  /** By SID, in the order in which they began. */
  readonly stories: Readonly<Record<string, Story>>;
  /** Where requests and verbs that run are, by their key. */
  readonly open: Readonly<Record<string, { readonly sid: string; readonly id: number }>>;
  readonly size: number;
  /** How many stories were removed to make room. */
  readonly evicted: number;
}

export interface LogLimits {
  readonly stories: number;
  readonly entries: number;
  /** Of all stories together, in characters. */
  readonly size: number;
}

export const logLimits: LogLimits = { stories: 300, entries: 400, size: 8_000_000 };

export const emptyLog: Log = { nextId: 1, stories: {}, open: {}, size: 0, evicted: 0 };

type EntryOf<T> = T extends Entry ? Omit<T, 'id' | 'at'> : never;
type NewEntry = EntryOf<Entry>;

export function applyEvent(log: Log, event: LogEvent, limits: LogLimits = logLimits): Log {
  return evict(record(log, event, limits), limits);
}

function record(log: Log, event: LogEvent, limits: LogLimits): Log {
  const add = (to: Log, sid: string, entry: NewEntry): Log => addEntry(to, sid, event.at, entry, limits);
  switch (event.type) {
    case 'call':
      return recordCall(log, event.call, add);
    case 'keys':
      return add(log, event.callSid, { kind: 'keys', digits: event.digits });
    case 'audio': {
      const { callSid: sid, isLost } = event;
      const last = log.stories[sid]?.entries.findLast((entry) => entry.kind === 'audio');
      // The loss is reported again while it lasts.
      if (last?.kind === 'audio' && last.isLost === isLost) return log;
      return add(log, sid, { kind: 'audio', isLost });
    }
    case 'network': {
      const { callSid: sid, impairment } = event;
      const last = log.stories[sid]?.entries.findLast((entry) => entry.kind === 'network');
      // Zeros end it, also where there is none.
      if (impairment === null && !(last?.kind === 'network' && last.impairment)) return log;
      return add(log, sid, { kind: 'network', impairment });
    }
    case 'fault': {
      const { at: _, type: kind, callSid, ...fault } = event;
      return add(log, callSid, { kind, ...fault });
    }
    case 'requested': {
      const { id: key, owner, request } = event;
      const added = add(log, owner, { kind: 'request', key, request, response: null, failure: null });
      return markOpen(added, log, owner, key);
    }
    case 'responded':
      return close(log, event.id, (entry) =>
        entry.kind === 'request' ? { ...entry, response: event.response } : entry,
      );
    case 'unanswered': {
      const { reason, ms } = event;
      return close(log, event.id, (entry) =>
        entry.kind === 'request' ? { ...entry, failure: { reason, ms } } : entry,
      );
    }
    case 'inlineDocument':
      return add(log, event.owner, { kind: 'inlineDocument', xml: event.xml });
    case 'verbStarted': {
      const { id: key, callSid, role, verb } = event;
      const running = { state: 'running', results: null, endedAt: null } as const;
      const added = add(log, callSid, { kind: 'verb', key, role, verb, ...running });
      return markOpen(added, log, callSid, key);
    }
    case 'verbEnded':
    case 'verbStopped': {
      const end =
        event.type === 'verbEnded'
          ? ({ state: 'done', results: event.results } as const)
          : ({ state: 'stopped', results: null } as const);
      return close(log, event.id, (entry) =>
        entry.kind === 'verb' ? { ...entry, ...end, endedAt: event.at } : entry,
      );
    }
    case 'problem':
      return add(log, event.owner, { kind: 'problem', problem: event.problem });
    case 'conference':
      return putConference(log, event.conference);
    case 'notice': {
      const { conference, event: name, callSid, reason } = event;
      const { sid: conferenceSid, name: conferenceName } = conference;
      const entry = { kind: 'notice', event: name, callSid, conferenceSid, conferenceName, reason } as const;
      const noted = add(putConference(log, conference), conferenceSid, entry);
      return callSid === null ? noted : add(noted, callSid, entry);
    }
    case 'recording': {
      const { recording } = event;
      return recordRecording(log, recording, recording.conferenceSid ?? recording.callSid, add);
    }
    case 'text':
      return recordText(log, event.text, add);
    case 'cleared':
      return clear(log);
    default:
      return event satisfies never;
  }
}

type Add = (log: Log, sid: string, entry: NewEntry) => Log;

function recordCall(log: Log, call: CallFacts, add: Add): Log {
  const { sid, parentSid, status, sipCode, errorCode, answeredBy } = call;
  const before = log.stories[sid];
  const entry = { kind: 'status', status, sipCode, errorCode } as const;
  if (before?.kind !== 'call') {
    const story = { kind: 'call', sid, call, startedAt: call.createdAt, ...emptyStory } as const;
    const begun = add(putStory(log, story), sid, entry);
    return parentSid === null ? begun : add(begun, parentSid, { kind: 'leg', sid });
  }
  let next = putStory(log, { ...before, call });
  if (answeredBy !== null && answeredBy !== before.call.answeredBy)
    next = add(next, sid, { kind: 'answeredBy', verdict: answeredBy });
  return status === before.call.status ? next : add(next, sid, entry);
}

function recordText(log: Log, text: TextFacts, add: Add): Log {
  const { sid, status, errorCode } = text;
  const before = log.stories[sid];
  const story =
    before?.kind === 'text'
      ? { ...before, text }
      : ({ kind: 'text', sid, text, startedAt: text.createdAt, ...emptyStory } as const);
  if (before?.kind === 'text' && before.text.status === status) return putStory(log, story);
  return add(putStory(log, story), sid, { kind: 'status', status, sipCode: null, errorCode });
}

/** A recording is one entry, which shows its newest state. */
function recordRecording(log: Log, recording: ObservedRecording, sid: string, add: Add): Log {
  const story = log.stories[sid];
  const known = story?.entries.find(
    (entry) => entry.kind === 'recording' && entry.recording.sid === recording.sid,
  );
  if (!known) return add(log, sid, { kind: 'recording', recording });
  return changeEntry(log, sid, known.id, (entry) =>
    entry.kind === 'recording' ? { ...entry, recording } : entry,
  );
}

function putConference(log: Log, conference: ConferenceFacts): Log {
  const { sid } = conference;
  const before = log.stories[sid];
  return putStory(
    log,
    before?.kind === 'conference'
      ? { ...before, conference }
      : { kind: 'conference', sid, conference, startedAt: conference.createdAt, ...emptyStory },
  );
}

const emptyStory = { entries: [], dropped: 0, size: 0 } as const;

function putStory(log: Log, story: Story): Log {
  const before = log.stories[story.sid]?.size ?? 0;
  const size = log.size - before + story.size;
  return { ...log, size, stories: { ...log.stories, [story.sid]: story } };
}

/** Entries of unknown or removed stories are ignored. */
function addEntry(log: Log, sid: string, at: number, entry: NewEntry, limits: LogLimits): Log {
  const story = log.stories[sid];
  if (!story) return log;
  const whole = { ...entry, id: log.nextId, at } as Entry;
  const kept = story.entries.slice(Math.max(0, story.entries.length + 1 - limits.entries));
  const lost = story.entries.slice(0, story.entries.length - kept.length);
  const size = story.size + sizeOf(whole) - lost.reduce((sum, one) => sum + sizeOf(one), 0);
  const dropped = story.dropped + lost.length;
  const next = { ...story, entries: [...kept, whole], dropped, size };
  return putStory({ ...log, nextId: log.nextId + 1 }, next);
}

function changeEntry(log: Log, sid: string, id: number, change: (entry: Entry) => Entry): Log {
  const story = log.stories[sid];
  const entry = story?.entries.find((one) => one.id === id);
  if (!story || !entry) return log;
  const changed = change(entry);
  const entries = story.entries.map((one) => (one === entry ? changed : one));
  return putStory(log, { ...story, entries, size: story.size - sizeOf(entry) + sizeOf(changed) });
}

function markOpen(log: Log, before: Log, sid: string, key: string): Log {
  if (log === before) return log;
  return { ...log, open: { ...log.open, [key]: { sid, id: before.nextId } } };
}

function close(log: Log, key: string, change: (entry: Entry) => Entry): Log {
  const at = log.open[key];
  if (!at) return log;
  const { [key]: _, ...open } = log.open;
  return changeEntry({ ...log, open }, at.sid, at.id, change);
}

const sizeOf = (entry: Entry): number => JSON.stringify(entry).length;

function isOver(story: Story): boolean {
  switch (story.kind) {
    case 'call':
      return isFinal(story.call.status);
    case 'text':
      return story.text.status !== 'queued' && story.text.status !== 'sent';
    case 'conference':
      return story.conference.status === 'completed';
    default:
      return story satisfies never;
  }
}

/** The story that a leg belongs to: that of the call whose Dial created it. */
export function rootOf(log: Log, story: Story): Story {
  const parent = story.kind === 'call' ? log.stories[story.call.parentSid ?? ''] : undefined;
  return parent ? rootOf(log, parent) : story;
}

/** Removes whole calls with their legs, oldest first; running ones only if there are no others. */
function evict(log: Log, limits: LogLimits): Log {
  let next = log;
  while (Object.keys(next.stories).length > limits.stories || next.size > limits.size) {
    const roots = rootsOf(next);
    const [oldest] = roots;
    if (!oldest || roots.length === 1) return next;
    const victim = roots.find(({ isDone }) => isDone) ?? oldest;
    next = { ...without(next, victim.sids), evicted: next.evicted + 1 };
  }
  return next;
}

function clear(log: Log): Log {
  return rootsOf(log).reduce((rest, { isDone, sids }) => (isDone ? without(rest, sids) : rest), log);
}

function rootsOf(log: Log) {
  const families = new Map<string, { isDone: boolean; readonly sids: string[] }>();
  for (const story of Object.values(log.stories)) {
    const { sid } = rootOf(log, story);
    const family = families.get(sid) ?? { isDone: true, sids: [] };
    families.set(sid, family);
    family.sids.push(story.sid);
    family.isDone &&= isOver(story);
  }
  return [...families.values()];
}

function without(log: Log, sids: readonly string[]): Log {
  const gone = new Set(sids);
  const stories = Object.fromEntries(Object.entries(log.stories).filter(([sid]) => !gone.has(sid)));
  const open = Object.fromEntries(Object.entries(log.open).filter(([, { sid }]) => !gone.has(sid)));
  const size = Object.values(stories).reduce((sum, story) => sum + story.size, 0);
  return { ...log, stories, open, size };
}
