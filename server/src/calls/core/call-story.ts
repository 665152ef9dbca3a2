/**
 * What changed of a call, as lines of a log: each change once, with the ids by which the whole story of a lead is found.
 * No names, no numbers.
 */
import type { CallUser } from './call-user.ts';
import type { Conversation } from './conversation/conversation.ts';
import type { Leg } from './leg.ts';

export interface StoryLine {
  readonly what: string;
  readonly about: Readonly<Record<string, string | number | null>>;
}

export function storyOf(before: Conversation, after: Conversation): StoryLine[] {
  return [
    ...after.callUsers.flatMap((one) =>
      ofRing(
        before.callUsers.find(({ id }) => id === one.id),
        one,
      ),
    ),
    ...after.legs.flatMap((one) =>
      ofLeg(
        before.legs.find(({ id }) => id === one.id),
        one,
        after.callUsers,
      ),
    ),
    // Last: it is over when all of them are.
    ...ofCall(before.call, after.call),
  ];
}

function ofCall(before: Conversation['call'], after: Conversation['call']): StoryLine[] {
  if (before.status === after.status && before.endedAt === after.endedAt) return [];
  const { status, agentId: user, seconds } = after;
  const reason = after.reasons.length > before.reasons.length ? (after.reasons.at(-1) ?? null) : null;
  const isOver = before.endedAt === null && after.endedAt !== null;
  return [
    {
      what: isOver ? 'call ended' : 'call changed',
      about: { was: before.status, status, user, ...(isOver ? { seconds } : {}), ...told(reason) },
    },
  ];
}

function ofRing(before: CallUser | undefined, after: CallUser): StoryLine[] {
  const ids = { callUser: after.id, user: after.userId };
  const lines: StoryLine[] = [];
  if (before?.status !== after.status) {
    const { status } = after;
    lines.push({
      what: 'ring',
      about: { ...ids, was: before?.status ?? null, status, ...told(after.reason) },
    });
  }
  if (before && before.acknowledgedAt === null && after.acknowledgedAt !== null)
    lines.push({ what: 'ring reached the phone', about: ids });
  if (before && before.vanishedAt === null && after.vanishedAt !== null)
    lines.push({ what: 'agent vanished', about: ids });
  return lines;
}

function ofLeg(before: Leg | undefined, after: Leg, rings: readonly CallUser[]): StoryLine[] {
  const { id: leg, kind: party, sid, status, callUserId: callUser } = after;
  const user = rings.find(({ id }) => id === callUser)?.userId ?? null;
  const ids = { leg, party, sid, ...(callUser === null ? {} : { callUser, user }) };
  const lines: StoryLine[] = [];
  if (sid !== null && (before?.sid ?? null) === null) lines.push({ what: 'leg made', about: ids });
  if (before && before.status !== status)
    lines.push({ what: 'leg', about: { ...ids, was: before.status, status } });
  if (before && before.joinedAt === null && after.joinedAt !== null)
    lines.push({ what: 'leg joined', about: ids });
  return lines;
}

const told = (reason: string | null) => (reason === null ? {} : { reason });
