import type { LeadEvent, LeadOutlook } from '@offhook/contract/console/leads/lead-timeline-entities';
import { t } from '@offhook/i18n/console';
import { attemptName, firstAttemptName } from '../board/waiting-leads.ts';
import { directionName } from './call-names.ts';

export const TIMELINE_KINDS = ['all', 'calls', 'texts', 'other'] as const;
export type TimelineKind = (typeof TIMELINE_KINDS)[number];

/** Notes belong to calls, as do scheduled calls. */
export function isOfKind(event: LeadEvent, kind: TimelineKind): boolean {
  const isCall = Boolean(event.call ?? event.scheduled ?? event.canceled ?? event.note);
  if (kind === 'calls') return isCall;
  if (kind === 'texts') return event.text !== undefined;
  return kind === 'all' || !(isCall || event.text);
}

export function arrivalName({ origin, is_first }: NonNullable<LeadEvent['arrived']>): string {
  if (!is_first) return t('timeline.arrived.again');
  if (origin === 'agent') return t('timeline.arrived.agent');
  return origin === 'inbound' ? t('timeline.arrived.inbound') : t('timeline.arrived.intake');
}

export function callName(call: NonNullable<LeadEvent['call']>): string {
  const attempt = attemptName(call);
  if (attempt !== null) return attempt;
  return call.type === 'lead' && call.direction === 'outbound'
    ? firstAttemptName()
    : directionName(call.direction);
}

/** 'Second attempt', 'Follow-up 2', 'Callback' or 'First attempt' */
export function scheduledName(scheduled: NonNullable<LeadEvent['scheduled']>): string {
  if (scheduled.set_by !== null) return t('lead.callback');
  return attemptName(scheduled) ?? firstAttemptName();
}

/** Each round decides about each agent again: one who was rung in any round was rung. */
export function agentCounts({ decisions }: Pick<NonNullable<LeadEvent['call']>, 'decisions'>): string | null {
  const all = decisions.flatMap(({ agents }) => agents);
  if (all.length === 0) return decisions.at(-1)?.outcome ?? null;
  const idsOf = (list: typeof all) => new Set(list.map(({ user_id }) => user_id)).size;
  const rung = idsOf(all.filter(({ verdict }) => verdict === 'rung'));
  return t('timeline.agents', { rung, skipped: idsOf(all) - rung });
}

/** @param team as on the board; undefined while unknown */
export function outlookReason(
  { reason, agent, team: ofCall }: LeadOutlook,
  isDue: boolean,
  team: { readonly agents: number; readonly available: number } | undefined,
): string | null {
  if (!isDue) return reason;
  if (agent !== null) return t('outlook.waitsForAgent', { name: agent.full_name });
  if (team === undefined || ofCall === null) return t('outlook.waits');
  return t('outlook.waitsForTeam', { team: ofCall.name, available: team.available, agents: team.agents });
}
