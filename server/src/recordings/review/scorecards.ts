import { gradeOf, scoreOf } from '@offhook/contract/console/score';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Actor, Id } from '../../accounts/settings/change.ts';
import type { ConsoleBody } from '../../accounts/settings/request.ts';
import type { Database } from '../../platform/database/database.ts';
import {
  calls,
  recordings,
  scorecardAnswers,
  scorecardQuestions,
  scorecards,
} from '../../platform/database/schema.ts';
import { supervisesCall } from '../../platform/database/team-scope.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { readAskedQuestions } from './questions.ts';
import type { ReviewChange } from './review-change.ts';

/** Replaces the reviewer's own scorecard of a call with a recording. @throws ApiError notFound, badScorecard */
export async function saveScorecard(
  tx: Database,
  { user }: Actor,
  { id: callId, answers: given }: Id & ConsoleBody<'saveScorecard'>,
  at: number,
): Promise<ReviewChange> {
  const [call] = await tx
    .select({ id: calls.id })
    .from(calls)
    .where(and(eq(calls.id, callId), eq(calls.account_id, user.account_id), supervisesCall(user)))
    .for('update');
  if (!call) throw new ApiError('notFound');
  const answers = given
    .map(({ question_id, value = null, text = null }) => ({
      question_id,
      value,
      text: text === '' ? null : text,
    }))
    .filter(({ value, text }) => value !== null || text !== null);
  const ofReviewer = and(eq(scorecards.call_id, callId), eq(scorecards.user_id, user.id));
  const [before] = await tx.select().from(scorecards).where(ofReviewer);
  if (answers.length === 0) {
    if (before) await tx.delete(scorecards).where(eq(scorecards.id, before.id));
    return { callId, action: 'scorecards remove' };
  }
  const isRecorded = sql`${recordings.call_id} = ${callId} and ${recordings.status} = 'complete'`;
  if ((await tx.$count(recordings, isRecorded)) === 0) throw new ApiError('badScorecard');
  const questions = await readAllowedQuestions(tx, user.account_id, before?.id ?? 0);
  const ids = answers.map(({ question_id }) => question_id);
  const isFitting = ({ question_id, value, text }: (typeof answers)[number]) => {
    const kind = questions.find(({ id }) => id === question_id)?.kind;
    if (kind === undefined) return false;
    return kind === 'text' ? value === null : text === null && gradeOf(kind, value) !== null;
  };
  if (new Set(ids).size !== ids.length || !answers.every(isFitting)) throw new ApiError('badScorecard');
  const score = scoreOf(questions, answers);
  const updated_at = new Date(at);
  const [saved] = await tx
    .insert(scorecards)
    .values({ call_id: callId, user_id: user.id, score, created_at: updated_at, updated_at })
    .onConflictDoUpdate({
      target: [scorecards.call_id, scorecards.user_id],
      set: { score, updated_at },
    })
    .returning({ id: scorecards.id });
  const scorecard_id = saved?.id ?? 0;
  await tx.delete(scorecardAnswers).where(eq(scorecardAnswers.scorecard_id, scorecard_id));
  await tx.insert(scorecardAnswers).values(answers.map((one) => ({ scorecard_id, ...one })));
  return { callId, action: 'scorecards set' };
}

/** Those that the account asks, and retired ones that this scorecard already answers. */
async function readAllowedQuestions(tx: Database, accountId: number, scorecardId: number) {
  const asked = await readAskedQuestions(tx, accountId);
  const answered = tx
    .select({ id: scorecardAnswers.question_id })
    .from(scorecardAnswers)
    .where(eq(scorecardAnswers.scorecard_id, scorecardId));
  const earlier = await tx.select().from(scorecardQuestions).where(inArray(scorecardQuestions.id, answered));
  return [...asked, ...earlier.filter(({ id }) => !asked.some((one) => one.id === id))];
}
