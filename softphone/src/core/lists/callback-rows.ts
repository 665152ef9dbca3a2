import {
  type Callback,
  type CallbackChoice,
  type CallbackOffer,
  MAX_CALLBACK_DAYS,
} from '@offhook/contract/leads/callbacks';
import { toMs } from '@offhook/contract/timestamps';
import {
  formatDate,
  formatDay,
  formatPlace,
  formatTime,
  inZone,
  isSameZone,
  readerZone,
} from '@offhook/i18n/formats';
import { t } from '@offhook/i18n/phone';
import { ageText, whenText } from '../lead/when.ts';
import type { PersonPrefill } from '../screen/screen-state.ts';
import { leadName } from './history-rows.ts';

/** In the lead's local time, with the agent's beside it if it differs. */
export interface CallbackTime {
  readonly when: string;
  readonly own: string | null;
}

/** @param timeZone null: unknown */
export function callbackTime(iso: string, timeZone: string | null, now: number): CallbackTime {
  const at = toMs(iso);
  const zone = timeZone === null ? null : knownZone(timeZone);
  if (zone === null || isSameZone(zone, readerZone(), at)) return { when: whenText(at, now), own: null };
  return {
    when: whenText(at, now, inZone(zone)),
    own: t('callback.ownTime', { time: formatTime(at) }),
  };
}

/** 'Callback: Today, 2:54 PM · 6:54 AM for you' */
export function callbackLabel({ at, time_zone: timeZone }: Callback, now: number): string {
  const { when, own } = callbackTime(at, timeZone, now);
  const label = t('callback.setFor', { when });
  return own === null ? label : `${label} · ${own}`;
}

/** Null if it is the agent's own zone. */
export function leadPlace(timeZone: string, now: number): string | null {
  const zone = knownZone(timeZone);
  if (zone === null || isSameZone(zone, readerZone(), now)) return null;
  return formatPlace(zone, inZone(zone).tag);
}

/** A newer server may know more zones than this browser. */
function knownZone(timeZone: string): string | null {
  try {
    formatTime(0, inZone(timeZone));
    return timeZone;
  } catch {
    return null;
  }
}

const CHOICE_LABELS = {
  in_15_minutes: 'callback.in15Minutes',
  in_1_hour: 'callback.in1Hour',
  this_afternoon: 'callback.thisAfternoon',
  tomorrow_morning: 'callback.tomorrowMorning',
  tomorrow_afternoon: 'callback.tomorrowAfternoon',
} as const satisfies Record<CallbackChoice, string>;

/** A time that moved to another day or hour isn't what the choice says. */
export function choiceLabel(
  { choice, at, moved }: CallbackOffer['choices'][number],
  timeZone: string,
  now: number,
): string {
  const formats = inZone(knownZone(timeZone) ?? readerZone());
  const isOn = (day: number) => formatDate(toMs(at), formats) === formatDate(day, formats);
  const fits =
    moved === null ||
    (choice === 'this_afternoon' && isOn(now)) ||
    (choice.startsWith('tomorrow') && isOn(now + DAY_MS));
  return t(fits ? CHOICE_LABELS[choice] : 'callback.firstAllowed');
}

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;

/** The first and last minute of a callback, in the lead's local time, as a field has it. */
export function callbackLimits(
  timeZone: string,
  now: number,
): { readonly min: string; readonly max: string } {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: knownZone(timeZone) ?? readerZone(),
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
  });
  const minute = (at: number) => format.format(at).replace(' ', 'T');
  return { min: minute(now + MINUTE_MS), max: minute(now + MAX_CALLBACK_DAYS * DAY_MS) };
}

const SOON_MS = 15 * 60_000;

export interface CallbackRow extends CallbackTime {
  readonly id: number;
  readonly callId: number;
  readonly name: string;
  readonly prefill: PersonPrefill;
  readonly isForTeam: boolean;
  /** 'Due now', 'In 12 min'; null: later. */
  readonly soon: string | null;
  /** 'Missed 5 min ago' */
  readonly missed: string | null;
  readonly moved: string | null;
}

export function callbackRow(callback: Callback, accountId: number, now: number): CallbackRow {
  const { id, call_id: callId, lead, moved, missed_at: missedAt } = callback;
  const left = toMs(callback.at) - now;
  const minutes = Math.ceil(left / 60_000);
  return {
    id,
    callId,
    name: leadName(lead, accountId),
    prefill: { fname: lead.fname, lname: lead.lname, phoneNumber: lead.phone_number },
    ...callbackTime(callback.at, callback.time_zone, now),
    isForTeam: callback.target === 'team',
    soon: left <= 0 ? t('callback.dueNow') : left <= SOON_MS ? t('callback.dueIn', { minutes }) : null,
    missed: missedAt ? t('callback.missed', { age: ageText(toMs(missedAt), now) }) : null,
    moved,
  };
}

/** 'Callback, set by Ann Reyes on Nov 17' */
export function callbackOrigin({
  set_by: name,
  set_at: at,
}: {
  readonly set_by: string;
  readonly set_at: string;
}): string {
  return t('callback.ring', { name, day: formatDay(toMs(at)) });
}
