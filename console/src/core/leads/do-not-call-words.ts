import type { ConsoleLeadDetail } from '@offhook/contract/console/console-entities';
import type { DoNotCallFileAnswer } from '@offhook/contract/do-not-call-file';

/** How a number came on the list. */
export const LISTED_BY: Readonly<Record<NonNullable<ConsoleLeadDetail['listing']>['source'], string>> = {
  console: 'added in the console',
  file: 'added by a file',
  'command line': 'added on the command line',
  erasure: 'kept when a lead was erased',
};

const MAX_LINES = 20;

/** What became of a file of numbers, in sentences. */
export function fileSummary({
  added,
  already_listed,
  invalid,
  invalid_lines,
}: DoNotCallFileAnswer): string[] {
  const sentences = [`${counted(added, 'number')} added.`];
  if (already_listed > 0) sentences.push(`${counted(already_listed, 'number')} already on the list.`);
  if (invalid === 0) return sentences;
  const named = invalid_lines.slice(0, MAX_LINES).map(String);
  const more = invalid - named.length;
  const lines = `${named.length === 1 ? 'line' : 'lines'} ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  return [...sentences, `${counted(invalid, 'line')} without a valid number: ${lines}.`];
}

function counted(count: number, what: string): string {
  return `${count.toLocaleString('en-US')} ${what}${count === 1 ? '' : 's'}`;
}
