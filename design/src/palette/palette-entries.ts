/** What a command palette lists, as pure decisions. */
export interface PaletteEntry {
  /** Stable; recent commands are remembered by it. */
  readonly id: string;
  /** Heading under which it is listed. */
  readonly group: string;
  readonly name: string;
  readonly detail?: string | undefined;
  /** SVG source. */
  readonly icon: string;
  /** As in `aria-keyshortcuts`. */
  readonly keys?: string | undefined;
  /** Listed only if it's searched for, or was chosen lately. */
  readonly isHidden?: boolean;
}

export interface PaletteGroup {
  readonly title: string;
  readonly entries: readonly PaletteEntry[];
}

interface Listed {
  /** Matched here against the query. */
  readonly commands: readonly PaletteEntry[];
  /** Already found by the server, in its order. */
  readonly found: readonly PaletteEntry[];
  readonly query: string;
  /** Ids, newest first. */
  readonly recent: readonly string[];
  readonly recentTitle: string;
}

const MAX_RECENT = 5;

export function paletteGroups(listed: Listed): readonly PaletteGroup[] {
  const { commands, found, query, recent, recentTitle } = listed;
  const words = wordsOf(query);
  if (words.length === 0) {
    const used = recent.flatMap((id) => commands.filter((command) => command.id === id));
    const rest = commands.filter((command) => !used.includes(command) && command.isHidden !== true);
    const first = used.length > 0 ? [{ title: recentTitle, entries: used }] : [];
    return [...first, ...byGroup(rest)];
  }
  const ranked = commands
    .map((command) => ({ command, rank: rankOf(command, words, recent) }))
    .filter(({ rank }) => rank !== null)
    .sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0))
    .map(({ command }) => command);
  return byGroup([...ranked, ...found]);
}

/** Groups in the order of their first entries. */
function byGroup(entries: readonly PaletteEntry[]): readonly PaletteGroup[] {
  const groups = new Map<string, PaletteEntry[]>();
  for (const entry of entries) groups.set(entry.group, [...(groups.get(entry.group) ?? []), entry]);
  return [...groups].map(([title, entries]) => ({ title, entries }));
}

/** Lower is better; null: no match. Every word must begin a word of the name or detail. */
function rankOf(command: PaletteEntry, words: readonly string[], recent: readonly string[]): number | null {
  if (!hasWords(`${command.name} ${command.detail ?? ''}`, words)) return null;
  const at = recent.indexOf(command.id);
  const recency = at < 0 ? 1 : at / recent.length;
  return (normalize(command.name).startsWith(words.join(' ')) ? 0 : 2) + recency;
}

/** For what is searched in the browser without being a command. */
export function isFoundBy(name: string, query: string): boolean {
  const words = wordsOf(query);
  return words.length > 0 && hasWords(name, words);
}

const wordsOf = (query: string) => normalize(query).split(/\s+/).filter(Boolean);

function hasWords(text: string, words: readonly string[]): boolean {
  const known = ` ${normalize(text)}`;
  return words.every((word) => known.includes(` ${word}`));
}

/** Å matches a; punctuation separates words. */
function normalize(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}+]+/gu, ' ')
    .trim();
}

/** Wraps around; Home and End are left to the text field. Null: the key isn't for the list. */
export function movedHighlight(highlighted: number, count: number, key: string): number | null {
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return null;
  if (count === 0) return 0;
  return (highlighted + (key === 'ArrowDown' ? 1 : count - 1)) % count;
}

export function withRecent(recent: readonly string[], id: string): readonly string[] {
  return [id, ...recent.filter((one) => one !== id)].slice(0, MAX_RECENT);
}
