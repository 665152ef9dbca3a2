/**
 * A small part of Markdown: headings, paragraphs, lists, **strong**, *emphasis* and https links. `#` is the title and
 * every other heading starts a step. HTML stays text.
 */

export interface Inline {
  readonly kind: 'text' | 'strong' | 'emphasis' | 'link';
  readonly text: string;
  readonly href?: string;
}

export type Block =
  | { readonly kind: 'paragraph'; readonly text: readonly Inline[] }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly (readonly Inline[])[] };

interface ScriptStep {
  /** Null: what comes before the first step. */
  readonly title: string | null;
  readonly blocks: readonly Block[];
}

export interface Script {
  readonly title: string | null;
  readonly steps: readonly ScriptStep[];
}

type Values = Readonly<Record<string, string>>;

const HEADING = /^(#{1,6})\s+(.*?)\s*#*$/;
const ITEM = /^\s*(?:[-*+]|(\d{1,3})[.)])\s+(.*)$/;

/** @param values by lower-case name; `{fname}` in the text is replaced, and an unknown name by '…' */
export function parseScript(markdown: string, values: Values): Script {
  let title: string | null = null;
  const steps: { title: string | null; lines: string[] }[] = [{ title: null, lines: [] }];
  for (const line of markdown.split(/\r?\n/)) {
    const [, level, heading = ''] = HEADING.exec(line) ?? [];
    if (level === '#' && title === null && steps.length === 1) title = fill(heading, values);
    else if (level !== undefined) steps.push({ title: fill(heading, values), lines: [] });
    else steps.at(-1)?.lines.push(line);
  }
  return {
    title,
    steps: steps
      .map((step) => ({ title: step.title, blocks: parseBlocks(step.lines, values) }))
      .filter((step) => step.title !== null || step.blocks.length > 0),
  };
}

function parseBlocks(lines: readonly string[], values: Values): readonly Block[] {
  const groups: { kind: 'paragraph' | 'bullets' | 'numbers' | 'gap'; lines: string[] }[] = [];
  for (const line of lines) {
    const [item, digits, text] = ITEM.exec(line) ?? [];
    const kind = !line.trim() ? 'gap' : !item ? 'paragraph' : digits ? 'numbers' : 'bullets';
    const last = groups.at(-1);
    if (last?.kind === kind) last.lines.push(text ?? line.trim());
    else groups.push({ kind, lines: [text ?? line.trim()] });
  }
  return groups.flatMap(({ kind, lines: group }): readonly Block[] => {
    if (kind === 'gap') return [];
    if (kind === 'paragraph') return [{ kind, text: parseInline(group.join(' '), values) }];
    const items = group.map((item) => parseInline(item, values));
    return [{ kind: 'list', ordered: kind === 'numbers', items }];
  });
}

const INLINE =
  /\*\*(?<strong>[^*]+)\*\*|\*(?<star>[^*\s][^*]*)\*|(?<![\w_])_(?<line>[^_]+)_(?![\w_])|\[(?<label>[^\]]+)\]\((?<href>https:\/\/[^\s)]+)\)/g;

function parseInline(text: string, values: Values): readonly Inline[] {
  const parts: Inline[] = [];
  let end = 0;
  const add = (part: Inline) => part.text !== '' && parts.push({ ...part, text: fill(part.text, values) });
  for (const match of text.matchAll(INLINE)) {
    const { strong, star, line, label, href } = match.groups ?? {};
    add({ kind: 'text', text: text.slice(end, match.index) });
    end = match.index + match[0].length;
    if (strong !== undefined) add({ kind: 'strong', text: strong });
    else if (label !== undefined && href !== undefined) add({ kind: 'link', text: label, href });
    else add({ kind: 'emphasis', text: star ?? line ?? '' });
  }
  add({ kind: 'text', text: text.slice(end) });
  return parts;
}

const FIELD = /\{([^{}]{1,100})\}/g;

function fill(text: string, values: Values): string {
  return text.replace(FIELD, (_, field: string) => {
    const name = field.trim().toLowerCase();
    return (Object.hasOwn(values, name) && values[name]?.trim()) || '…';
  });
}
