import { type CallReview, RecordingAnalysis } from '@offhook/contract/console/review-entities';
import { and, asc, eq, inArray } from 'drizzle-orm';
import * as z from 'zod/mini';
import { type Database, transaction } from '../../platform/database/database.ts';
import {
  calls,
  recordingAnalyses,
  recordingComments,
  recordings,
  scorecardAnswers,
  scorecardQuestions,
  scorecards,
  users,
} from '../../platform/database/schema.ts';
import { supervisesCall } from '../../platform/database/team-scope.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { SignedInUser } from '../../platform/http/caller.ts';
import { listExternalLinks } from '../external-links/links.ts';
import { requestAnalysis } from './analyze-recording.ts';
import { questionView, readAskedQuestions } from './questions.ts';

/** @throws ApiError notFound */
export async function readCallReview(
  db: Database,
  user: SignedInUser,
  callId: number,
  now: number,
): Promise<CallReview> {
  const [call] = await db
    .select({ id: calls.id })
    .from(calls)
    .where(and(eq(calls.id, callId), eq(calls.account_id, user.account_id), supervisesCall(user)));
  if (!call) throw new ApiError('notFound');
  const person = { id: users.id, full_name: users.full_name };
  const recorded = await db
    .select({ recording: recordings, analyzed: recordingAnalyses })
    .from(recordings)
    .leftJoin(recordingAnalyses, eq(recordingAnalyses.recording_id, recordings.id))
    .where(eq(recordings.call_id, callId))
    .orderBy(asc(recordings.id));
  const comments = await db
    .select({ comment: recordingComments, user: person })
    .from(recordingComments)
    .innerJoin(recordings, eq(recordings.id, recordingComments.recording_id))
    .innerJoin(users, eq(users.id, recordingComments.user_id))
    .where(eq(recordings.call_id, callId))
    .orderBy(asc(recordings.id), asc(recordingComments.at_ms), asc(recordingComments.id));
  const cards = await db
    .select({ card: scorecards, user: person })
    .from(scorecards)
    .innerJoin(users, eq(users.id, scorecards.user_id))
    .where(eq(scorecards.call_id, callId))
    .orderBy(asc(scorecards.id));
  const answers = await db
    .select({ answer: scorecardAnswers, question: scorecardQuestions })
    .from(scorecardAnswers)
    .innerJoin(scorecardQuestions, eq(scorecardQuestions.id, scorecardAnswers.question_id))
    .where(inArray(scorecardAnswers.scorecard_id, [0, ...cards.map(({ card }) => card.id)]))
    .orderBy(asc(scorecardQuestions.position), asc(scorecardQuestions.id));
  const asked = await readAskedQuestions(db, user.account_id);
  const retired = new Map(
    answers.flatMap(({ question }) =>
      question.retired_at === null ? [] : [[question.id, question] as const],
    ),
  );
  const isAudible = ({ status, path }: typeof recordings.$inferSelect) =>
    status === 'complete' && path !== null;
  const missing = recorded.filter((one) => isAudible(one.recording) && one.analyzed === null);
  if (missing.length > 0)
    await transaction(db, async (tx) => {
      for (const { recording } of missing)
        await requestAnalysis(tx, { recordingId: recording.id, callId }, now);
    });
  return {
    recordings: recorded.map(({ recording, analyzed }) => {
      const { id } = recording;
      if (!isAudible(recording)) return { id, state: 'none', analysis: null };
      if (analyzed === null) return { id, state: 'pending', analysis: null };
      const analysis = z.safeParse(RecordingAnalysis, analyzed.analysis);
      return analysis.success
        ? { id, state: 'ready', analysis: analysis.data }
        : { id, state: 'none', analysis: null };
    }),
    comments: comments.map(({ comment, user: by }) => ({
      id: comment.id,
      recording_id: comment.recording_id,
      at_ms: comment.at_ms,
      text: comment.text,
      user: by,
      created_at: comment.created_at.toISOString(),
      edited_at: comment.edited_at?.toISOString() ?? null,
    })),
    scorecards: cards.map(({ card, user: by }) => ({
      user: by,
      score: card.score,
      updated_at: card.updated_at.toISOString(),
      answers: answers
        .filter(({ answer }) => answer.scorecard_id === card.id)
        .map(({ answer: { question_id, value, text } }) => ({ question_id, value, text })),
    })),
    questions: [...asked, ...retired.values()].map(questionView),
    external_links: await listExternalLinks(db, user, callId, now),
  };
}
