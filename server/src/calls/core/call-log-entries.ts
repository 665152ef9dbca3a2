/** Each change once, with the ids that connect all entries of a lead. No names or phone numbers. */
import type { CallUser } from './call-user.ts';
import type { Conversation } from './conversation/conversation.ts';
import type { Leg } from './leg.ts';

export interface CallLogEntry {
  readonly message: string;
  readonly fields: Readonly<Record<string, string | number | null>>;
}

export function callLogEntries(before: Conversation, after: Conversation): CallLogEntry[] {
  return [
    ...after.callUsers.flatMap((one) =>
      ringEntries(
        before.callUsers.find(({ id }) => id === one.id),
        one,
      ),
    ),
    ...after.legs.flatMap((one) =>
      legEntries(
        before.legs.find(({ id }) => id === one.id),
        one,
        after.callUsers,
      ),
    ),
    ...callEntries(before.call, after.call),
  ];
}

function callEntries(before: Conversation['call'], after: Conversation['call']): CallLogEntry[] {
  if (before.status === after.status && before.endedAt === after.endedAt) return [];
  const { status, agentId: user, seconds } = after;
  const reason = after.reasons.length > before.reasons.length ? (after.reasons.at(-1) ?? null) : null;
  const isOver = before.endedAt === null && after.endedAt !== null;
  return [
    {
      message: isOver ? 'call ended' : 'call changed',
      fields: { was: before.status, status, user, ...(isOver ? { seconds } : {}), ...reasonField(reason) },
    },
  ];
}

function ringEntries(before: CallUser | undefined, after: CallUser): CallLogEntry[] {
  const ids = { callUser: after.id, user: after.userId };
  const lines: CallLogEntry[] = [];
  if (before?.status !== after.status) {
    const { status } = after;
    lines.push({
      message: 'ring status changed',
      fields: { ...ids, was: before?.status ?? null, status, ...reasonField(after.reason) },
    });
  }
  if (before && before.acknowledgedAt === null && after.acknowledgedAt !== null)
    lines.push({ message: 'ring acknowledged', fields: ids });
  if (before && before.vanishedAt === null && after.vanishedAt !== null)
    lines.push({ message: 'agent lost connection', fields: ids });
  return lines;
}

function legEntries(before: Leg | undefined, after: Leg, rings: readonly CallUser[]): CallLogEntry[] {
  const { id: leg, kind: party, sid, status, callUserId: callUser } = after;
  const user = rings.find(({ id }) => id === callUser)?.userId ?? null;
  const ids = { leg, party, sid, ...(callUser === null ? {} : { callUser, user }) };
  const lines: CallLogEntry[] = [];
  if (sid !== null && (before?.sid ?? null) === null) lines.push({ message: 'leg created', fields: ids });
  if (before && before.status !== status)
    lines.push({ message: 'leg status changed', fields: { ...ids, was: before.status, status } });
  if (before && before.joinedAt === null && after.joinedAt !== null)
    lines.push({ message: 'leg joined', fields: ids });
  return lines;
}

const reasonField = (reason: string | null) => (reason === null ? {} : { reason });
