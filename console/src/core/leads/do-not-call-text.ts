import type { ConsoleLeadDetail } from '@offhook/contract/console/leads/lead-entities';
import type { DoNotCallFileAnswer } from '@offhook/contract/leads/do-not-call-file';
import { type ConsoleMessage, t } from '@offhook/i18n/console';
import { formatList, formatNumber } from '@offhook/i18n/formats';

type Source = NonNullable<ConsoleLeadDetail['listing']>['source'];

const SOURCES = {
  console: 'doNotCall.source.console',
  file: 'doNotCall.source.file',
  'command line': 'doNotCall.source.commandLine',
  erasure: 'doNotCall.source.erasure',
} as const satisfies Record<Source, ConsoleMessage>;

/** How a number got on the list. */
export function sourceText(source: Source): string {
  return t(SOURCES[source]);
}

const MAX_LINES = 20;

export function fileSummary({
  added,
  already_listed,
  invalid,
  invalid_lines,
}: DoNotCallFileAnswer): string[] {
  const sentences = [t('doNotCall.imported.added', { count: added })];
  if (already_listed > 0) sentences.push(t('doNotCall.imported.alreadyListed', { count: already_listed }));
  if (invalid === 0) return sentences;
  const named = invalid_lines.slice(0, MAX_LINES);
  const lines = formatList(named.map((line) => formatNumber(line)));
  const more = invalid - named.length;
  return [
    ...sentences,
    more > 0
      ? t('doNotCall.imported.invalidMore', { count: invalid, lines, more })
      : t('doNotCall.imported.invalid', { count: invalid, lines }),
  ];
}
