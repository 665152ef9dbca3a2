/** Figures of a mail in its language, as the console writes them. */
import type { Language } from '@offhook/contract/accounts/languages';
import { MAIL_LOCALES, MAIL_TRANSLATORS } from '../../../platform/mail/core/mail-text.ts';

type Write = (value: number | null) => string;
/** null: rounds to nothing. */
type Change = (value: number, before: number) => string | null;

export interface FigureWords {
  readonly count: Write;
  /** @param value 0 to 1 */
  readonly percent: Write;
  /** @param value in ms */
  readonly time: Write;
  /** @param value in seconds */
  readonly hours: Write;
  readonly countChange: Change;
  readonly shareChange: Change;
  readonly pointsChange: Change;
  readonly timeChange: Change;
}

/** What isn't measured. */
const NONE = '–';
const SIGNED = { signDisplay: 'exceptZero' } as const;

export function figureWords(language: Language): FigureWords {
  const t = MAIL_TRANSLATORS[language];
  const format = (options: Intl.NumberFormatOptions = {}) => {
    const { format: write } = new Intl.NumberFormat(MAIL_LOCALES[language], options);
    return (value: number) => write(value);
  };
  const tenths = { minimumFractionDigits: 1, maximumFractionDigits: 1 } as const;
  const [whole, decimal] = [format({ maximumFractionDigits: 0 }), format(tenths)];
  const [signedWhole, signedPercent] = [
    format({ maximumFractionDigits: 0, ...SIGNED }),
    format({ style: 'percent', ...SIGNED }),
  ];
  const measured =
    (write: (value: number) => string): Write =>
    (value) =>
      value === null ? NONE : write(value);

  const time = (ms: number): string => {
    const seconds = Math.round(ms / 100) / 10;
    if (seconds < 60) return t('reportMail.seconds', { value: decimal(seconds) });
    const minutes = Math.floor(Math.round(ms / 1_000) / 60);
    if (minutes < 60)
      return t('reportMail.minutesSeconds', {
        minutes: whole(minutes),
        seconds: Math.round(ms / 1_000) % 60,
      });
    return t('reportMail.hoursMinutes', { hours: whole(Math.floor(minutes / 60)), minutes: minutes % 60 });
  };
  const hours = (seconds: number): string => {
    if (seconds < 3_600) return t('reportMail.minutes', { value: whole(seconds / 60) });
    const value = seconds / 3_600;
    return t('reportMail.hours', { value: value < 10 ? decimal(value) : whole(value) });
  };
  const difference = (value: number, before: number, digits: (change: number) => number) => {
    const rounded = digits(value - before);
    return rounded === 0 ? null : rounded;
  };

  return {
    count: measured(whole),
    percent: measured(format({ style: 'percent' })),
    time: measured(time),
    hours: measured(hours),
    countChange: (value, before) => {
      const change = difference(value, before, Math.round);
      return change === null ? null : signedWhole(change);
    },
    // Nothing grows by a share.
    shareChange: (value, before) => {
      if (before === 0) return null;
      const change = difference(value, before, (by) => Math.round((by / before) * 100));
      return change === null ? null : signedPercent(change / 100);
    },
    pointsChange: (value, before) => {
      const change = difference(value, before, (by) => Math.round(by * 100));
      return change === null
        ? null
        : t('reportMail.points', { points: signedWhole(change), count: Math.abs(change) });
    },
    timeChange: (value, before) => {
      const change = difference(value, before, (by) => Math.round(by / 100));
      if (change === null) return null;
      return t(change > 0 ? 'reportMail.longer' : 'reportMail.shorter', {
        time: time(Math.abs(change) * 100),
      });
    },
  };
}
