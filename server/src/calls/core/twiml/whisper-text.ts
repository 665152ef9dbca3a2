export interface WhisperFields {
  readonly fname: string;
  readonly lname: string;
  readonly label: string;
  readonly company: string | null;
  readonly category: string | null;
}

const WORDS_AND_FIELD = /([^{}]*)\{(fname|lname|label|company|category)\}/g;

/**
 * An empty field is dropped along with the words before it, and so is a part between commas that becomes empty. Without
 * a company, `{fname} {lname} from {company}, {category}` reads `Ada Lovelace, Mathematics`. Returns null if the
 * template has fields but all of them are empty.
 */
export function whisperText(template: string | null, lead: WhisperFields | null): string | null {
  if (template === null || lead === null) return null;
  const parts = template.split(',').map((part) => fillPart(part, lead));
  if (parts.every((part) => part.filled === 0) && parts.some((part) => part.fields > 0)) return null;
  const text = parts
    .map((part) => part.text.replace(/\s+/g, ' ').trim())
    .filter((part) => part !== '')
    .join(', ');
  return text === '' ? null : text;
}

function fillPart(part: string, lead: WhisperFields): { text: string; fields: number; filled: number } {
  let text = '';
  let fields = 0;
  let filled = 0;
  let end = 0;
  for (const match of part.matchAll(WORDS_AND_FIELD)) {
    const [all, words = '', field] = match;
    const value = (lead[field as keyof WhisperFields] ?? '').trim();
    end = match.index + all.length;
    fields += 1;
    if (value === '') continue;
    text += filled === 0 && fields > 1 ? value : words + value;
    filled += 1;
  }
  const tail = part.slice(end);
  return { text: fields > 0 && filled === 0 ? '' : text + tail, fields, filled };
}
