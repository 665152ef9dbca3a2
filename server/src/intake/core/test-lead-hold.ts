import type { TestLeadHold } from '@offhook/contract/console/leads/test-lead';

const HOLDS: Readonly<Record<string, TestLeadHold>> = {
  'schedule.teamClosed': 'team_hours',
  'schedule.noHours': 'team_hours',
  'schedule.hoursEnd': 'calling_hours',
  'schedule.neverOverlap': 'calling_hours',
  'callable.attempts': 'calling_hours',
  'callable.callingHours': 'calling_hours',
  'callable.callingHoursThen': 'calling_hours',
  'callable.listed': 'lead',
  'callable.removed': 'lead',
};

/** @param reason ID of the sentence that says why no phone rings; null: another text */
export function testLeadHold(reason: string | null): TestLeadHold | null {
  return reason !== null && Object.hasOwn(HOLDS, reason) ? (HOLDS[reason] ?? null) : null;
}
