export interface XmlToken {
  readonly kind: 'tag' | 'attribute' | 'value' | 'text' | 'comment';
  readonly text: string;
}

export interface XmlLine {
  readonly depth: number;
  readonly tokens: readonly XmlToken[];
}

const PIECES = /<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<[^>]*>?|[^<]+/g;

/** One line per element, indented by depth. Also takes documents that aren't well-formed. */
export function prettyXml(xml: string): readonly XmlLine[] {
  const pieces = (xml.match(PIECES) ?? []).map((piece) => piece.trim()).filter((piece) => piece !== '');
  const lines: XmlLine[] = [];
  let depth = 0;
  for (let index = 0; index < pieces.length; index += 1) {
    const piece = pieces[index] ?? '';
    if (piece.startsWith('</')) depth = Math.max(0, depth - 1);
    // An element with only text, or without content, stays on one line.
    const rest = isOpening(piece) ? pieces.slice(index + 1, index + 3) : [];
    const closing = rest.findIndex((one) => one.startsWith('</'));
    const isShort = closing === 0 || (closing === 1 && !rest[0]?.startsWith('<'));
    const line = isShort ? [piece, ...rest.slice(0, closing + 1)] : [piece];
    lines.push({ depth, tokens: line.flatMap((one) => xmlTokens(one)) });
    if (isShort) index += closing + 1;
    else if (isOpening(piece)) depth += 1;
  }
  return lines;
}

/** The lines as they were sent, for documents with an error in a line. */
export function sourceLines(xml: string): readonly XmlLine[] {
  return xml
    .trimStart()
    .split(/\r?\n/)
    .map((line) => ({ depth: 0, tokens: (line.match(PIECES) ?? []).flatMap((one) => xmlTokens(one)) }));
}

const isOpening = (piece: string): boolean => /^<[^/!?]/.test(piece) && !piece.endsWith('/>');

function xmlTokens(piece: string): readonly XmlToken[] {
  if (piece.startsWith('<!--') || piece.startsWith('<?')) return [{ kind: 'comment', text: piece }];
  if (!piece.startsWith('<') || piece.startsWith('<![CDATA[')) return [{ kind: 'text', text: piece }];
  const parts = piece.match(/^<\/?[^\s/>]*|\/?>$|\s+|[^\s=>]+(?==)|=|"[^"]*"?|'[^']*'?|[^\s=>"']+/g) ?? [];
  return parts.map((text, index) => {
    if (index === 0 || /^\/?>$/.test(text)) return { kind: 'tag', text };
    if (/^["']/.test(text)) return { kind: 'value', text };
    return { kind: 'attribute', text };
  });
}
