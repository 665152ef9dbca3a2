import type { ScorecardQuestion } from '@offhook/contract/console/review-entities';
import { and, asc, eq, inArray, isNull, notInArray, sql } from 'drizzle-orm';
import { bumpVersion, type ChangeContext, type ChangeResult } from '../../accounts/settings/change.ts';
import type { ConsoleBody, ConsoleResponse } from '../../accounts/settings/request.ts';
import { lockAccount } from '../../accounts/settings/rules.ts';
import type { Database } from '../../platform/database/database.ts';
import { accounts, scorecardAnswers, scorecardQuestions } from '../../platform/database/schema.ts';
import { ApiError } from '../../platform/http/api-error.ts';

type QuestionRow = typeof scorecardQuestions.$inferSelect;

export const questionView = ({ id, text, kind, weight, retired_at }: QuestionRow): ScorecardQuestion => ({
  id,
  text,
  kind,
  weight,
  retired: retired_at !== null,
});

/** In the order of the scorecard. */
export async function readAskedQuestions(db: Database, accountId: number): Promise<readonly QuestionRow[]> {
  return db
    .select()
    .from(scorecardQuestions)
    .where(and(eq(scorecardQuestions.account_id, accountId), isNull(scorecardQuestions.retired_at)))
    .orderBy(asc(scorecardQuestions.position), asc(scorecardQuestions.id));
}

export async function questionsView(
  db: Database,
  accountId: number,
): Promise<ConsoleResponse<'readScorecardQuestions'>['questions']> {
  const [account] = await db
    .select({ version: accounts.version })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  const asked = await readAskedQuestions(db, accountId);
  return { version: account?.version ?? 1, list: asked.map(questionView) };
}

/**
 * A question that was answered keeps its words: another text or kind retires it, and a new one takes its place.
 * @throws ApiError changedMeanwhile, badQuestions
 */
export async function changeQuestions(
  { tx, accountId, at }: ChangeContext,
  { list, version }: ConsoleBody<'changeScorecardQuestions'>,
): Promise<ChangeResult> {
  await lockAccount(tx, accountId);
  await bumpVersion(tx, accounts, accountId, version);
  const before = await readAskedQuestions(tx, accountId);
  const ids = list.flatMap(({ id }) => id ?? []);
  const texts = list.map(({ text }) => text.toLowerCase());
  if (new Set(ids).size !== ids.length || new Set(texts).size !== texts.length)
    throw new ApiError('badQuestions');
  if (ids.some((id) => !before.some((one) => one.id === id))) throw new ApiError('badQuestions');
  const answered = await answeredIds(tx, ids);
  const kept = [0];
  for (const [position, { id, text, kind, weight: given }] of list.entries()) {
    const fields = { text, kind, weight: kind === 'text' ? 0 : given, position };
    const known = before.find((one) => one.id === id);
    if (known && !(answered.has(known.id) && (known.text !== text || known.kind !== kind))) {
      await tx.update(scorecardQuestions).set(fields).where(eq(scorecardQuestions.id, known.id));
      kept.push(known.id);
      continue;
    }
    const [added] = await tx
      .insert(scorecardQuestions)
      .values({ account_id: accountId, ...fields })
      .returning({ id: scorecardQuestions.id });
    kept.push(added?.id ?? 0);
  }
  const dropped = and(
    eq(scorecardQuestions.account_id, accountId),
    isNull(scorecardQuestions.retired_at),
    notInArray(scorecardQuestions.id, kept),
  );
  await tx
    .delete(scorecardQuestions)
    .where(
      and(
        dropped,
        sql`not exists (select from ${scorecardAnswers} where ${scorecardAnswers.question_id} = ${scorecardQuestions.id})`,
      ),
    );
  await tx
    .update(scorecardQuestions)
    .set({ retired_at: new Date(at) })
    .where(dropped);
  return { subject: `account ${accountId}: scorecard` };
}

async function answeredIds(tx: Database, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await tx
    .selectDistinct({ id: scorecardAnswers.question_id })
    .from(scorecardAnswers)
    .where(inArray(scorecardAnswers.question_id, [0, ...ids]));
  return new Set(rows.map(({ id }) => id));
}
