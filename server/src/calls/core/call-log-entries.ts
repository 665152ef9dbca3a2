/** Logs each change once, with the IDs that link all entries about a lead, and without names or phone numbers. */
import type { CallUser } from './call-user.ts';
import type { Conversation } from './conversation/conversation.ts';
import type { Leg } from './leg.ts';

export interface CallLogEntry {
  readonly message: string;
  readonly fields: Readonly<Record<string, string | number | null>>;
}

export function callLogEntries(before: Conversation, after: Conversation): CallLogEntry[] {
  return [
    ...after.callUsers.flatMap((callUser) =>
      ringEntries(
        before.callUsers.find(({ id }) => id === callUser.id),
        callUser,
      ),
    ),
    ...after.legs.flatMap((leg) =>
      legEntries(
        before.legs.find(({ id }) => id === leg.id),
        leg,
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
  const entries: CallLogEntry[] = [];
  if (before?.status !== after.status) {
    const { status } = after;
    entries.push({
      message: 'ring status changed',
      fields: { ...ids, was: before?.status ?? null, status, ...reasonField(after.reason) },
    });
  }
  if (before && before.acknowledgedAt === null && after.acknowledgedAt !== null)
    entries.push({ message: 'ring acknowledged', fields: ids });
  if (before && before.disconnectedAt === null && after.disconnectedAt !== null)
    entries.push({ message: 'agent lost connection', fields: ids });
  return entries;
}

function legEntries(before: Leg | undefined, after: Leg, rings: readonly CallUser[]): CallLogEntry[] {
  const { id: leg, kind: party, sid, status, callUserId: callUser } = after;
  const user = rings.find(({ id }) => id === callUser)?.userId ?? null;
  const ids = { leg, party, sid, ...(callUser === null ? {} : { callUser, user }) };
  const entries: CallLogEntry[] = [];
  if (sid !== null && (before?.sid ?? null) === null) entries.push({ message: 'leg created', fields: ids });
  if (before && before.status !== status)
    entries.push({ message: 'leg status changed', fields: { ...ids, was: before.status, status } });
  if (before && before.joinedAt === null && after.joinedAt !== null)
    entries.push({ message: 'leg joined', fields: ids });
  return entries;
}

const reasonField = (reason: string | null) => (reason === null ? {} : { reason });
