import type { CALL_USER_STATUSES } from '@offhook/contract/calls/call-user';
import type { ConsoleCall, ConsoleCallDetail } from '@offhook/contract/console/call-entities';
import { type ConsoleMessage, t } from '@offhook/i18n/console';
import { formatList } from '@offhook/i18n/formats';
import { runningTime } from '../board/durations.ts';

const STATUSES = {
  ringing: 'callStatus.ringing',
  'in-progress': 'callStatus.inProgress',
  missed: 'callStatus.missed',
  busy: 'callStatus.busy',
  offline: 'callStatus.offline',
  ignored: 'callStatus.ignored',
  canceled: 'callStatus.canceled',
  failed: 'callStatus.failed',
  'no-answer': 'callStatus.noAnswer',
  completed: 'callStatus.completed',
} as const satisfies Record<string, ConsoleMessage>;

const RESULTS = {
  contacted: 'result.contacted',
  voicemail: 'result.voicemail',
  missed: 'result.missed',
  removed: 'result.removed',
  none: 'result.none',
} as const satisfies Record<string, ConsoleMessage>;

const ROLES = {
  lead: 'callRole.lead',
  outbound: 'callRole.outbound',
  inbound: 'callRole.inbound',
  conference: 'callRole.conference',
  transfer: 'callRole.transfer',
  listen: 'callRole.listen',
  whisper: 'callRole.whisper',
  barge: 'callRole.barge',
} as const satisfies Record<string, ConsoleMessage>;

const PARTY_STATUSES = {
  ringing: 'partyStatus.ringing',
  accepted: 'partyStatus.accepted',
  ignored: 'partyStatus.ignored',
  missed: 'partyStatus.missed',
  withdrawn: 'partyStatus.withdrawn',
  ended: 'partyStatus.ended',
} as const satisfies Record<(typeof CALL_USER_STATUSES)[number], ConsoleMessage>;

type Party = ConsoleCallDetail['parties'][number];
type Choices = readonly (readonly [value: string, text: string])[];
type Name = ConsoleMessage &
  (`callStatus.${string}` | `result.${string}` | `callRole.${string}` | `partyStatus.${string}`);
type Names = Readonly<Record<string, Name>>;

/** An unknown value, from a newer server, is capitalized. */
function nameIn(names: Names, value: string): string {
  const id = names[value];
  return id === undefined ? value.charAt(0).toUpperCase() + value.slice(1).replaceAll('_', ' ') : t(id);
}

const choicesOf = (names: Names): Choices => Object.keys(names).map((value) => [value, nameIn(names, value)]);

export const statusChoices = () => choicesOf(STATUSES);
export const resultChoices = () => choicesOf(RESULTS);

export function statusName(status: string): string {
  return nameIn(STATUSES, status);
}

/** The talk time, or what happened instead of a conversation. */
export function formatOutcome({ status, seconds }: Pick<ConsoleCall, 'status' | 'seconds'>): string {
  if (status === 'completed') return seconds > 0 ? runningTime(seconds) : statusName('no-answer');
  return statusName(status);
}

export function resultName(result: string): string;
export function resultName(result: string | null): string | null;
export function resultName(result: string | null): string | null {
  return result === null ? null : nameIn(RESULTS, result);
}

export function directionName(direction: string): string {
  return direction === 'outbound' ? t('direction.outbound') : t('direction.inbound');
}

/** The lead, else the number, else what a call between colleagues is. */
export function callLabel({ label, type }: Pick<ConsoleCall, 'label' | 'type'>): string {
  return label === '' ? roleName(type) : label;
}

export function roleName(type: string): string {
  return nameIn(ROLES, type);
}

/** 'Listen, Whisper, Barge' */
export function partyRole({ type, supervised_as = [] }: Pick<Party, 'type' | 'supervised_as'>): string {
  return formatList((supervised_as.length > 0 ? supervised_as : [type]).map(roleName));
}

export function partyStatus({ status, was_consulted }: Pick<Party, 'status' | 'was_consulted'>): string {
  return was_consulted ? t('partyStatus.consulted') : nameIn(PARTY_STATUSES, status);
}
