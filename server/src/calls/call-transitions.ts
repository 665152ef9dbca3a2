// The only way a call changes: lock it, let the core decide, and write state and effects in one transaction. Effects
// run and clients are notified after the commit.

import { isParty } from '@offhook/contract/accounts/permissions';
import type { CallNotice, MessageOf } from '@offhook/contract/realtime';
import { and, eq, isNull } from 'drizzle-orm';
import { findFirstTeam } from '../accounts/settings/teams.ts';
import { readStatusRevision, startNextStatuses } from '../accounts/status/agent-status.ts';
import { callingHoursEndReason, scheduleNextAttempt } from '../leads/scheduled-calls/scheduled-calls.ts';
import { textMissedLead } from '../messages/missed-text.ts';
import type { Effect } from '../platform/core/effects.ts';
import { english } from '../platform/core/sentences.ts';
import type { Database } from '../platform/database/database.ts';
import { presenceCutoff, queryTime } from '../platform/database/query-time.ts';
import { presence, recordingPauses } from '../platform/database/schema.ts';
import { markDone } from '../platform/work-queue/effect-rows.ts';
import { type Outbox, transact, type WorkDeps } from '../platform/work-queue/transact.ts';
import { startWrapUps } from '../presence/wrap-up.ts';
import {
  addLeg,
  type CallFacts,
  type LoadedConversation,
  lockConversation,
  saveConversation,
} from './conversations.ts';
import { callLogEntries } from './core/call-log-entries.ts';
import type { CallUser } from './core/call-user.ts';
import {
  type Conversation,
  type ConversationEvent,
  transitionConversation,
} from './core/conversation/conversation.ts';
import type { Command, DelayedEffect, ImmediateEffect } from './core/effects.ts';
import { openUsers, usersOfChangedCall, usersWhoLeft } from './core/own-calls.ts';
import { undoAddedLead } from './in-call/undo-added-lead.ts';
import { parkedCallUsers } from './parked-calls.ts';
import { type RingOutcome, ringNextAgents } from './rings/ring-agents.ts';
import { ringForParked } from './rings/ring-for-parked.ts';

export interface TransitionDeps extends WorkDeps {
  /** False while the process drains: calls in progress may finish, but no new ones start. */
  readonly acceptsNewCalls: () => boolean;
  readonly onCallEnded?: (callId: number) => void;
}

