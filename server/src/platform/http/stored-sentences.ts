/**
 * Sentences are stored in English, so that servers of several versions, webhooks and exports read the same text. For a
 * reader of another language, the message is looked up by its English text.
 */
import { createMessageFinder } from '@offhook/i18n/find-message';
import { formatPlace } from '@offhook/i18n/formats';
import type { ChosenLocale } from '@offhook/i18n/locales';
import en from '@offhook/i18n/server/en';
import { type ClockTime, formatClockTime } from '../core/local-time.ts';
import { type Sentence, translate, type Value } from '../core/sentences.ts';

/** Texts of earlier versions, by the message that replaced them. */
const EARLIER: readonly (readonly [Sentence['id'], string])[] = [
  [
    'callable.attempts',
    '{count, plural, one {This lead was called once in the last 24 hours.} other {This lead was called # times in the last 24 hours.}}',
  ],
  ['callReason.agentsBusy', 'All agents are on a call'],
  ['callReason.agentsOutsideHours', 'All agents are outside their hours'],
  ['callReason.agentsOutsideHours', 'Nobody of the team is in schedule'],
  ['callReason.agentsUnreachable', 'No agent is reachable'],
  ['callReason.externalPhoneBusy', "The agent's own phone was busy"],
  ['callReason.externalPhoneBusy', "The agent's external phone was busy"],
  ['callReason.externalPhoneUnreachable', "The agent's own phone could not be reached"],
  ['callReason.externalPhoneUnreachable', "The agent's external phone could not be reached"],
  ['callReason.hungUpEarly', 'Hung up before the phone connected'],
  ['callReason.noAgentAccepted', 'Nobody accepted the call'],
  ['callReason.otherAgentChosen', 'Somebody else was chosen'],
  ['callReason.phoneClosed', 'The phone was closed'],
  ['callReason.phoneDidNotAnswer', 'The phone did not answer in time'],
  ['callReason.phoneDidNotConnect', 'The phone did not connect'],
  ['callReason.phoneUnreachable', 'The phone could not be reached'],
  ['callReason.providerLost', 'The provider never made the call'],
  ['callReason.providerRefused', 'The telephony provider refused the call'],
  ['callReason.restored', 'The server was restored from a backup while nobody had taken the call yet.'],
  ['callReason.restored', 'The server was restored from a backup before an agent took the call.'],
  ['callReason.voicemail', 'The caller left a voicemail of {seconds, number} s'],
  ['callReason.voicemailWithoutAgent', 'Nobody was there when the caller left a voicemail'],
  ['crm.followUpBossIgnores', 'The lead flow of Follow Up Boss ignores leads from Offhook.'],
  ['crm.recordsMissing', 'The CRM cannot find its own records.'],
  ['delivery.cutOff', 'The answer was cut off.'],
  ['delivery.endpointRemoved', 'The endpoint was removed.'],
  ['delivery.noAddress', 'The name has no address.'],
  ['delivery.noAnswer', 'No answer within {seconds, number} s.'],
  ['delivery.privateNetwork', 'The address is on a private network.'],
  ['delivery.unreadableAddress', 'The address cannot be read.'],
  ['error.badText', 'Remove the characters that can’t be saved.'],
  ['error.badText', "Remove the characters that can't be saved."],
  ['error.countryNotAllowed', 'Your account does not allow calls to this country.'],
  ['error.premiumNumber', 'Your account does not allow calls to premium-rate numbers.'],
  [
    'error.satelliteNumber',
    'Your account does not allow calls to satellite or international network numbers.',
  ],
  ['error.sharedCostNumber', 'Your account does not allow calls to shared-cost or personal numbers.'],
  ['import.badColumn', 'The column {column} cannot be read.'],
  ['import.brokenText', 'The line holds characters that are no text.'],
  ['import.notUtf8', 'The line is not in UTF-8, as the rest of the file is.'],
  [
    'import.restored',
    'The server was restored from a backup. Its further lines may have been taken in since.',
  ],
  ['import.restored', 'The server was restored from a backup. Further lines may have been imported since.'],
  ['leadReason.called', 'The call of this request was made'],
  ['leadReason.echo', 'The CRM was told of this lead by Offhook'],
  ['leadReason.repeated', 'The call of this request is {status}'],
  ['leadReason.ringing', 'A call to this lead is ringing already'],
  ['leadReason.ringing', 'A call to this lead is already ringing'],
  ['number.excludedCountry', "Numbers in this country can't be called."],
  ['number.extensionNotDigits', 'An extension can contain only digits, such as x12.'],
  ['number.notANumber', 'This is not a phone number.'],
  ['number.notValid', 'This phone number is not valid in its country.'],
  ['number.unknownCallingCode', 'No country has this calling code.'],
  ['number.unknownCallingCode', 'No country uses this calling code.'],
  ['number.unknownCountry', 'This country is unknown.'],
  ['routing.claimed', 'Another call was quicker'],
  ['routing.claimed', 'Taken by another call'],
  ['routing.group', 'Available, in priority group {group, number}'],
  ['routing.later', 'Comes later in the order'],
  ['routing.owner', 'The lead’s own agent'],
  ['routing.rung', '{count, plural, one {# agent is rung} other {# agents are rung}}'],
  ['routing.tried', 'Was rung for this call before'],
  ['schedule.delay', 'This team waits {count, number} seconds before it calls a new lead.'],
  ['schedule.hoursEnd', 'The hours at which this lead may be called are about to end.'],
  ['schedule.import', 'The lead came with a file: each has its turn.'],
  ['schedule.leadInCall', 'The lead is in another call'],
  ['schedule.neverOverlap', 'The team’s hours and the hours at the lead never meet.'],
  ['schedule.noAttemptLeft', 'No further try is planned'],
  ['schedule.optedOut', 'The lead asked to stop'],
  ['schedule.replaced', 'Another call was promised instead'],
  ['schedule.requested', 'The call was asked for this time.'],
  ['schedule.restarting', 'Offhook is about to start again, and calls the lead then.'],
  ['schedule.restarting', 'Offhook is about to restart and will call the lead then.'],
  ['schedule.restored', 'The server was restored from a backup; the call may have been made since.'],
  ['schedule.retention', 'What was known of the person was too old'],
  ['schedule.teamClosed', 'The team is not in schedule.'],
  ['schedule.teamClosed', 'The team is closed.'],
  ['schedule.teamClosed', "It is outside the team's hours."],
  ['unavailable.audioLocked', 'The browser does not let the phone ring yet'],
  ['unavailable.audioLocked', "Browser doesn't allow ringing yet"],
  ['unavailable.dailyLimit', 'Has had as many calls today as may be'],
  ['unavailable.notConnected', 'The phone has no connection for calls'],
  ['unavailable.onCall', 'On another call'],
  ['unavailable.outsideHours', 'Not in schedule'],
  ['unavailable.outsideHours', 'Outside their hours'],
  ['unavailable.signedOut', 'The phone is not open'],
  ['unavailable.unreachable', 'The phone did not answer the last ring'],
  ['unavailable.wrapUp', 'Still working on the last call'],
];

