import type { AppView, Entry, FeedStart, StateView } from './entry.ts';

/** As in the service's log. */
const MAX_ENTRIES = 1_000;

export interface FeedState {
  readonly link: 'connecting' | 'live' | 'lost';
  readonly app: AppView | null;
  readonly state: StateView;
  /** Newest first. */
  readonly entries: readonly Entry[];
  /** While paused, later entries wait here, newest first. */
  readonly held: readonly Entry[] | null;
}

export type FeedMessage =
  | { readonly kind: 'start'; readonly start: FeedStart }
  | { readonly kind: 'entries'; readonly entries: readonly Entry[] }
  | { readonly kind: 'state'; readonly state: StateView }
  | { readonly kind: 'cleared' }
  | { readonly kind: 'lost' }
  | { readonly kind: 'paused' }
  | { readonly kind: 'resumed' };

export const EMPTY: FeedState = {
  link: 'connecting',
  app: null,
  state: { connections: [], totalConnections: 0, channels: [], totalChannels: 0 },
  entries: [],
  held: null,
};

export function feedStep(feed: FeedState, message: FeedMessage): FeedState {
  switch (message.kind) {
    case 'start': {
      const { app, state, entries } = message.start;
      const all = entries.toReversed();
      // After a reconnection, a paused page keeps what it shows.
      const newest = feed.entries[0]?.id ?? 0;
      const held = feed.held && all.filter(({ id }) => id > newest);
      return { link: 'live', app, state, entries: held ? feed.entries : all, held };
    }
    case 'entries': {
      const added = message.entries.toReversed();
      return feed.held
        ? { ...feed, held: [...added, ...feed.held].slice(0, MAX_ENTRIES) }
        : { ...feed, entries: [...added, ...feed.entries].slice(0, MAX_ENTRIES) };
    }
    case 'state':
      return { ...feed, state: message.state };
    case 'cleared':
      return { ...feed, entries: [], held: feed.held && [] };
    case 'lost':
      return { ...feed, link: 'lost' };
    case 'paused':
      return { ...feed, held: feed.held ?? [] };
    case 'resumed':
      return { ...feed, entries: [...(feed.held ?? []), ...feed.entries].slice(0, MAX_ENTRIES), held: null };
    default:
      return message satisfies never;
  }
}
