import type { Entry } from './entry.ts';

export type Group = 'events' | 'channels' | 'connections' | 'webhooks';
export type Badge = 'api' | 'client' | 'page' | 'seed' | 'channel' | 'connection' | 'webhook' | 'error';

/** Where an entry is listed and how it's marked. Its words are in the page's catalog. */
export interface Kind {
  readonly group: Group;
  readonly badge: Badge;
  readonly isError: boolean;
}

/** After this code clients reconnect immediately; the service closes them so on a reset. */
const RECONNECT = 4200;

export function kindOf(entry: Entry): Kind {
  switch (entry.kind) {
    case 'event':
      return { group: 'events', badge: entry.from, isError: false };
    case 'noted':
    case 'subscribed':
    case 'unsubscribed':
      return { group: 'channels', badge: 'channel', isError: false };
    case 'subscriptionRejected':
      return { group: 'channels', badge: 'error', isError: true };
    case 'connected':
    case 'signedIn':
      return { group: 'connections', badge: 'connection', isError: false };
    case 'disconnected': {
      const isError = entry.failure !== null && entry.failure.code !== RECONNECT;
      return { group: 'connections', badge: 'connection', isError };
    }
    case 'failed':
      return { group: 'connections', badge: 'error', isError: true };
    case 'requestRejected':
      return { group: 'events', badge: 'error', isError: true };
    case 'webhook': {
      const isError = entry.status === null || entry.status < 200 || entry.status > 299;
      return { group: 'webhooks', badge: 'webhook', isError };
    }
    default:
      return entry satisfies never;
  }
}

export const FILTERS = ['all', 'events', 'channels', 'connections', 'webhooks', 'errors'] as const;
export type Filter = (typeof FILTERS)[number];

export interface Search {
  readonly filter: Filter;
  /** Lower case. */
  readonly text: string;
}

export function matches(entry: Entry, { filter, text }: Search): boolean {
  const { group, isError } = kindOf(entry);
  if (filter === 'errors' ? !isError : filter !== 'all' && filter !== group) return false;
  return text === '' || searchText(entry).includes(text);
}

const texts = new WeakMap<Entry, string>();

/** All values of the entry, without its field names. */
function searchText(entry: Entry): string {
  const known = texts.get(entry);
  if (known !== undefined) return known;
  const { id: _, at: __, kind: ___, ...fields } = entry;
  const text = valuesOf(fields).join('\n').toLowerCase();
  texts.set(entry, text);
  return text;
}

function valuesOf(value: unknown): string[] {
  if (typeof value === 'string' || typeof value === 'number') return [String(value)];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(valuesOf) : [];
}

/** Indented if it's JSON, even JSON in a JSON string, as the official libraries send objects. */
export function prettyData(data: string): string {
  try {
    const value: unknown = JSON.parse(data);
    return typeof value === 'object' && value !== null ? JSON.stringify(value, null, 2) : data;
  } catch {
    return data;
  }
}