/** `leadBusy` messages go to the agent who wants to call the lead, and are never stored. */
const STORED = Object.entries(en).filter(([id]) => !id.startsWith('leadBusy.'));

const find = createMessageFinder([...STORED, ...EARLIER]);

/** The message of an English sentence of this or an earlier version; null: another text. */
export const storedSentenceId = (text: string): string | null => find(text)?.id ?? null;

/** @param text an English sentence of this or an earlier version; any other text is returned unchanged */
export function translateStored(text: string, reader: ChosenLocale): string {
  if (reader.locale === 'en') return text;
  const found = find(text);
  if (found === null) return text;
  const values = Object.entries(found.values).map(([name, value]) => [name, toValue(name, value)]);
  return translate({ id: found.id, values: Object.fromEntries(values) } as Sentence, reader);
}

const ZONES = new Map(Intl.supportedValuesOf('timeZone').map((zone) => [formatPlace(zone, 'en-US'), zone]));

/** Times are reformatted for the reader's clock, places and statuses in the reader's language. */
function toValue(name: string, value: string | number): Value | number {
  if (typeof value === 'number') return value;
  if (name === 'place') {
    const zone = ZONES.get(value);
    return zone === undefined ? value : { zone };
  }
  if (name === 'status') return toStatus(value);
  const time = /^(\d{1,2}):(\d\d)\s([AP])M$/.exec(value);
  if (time) return { minute: (Number(time[1]) % 12) * 60 + Number(time[2]) + (time[3] === 'P' ? 720 : 0) };
  return parseLocalDateTime(value) ?? value;
}

/** Earlier versions wrote 'no-answer'. */
function toStatus(text: string): Value {
  const id = find(text.replace('-', ' '))?.id;
  return id?.startsWith('callStatus.') ? [{ id } as Sentence] : text;
}

/** Parses a date that `localDateTime` wrote. The weekday narrows down the year. */
function parseLocalDateTime(text: string): ClockTime | null {
  const match = /^([A-Z][a-z]{2}), ([A-Z][a-z]{2}) (\d{1,2}), (\d\d:\d\d)$/.exec(text);
  if (!match) return null;
  const [, , month, day, time] = match;
  for (let year = 2000; year < 2028; year += 1) {
    const ms = Date.parse(`${month} ${day} ${year} ${time} UTC`);
    if (!Number.isNaN(ms) && formatClockTime({ ms }, 'en-US') === text) return { ms };
  }
  return null;
}