/** Applies the events and saves the result. Rings the next agents, if needed, in the same transaction. */
export async function advance(
  deps: TransitionDeps,
  tx: Database,
  outbox: Outbox,
  loaded: Pick<LoadedConversation, 'facts' | 'conversation'>,
  events: readonly ConversationEvent[],
): Promise<Conversation> {
  const { facts } = loaded;
  const now = deps.clock.now();
  let written = loaded.conversation;
  let current = loaded.conversation;
  let isCallChanged = false;
  const queue = [...events];
  for (let event = queue.shift(); event; event = queue.shift()) {
    if (event.type === 'noAgentLeft') notifyRequester(deps, outbox, facts, current);
    const result = transitionConversation(current, event);
    current = result.conversation;
    for (const ignored of result.ignored)
      outbox.afterCommit.push(() => deps.log.debug({ call: facts.id, ...ignored }, 'event ignored'));
    for (const command of result.commands) {
      if (command.kind === 'callChanged') {
        isCallChanged = true;
        continue;
      }
      if (command.kind === 'parkAgain') {
        const { callUserId, parkerUserId } = command;
        const teamId = facts.teamId ?? (await findFirstTeam(tx, parkerUserId));
        const limitMs = facts.parkMinutes * 60_000;
        queue.unshift({ type: 'parkedAgain', callUserId, teamId, limitMs, at: now });
        continue;
      }
      if (command.kind === 'ringForParked') {
        await saveConversation(tx, written, current);
        const rung = await ringForParked(tx, facts, current, {
          now,
          presenceCutoff: presenceCutoff(deps.clock),
        });
        if (rung === null) {
          queue.push({ type: 'parkGivenUp', offersVoicemail: facts.voicemailGreeting !== null, at: now });
          written = current;
          continue;
        }
        current = rung.conversation;
        written = current;
        outbox.effects.push(...rung.effects);
        notifyRingingAgents(deps, outbox, facts, current);
        queue.push({ type: 'parkStageReached', stage: rung.stage, at: now });
        continue;
      }
      if (command.kind !== 'ringNextAgents') {
        await dispatchCommand(deps, tx, outbox, facts, command, now);
        continue;
      }
      await saveConversation(tx, written, current);
      written = current;
      // Ringing agents one after another takes minutes, so the lead's calling hours may have ended.
      const ended = current.call.type === 'lead' ? await callingHoursEndReason(tx, facts, now) : null;
      const outcome: RingOutcome =
        ended === null
          ? await ringNextAgents(tx, facts, current, { now, presenceCutoff: presenceCutoff(deps.clock) })
          : { type: 'none', status: 'missed', reason: ended };
      if (outcome.type === 'none') {
        const { status, reason } = outcome;
        queue.push({
          type: 'noAgentLeft',
          status,
          reason,
          offersVoicemail: facts.voicemailGreeting !== null,
          at: now,
        });
      } else {
        current = outcome.conversation;
        written = current;
        outbox.effects.push(...outcome.effects);
        notifyRingingAgents(deps, outbox, facts, outcome.conversation);
      }
    }
  }
  await saveConversation(tx, written, current);
  const { realtime } = deps;
  if (isCallChanged) {
    const userIds = usersOfChangedCall(loaded.conversation, current);
    outbox.afterCommit.push(() => realtime.callUpdated(facts.accountId, facts.id, userIds));
  } else {
    const userIds = usersWhoLeft(loaded.conversation, current);
    outbox.afterCommit.push(() => realtime.ownCallUpdated(facts.id, userIds));
  }
  await undoAddedLead(deps, tx, outbox, facts, loaded.conversation, current);
  const { call: before } = loaded.conversation;
  const { call: after } = current;
  const isOver = after.endedAt !== null;
  const entries = callLogEntries(loaded.conversation, current);
  if (entries.length > 0)
    outbox.afterCommit.push(() => {
      for (const { message, fields } of entries) deps.log.info({ call: facts.id, ...fields }, message);
    });
  // The voicemail may be reported after the call ends.
  if (isOver && (before.endedAt === null || before.voicemailSeconds !== after.voicemailSeconds))
    notifyOfCallbacks(deps, outbox, facts, await scheduleNextAttempt(deps, tx, facts.id));
  const freed = freedAgents(loaded.conversation, current);
  const parties = freed.filter(({ status, type }) => status === 'ended' && isParty(type));
  await startWrapUps(
    tx,
    facts,
    parties.map(({ userId }) => userId),
    now,
  );
  if (freed.length > 0) {
    await startChosenStatuses(deps, tx, outbox, facts, freed);
    outbox.afterCommit.push(() => deps.onAgentsFree?.(freed.map(({ userId }) => userId)));
  }
  if (isOver && before.endedAt === null) {
    outbox.effects.push(...(await textMissedLead(tx, facts.id, deps.clock.now())));
    outbox.afterCommit.push(() => deps.onCallEnded?.(facts.id));
  }
  return current;
}

/** A callback is canceled when a colleague reaches the lead: its agent must not call again. */
function notifyOfCallbacks(
  { realtime }: TransitionDeps,
  { afterCommit }: Outbox,
  { id }: CallFacts,
  userIds: readonly number[],
): void {
  if (userIds.length > 0) afterCommit.push(() => realtime.ownCallUpdated(id, userIds));
}

/** Of agents on an external phone; the app reports when wrap-up ends. */
async function startChosenStatuses(
  { realtime, clock }: TransitionDeps,
  tx: Database,
  { afterCommit }: Outbox,
  { accountId }: CallFacts,
  freed: readonly CallUser[],
): Promise<void> {
  const userIds = freed.filter(({ externalNumber }) => externalNumber !== null).map(({ userId }) => userId);
  if (userIds.length === 0) return;
  for (const userId of await startNextStatuses(tx, userIds, queryTime(clock))) {
    const revision = await readStatusRevision(tx, userId);
    afterCommit.push(() => {
      realtime.statusUpdated(userId, revision);
      realtime.agentUpdated(accountId, userId);
    });
  }
}

function freedAgents(before: Conversation, { callUsers }: Conversation): readonly CallUser[] {
  const open = new Set(before.callUsers.flatMap(({ id, endedAt }) => (endedAt === null ? [id] : [])));
  return callUsers.filter(({ id, endedAt }) => endedAt !== null && open.has(id));
}

