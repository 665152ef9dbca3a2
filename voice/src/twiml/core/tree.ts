import { SaxesParser } from 'saxes';

/** A small XML tree with limits, because documents come from other servers. */
export interface Element {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly Element[];
  /** Direct text only, with white space collapsed. */
  readonly text: string;
  readonly wholeText: string;
}

export const MAX_DOCUMENT_LENGTH = 65_536;
const MAX_DEPTH = 8;
const MAX_ELEMENTS = 500;
const MAX_ATTRIBUTES = 40;

interface MutableElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: MutableElement[];
  text: string;
  wholeText: string;
}

export function parseTree(xml: string): Element | { readonly error: string } {
  if (xml.length > MAX_DOCUMENT_LENGTH) return { error: 'the document is longer than 64 KiB' };
  const parser = new SaxesParser({ xmlns: false });
  const open: MutableElement[] = [];
  let root: MutableElement | null = null;
  let count = 0;
  let error: string | null = null;
  const fail = (text: string): void => {
    error ??= text;
  };
  parser.on('error', (parseError) => fail(parseError.message));
  parser.on('doctype', () => fail('a DOCTYPE is not allowed'));
  parser.on('opentag', (tag) => {
    if (error !== null) return;
    count += 1;
    if (count > MAX_ELEMENTS) return fail(`more than ${MAX_ELEMENTS} elements`);
    if (open.length >= MAX_DEPTH) return fail(`more than ${MAX_DEPTH} levels`);
    const attributes = Object.entries(tag.attributes);
    if (attributes.length > MAX_ATTRIBUTES) return fail(`more than ${MAX_ATTRIBUTES} attributes`);
    const element: MutableElement = {
      name: tag.name,
      attributes: new Map(attributes),
      children: [],
      text: '',
      wholeText: '',
    };
    open.at(-1)?.children.push(element);
    root ??= element;
    open.push(element);
  });
  const addText = (text: string): void => {
    const element = open.at(-1);
    if (element) element.text += text;
    for (const around of open) around.wholeText += text;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    const element = open.pop();
    if (!element) return;
    element.text = collapseSpaces(element.text);
    element.wholeText = collapseSpaces(element.wholeText);
  });
  try {
    parser.write(xml.trimStart()).close();
  } catch (thrown) {
    fail(thrown instanceof Error ? thrown.message : 'not well-formed');
  }
  if (error !== null) return { error };
  return root ?? { error: 'the document is empty' };
}

function collapseSpaces(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
