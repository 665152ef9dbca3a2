/** People in a pasted list: lines of a mail program, a spreadsheet or a person. */
import { toEmail } from '@offhook/contract/accounts/email-address';

export interface PastedPerson {
  /** As typed if it isn't an email. */
  readonly email: string;
  /** May be empty. */
  readonly full_name: string;
  readonly isValid: boolean;
}

/** Each person once. A name stands before or after its email, or in quotes, as in `"Form, Ada" <ada@example.com>`. */
export function parsePeople(text: string): readonly PastedPerson[] {
  const found = new Map<string, PastedPerson>();
  for (const person of text.split(/[\r\n]+/).flatMap(peopleOfLine)) {
    const before = found.get(person.email);
    if (!before || before.full_name === '') found.set(person.email, person);
  }
  return [...found.values()];
}

const SEPARATORS = /[,;\t](?=(?:[^"]*"[^"]*")*[^"]*$)/;

function peopleOfLine(line: string): PastedPerson[] {
  const parts = line
    .split(SEPARATORS)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const [only, ...others] = parts.filter((part) => part.includes('@'));
  // 'Ada Form, ada@example.com' or the columns of a spreadsheet.
  if (only !== undefined && others.length === 0 && parts.length > 1 && !/\s/.test(only))
    return [person(only, parts.filter((part) => part !== only).join(' '))];
  return parts.flatMap(peopleOfPart);
}

function peopleOfPart(part: string): PastedPerson[] {
  const [, name, address] = /^(.*?)<([^<>]*)>$/.exec(part) ?? [];
  if (address !== undefined) return [person(address, name ?? '')];
  const words = part.split(/\s+/);
  const emails = words.filter((word) => word.includes('@'));
  if (emails.length > 1) return words.map((word) => person(word, ''));
  const [email] = emails;
  return [
    email === undefined ? person(part, '') : person(email, words.filter((word) => word !== email).join(' ')),
  ];
}

const MAX_NAME_LENGTH = 200;

function person(typed: string, name: string): PastedPerson {
  const email = toEmail(typed.replace(/^mailto:/i, ''));
  const full_name = name.replaceAll('"', '').trim().slice(0, MAX_NAME_LENGTH).trim();
  return { email: email ?? typed.trim(), full_name, isValid: email !== null };
}