/** Notifies an agent whose requested call never rang on their phone, unless they declined it. */
function notifyRequester(
  { realtime }: TransitionDeps,
  { afterCommit }: Outbox,
  { id, requestedBy }: CallFacts,
  { call, callUsers }: Conversation,
): void {
  if (requestedBy === null || call.endedAt !== null) return;
  if (callUsers.some(({ userId, status }) => userId === requestedBy && status === 'ignored')) return;
  afterCommit.push(() => realtime.callNotice(requestedBy, toNotice(id, 'ringFailed')));
}

function toNotice(callId: number, code: CallNotice): MessageOf<'call.notice'> {
  return { call_id: callId, text: english({ id: `callNotice.${code}` }), code };
}

/** For changes outside of `advance`. */
export function notifyOfChangedCall(
  { realtime }: Pick<TransitionDeps, 'realtime'>,
  { afterCommit }: Pick<Outbox, 'afterCommit'>,
  { facts, conversation }: Pick<LoadedConversation, 'facts' | 'conversation'>,
): void {
  const userIds = openUsers(conversation);
  afterCommit.push(() => realtime.callUpdated(facts.accountId, facts.id, userIds));
}

export function notifyRingingAgents(
  { realtime }: TransitionDeps,
  { afterCommit }: Outbox,
  facts: CallFacts,
  { callUsers }: Conversation,
): void {
  for (const { status, userId } of callUsers)
    if (status === 'ringing') afterCommit.push(() => realtime.agentUpdated(facts.accountId, userId));
}

async function dispatchCommand(
  { realtime }: TransitionDeps,
  tx: Database,
  outbox: Outbox,
  facts: CallFacts,
  command: Exclude<Command, { kind: 'ringNextAgents' | 'ringForParked' | 'parkAgain' | 'callChanged' }>,
  now: number,
): Promise<void> {
  const addEffect = (effect: Effect, dueAt: number | null = null) => {
    outbox.effects.push({ effect, callId: facts.id, dueAt });
  };
  switch (command.kind) {
    case 'agentChanged':
      outbox.afterCommit.push(() => realtime.agentUpdated(facts.accountId, command.userId));
      return;
    case 'pauseStarted':
      await tx
        .insert(recordingPauses)
        .values({ call_id: facts.id, user_id: command.userId, paused_at: new Date(command.at) });
      return;
    case 'pauseEnded':
      await tx
        .update(recordingPauses)
        .set({ resumed_at: new Date(command.at) })
        .where(and(eq(recordingPauses.call_id, facts.id), isNull(recordingPauses.resumed_at)));
      return;
    case 'markUnreachable':
      await tx
        .update(presence)
        .set({ unreachable_at: new Date(command.at), unreachable_reason: command.reason })
        .where(eq(presence.user_id, command.userId));
      return;
    case 'notify':
      outbox.afterCommit.push(() => realtime.callNotice(command.userId, toNotice(facts.id, command.notice)));
      return;
    case 'parkedChanged': {
      const userIds = await parkedCallUsers(tx, command.parked);
      outbox.afterCommit.push(() => realtime.parkedUpdated(userIds));
      return;
    }
    case 'dialLead': {
      const leg = await addLeg(tx, { callId: facts.id, kind: 'lead', callUserId: null, at: now });
      addEffect({
        kind: 'dial',
        legId: leg.id,
        from: facts.fromNumber,
        to: facts.phoneNumber ?? '',
        ...(facts.extension === null ? {} : { extension: facts.extension }),
      });
      return;
    }
    case 'ring':
      addEffect({ ...command, from: facts.fromNumber });
      return;
    case 'announce':
      if (facts.announcesRecording) addEffect(command);
      return;
    default: {
      command satisfies ImmediateEffect | DelayedEffect;
      if (!('dueAt' in command)) return addEffect(command);
      const { dueAt, ...effect } = command;
      addEffect(effect, dueAt);
    }
  }
}

/** @returns null if the call doesn't exist @param effectId the effect to mark done in the same transaction */
export function applyEvents(
  deps: TransitionDeps,
  callId: number,
  events: readonly ConversationEvent[] | ((loaded: LoadedConversation) => readonly ConversationEvent[]),
  effectId?: number,
): Promise<Conversation | null> {
  return transact(deps, async (tx, outbox) => {
    const loaded = await lockConversation(tx, callId);
    if (effectId !== undefined) await markDone(tx, [effectId], deps.clock.now());
    if (!loaded) return null;
    const decided = typeof events === 'function' ? events(loaded) : events;
    return advance(deps, tx, outbox, loaded, decided);
  });
}
