import type { CALL_REQUESTS } from '@offhook/contract/console/requests/call-requests';
import { type Actor, type Id, recordChange } from '../../accounts/settings/change.ts';
import { type Database, retryOnConflict, transaction } from '../../platform/database/database.ts';
import type { SignedInUser } from '../../platform/http/caller.ts';
import {
  createExternalLink,
  externalLinkUrl,
  revokeExternalLink,
} from '../../recordings/external-links/links.ts';
import { readCallReview } from '../../recordings/review/call-review.ts';
import { addComment, changeComment, removeComment } from '../../recordings/review/comments.ts';
import { questionsView } from '../../recordings/review/questions.ts';
import type { ReviewChange } from '../../recordings/review/review-change.ts';
import { saveScorecard } from '../../recordings/review/scorecards.ts';
import { countCalls, listCalls, readCall } from '../../reports/calls.ts';
import { type ConsoleTools, DONE, type Handlers } from './console-tools.ts';

export function callHandlers(tools: ConsoleTools): Handlers<typeof CALL_REQUESTS> {
  const { db, now, change, deps } = tools;
  const { publicUrl } = deps;
  const questions = async ({ user }: Actor) => ({
    ...DONE,
    questions: await questionsView(db, user.account_id),
  });
  const review = async (user: SignedInUser, callId: number) => ({
    ...DONE,
    review: await readCallReview(db, user, callId, now()),
  });
  const inputOf = <B extends object>({
    params,
    body,
  }: {
    readonly params: Id;
    readonly body: B;
  }): Id & B => ({
    ...body,
    ...params,
  });
  /** Not a setting: only pages that show the call load it again. */
  async function performReviewChange<C extends ReviewChange>(
    actor: Actor,
    work: (tx: Database, at: number) => Promise<C>,
  ): Promise<C> {
    const at = now();
    const performed = await retryOnConflict(() =>
      transaction(db, async (tx) => {
        const changed = await work(tx, at);
        const { action, subject = `call ${changed.callId}` } = changed;
        await recordChange(tx, actor, action, subject, at);
        return changed;
      }),
    );
    deps.realtime.callUpdated(actor.user.account_id, performed.callId, []);
    return performed;
  }
  const changeReview =
    <R extends Actor>(work: (tx: Database, request: R, at: number) => Promise<ReviewChange>) =>
    async (request: R) => {
      const { callId } = await performReviewChange(request, (tx, at) => work(tx, request, at));
      return review(request.user, callId);
    };

  return {
    listCalls: ({ user, query }) => listCalls(db, user, query),
    countCalls: async ({ user, query }) => ({ ...DONE, count: await countCalls(db, user, query) }),
    readCall: async ({ user, params }) => ({ ...DONE, call: await readCall(db, user, params.id) }),
    readCallReview: ({ user, params }) => review(user, params.id),
    addRecordingComment: changeReview((tx, request, at) => addComment(tx, request, inputOf(request), at)),
    changeRecordingComment: changeReview((tx, request, at) =>
      changeComment(tx, request, inputOf(request), at),
    ),
    removeRecordingComment: changeReview((tx, request) => removeComment(tx, request, request.params)),
    async createExternalLink(request) {
      const { callId, token } = await performReviewChange(request, (tx, at) =>
        createExternalLink(tx, request, inputOf(request), at),
      );
      return { ...(await review(request.user, callId)), link: externalLinkUrl(publicUrl, token) };
    },
    revokeExternalLink: changeReview((tx, request) => revokeExternalLink(tx, request, request.params)),
    saveScorecard: changeReview((tx, request, at) => saveScorecard(tx, request, inputOf(request), at)),
    readScorecardQuestions: questions,
    async changeScorecardQuestions(request) {
      await change(request, 'scorecard set', request.body);
      return questions(request);
    },
  };
}
