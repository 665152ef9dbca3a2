import type { Language } from '@offhook/contract/accounts/languages';
import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, ne } from 'drizzle-orm';
import { chooseGreeting, type Greeting } from '../../accounts/core/greeting.ts';
import { english } from '../../platform/core/sentences.ts';
import { addCallUser } from '../../platform/database/call-users.ts';
import type { Database } from '../../platform/database/database.ts';
import { accounts, calls, legs, profiles, teamMembers, users } from '../../platform/database/schema.ts';
import type { Telephony } from '../../platform/telephony/telephony.ts';
import { DONE, type EffectOf, retryLater, toEffectResult } from '../../platform/work-queue/effect-result.ts';
import type { EffectRow } from '../../platform/work-queue/effect-rows.ts';
import type { EffectResult } from '../../platform/work-queue/effects-worker.ts';
import { transact } from '../../platform/work-queue/transact.ts';
import type { RecordingsIntake } from '../../recordings/recordings-intake.ts';
import { advance, type TransitionDeps } from '../call-transitions.ts';
import { type CallFacts, lockConversation, toCall } from '../conversations.ts';
import { phaseOf } from '../core/call-lifecycle.ts';
import { unavailableMessage, voicemailMessage } from '../core/twiml/prompts.ts';
import { greetThenRecord, sayThenHangUp } from '../core/twiml/twiml.ts';
import type { EffectDeps } from '../legs/effect-deps.ts';
import { findPlayable, type GreetingDeps } from './playable-greeting.ts';

/** Asks the storage for a greeting's file: not for use in a transaction. */
export async function noAnswerTwiml(
  deps: GreetingDeps,
  callId: number,
  greeting: Greeting | null,
  language: Language,
): Promise<string> {
  const { urls } = deps;
  if (greeting === null) return sayThenHangUp(unavailableMessage(language));
  return greetThenRecord({
    greeting: (await findPlayable(deps, greeting)) ?? voicemailMessage(language),
    action: urls.voicemailLeft(callId),
    recordingCallback: urls.voicemailRecorded(callId),
  });
}

export async function redirectToVoicemail(
  deps: EffectDeps,
  row: EffectRow,
  { kind, legId }: EffectOf<'takeMessage'> | EffectOf<'apologise'>,
): Promise<EffectResult> {
  const { db, telephony } = deps;
  const [found] = await db
    .select({ leg: legs, call: calls, profile: profiles, language: accounts.language })
    .from(legs)
    .innerJoin(calls, eq(calls.id, legs.call_id))
    .innerJoin(accounts, eq(accounts.id, calls.account_id))
    .leftJoin(profiles, eq(profiles.id, calls.profile_id))
    .where(eq(legs.id, legId));
  if (!found?.leg.provider_sid || found.leg.ended_at !== null) return DONE;
  const { provider_sid: sid } = found.leg;
  const { voicemail_greeting: text, voicemail_file: file, greeting_language: language } = found.profile ?? {};
  const greeting = kind === 'takeMessage' ? chooseGreeting({ text, file, language }) : null;
  if (kind === 'takeMessage') {
    if (phaseOf(toCall(found.call)) !== 'voicemail') return DONE;
    // An earlier attempt may have worked; don't interrupt a caller who is already speaking.
    if (row.attempts > 1) {
      const existing = await telephony.voicemailRecordings(sid);
      if (!existing.ok && existing.kind !== 'gone') return retryLater(row, existing);
      if (!existing.ok || existing.value.length > 0) return DONE;
    }
  }
  const outcome = await telephony.redirect(
    sid,
    await noAnswerTwiml(deps, row.callId, greeting, found.language),
  );
  // A caller must not be left on hold.
  if (!outcome.ok && outcome.kind === 'refused') return toEffectResult(row, await telephony.end(sid));
  return toEffectResult(row, outcome);
}

export interface VoicemailReport {
  readonly callId: number;
  readonly sid: string;
  readonly seconds: number;
}

type VoicemailDeps = TransitionDeps & { readonly recordings: RecordingsIntake };

/** A voicemail is reported twice, before or after the end of the call. The first report counts. */
export async function saveVoicemail(
  deps: VoicemailDeps,
  { callId, sid, seconds }: VoicemailReport,
): Promise<void> {
  await transact(deps, async (tx, outbox) => {
    const loaded = await lockConversation(tx, callId);
    if (!loaded) return;
    const now = deps.clock.now();
    const { call } = await advance(deps, tx, outbox, loaded, [{ type: 'voicemailLeft', seconds, at: now }]);
    if (call.voicemailSeconds === null) return;
    await deps.recordings.record(tx, outbox, {
      callId,
      sid,
      status: 'completed',
      seconds,
      isVoicemail: true,
    });
    if (loaded.conversation.call.voicemailSeconds !== null) return;
    if (loaded.conversation.callUsers.length === 0) await addToHistories(tx, loaded.facts, now);
    deps.log.info({ call: callId, seconds }, 'voicemail left');
  });
}

/** If no agent was rung, the lead's owner gets the voicemail, or else the whole team. */
async function addToHistories(tx: Database, facts: CallFacts, now: number): Promise<void> {
  const active = (ids: readonly number[]) =>
    tx
      .select({ id: users.id })
      .from(users)
      .where(and(inArray(users.id, [...ids]), eq(users.account_id, facts.accountId), users.active))
      .orderBy(asc(users.id));
  const owner = facts.ownerId === null ? [] : await active([facts.ownerId]);
  const team = tx
    .select({ id: teamMembers.user_id })
    .from(teamMembers)
    .where(eq(teamMembers.team_id, facts.teamId ?? 0));
  const recipients = owner.length > 0 ? owner : await active((await team).map(({ id }) => id));
  for (const { id } of recipients)
    await addCallUser(tx, {
      call_id: facts.id,
      user_id: id,
      type: 'inbound',
      status: 'missed',
      created_at: new Date(now),
      ended_at: new Date(now),
      reason: english({ id: 'callReason.voicemailWithoutAgent' }),
    });
}

const SETTLED_AFTER_MS = 15_000;
const SEARCH_WINDOW_MS = 15 * 60_000;

export async function recoverLostVoicemails(
  deps: VoicemailDeps & { readonly telephony: Pick<Telephony, 'voicemailRecordings'> },
): Promise<void> {
  const now = deps.clock.now();
  const rows = await deps.db
    .select({ callId: calls.id, sid: legs.provider_sid })
    .from(calls)
    .innerJoin(legs, and(eq(legs.call_id, calls.id), ne(legs.kind, 'agent')))
    .where(
      and(
        isNotNull(calls.voicemail_at),
        isNull(calls.voicemail_seconds),
        lt(calls.ended_at, new Date(now - SETTLED_AFTER_MS)),
        gt(calls.ended_at, new Date(now - SEARCH_WINDOW_MS)),
      ),
    )
    .limit(50);
  for (const { callId, sid } of rows) {
    const found = await deps.telephony.voicemailRecordings(sid ?? '');
    if (!found.ok) continue;
    for (const { sid: recording, seconds } of found.value)
      if (seconds !== null) await saveVoicemail(deps, { callId, sid: recording, seconds });
  }
}
