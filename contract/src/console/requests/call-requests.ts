import * as z from 'zod/mini';
import { answer } from '../../requests/request-rows.ts';
import { ConsoleCall, ConsoleCallDetail } from '../call-entities.ts';
import { cursor, limit, nullableInt } from '../fields.ts';
import { callFilters } from '../list-filters.ts';
import {
  CallReview,
  CommentChange,
  NewComment,
  NewExternalLink,
  QuestionsChange,
  ScorecardChange,
  ScorecardQuestions,
} from '../review-entities.ts';
import { admin, type ConsoleRow, supervisor, supervisorOf } from './console-row.ts';

/** Calls and the review of their recordings. */
export const CALL_REQUESTS = {
  listCalls: supervisor('GET', '/api/v1/console/calls', {
    query: z.object({ cursor, limit, ...callFilters }),
    response: answer({
      data: z.array(ConsoleCall),
      next: nullableInt,
      /** The account reviews its calls. */
      has_scorecard: z._default(z.boolean(), false),
    }),
  }),
  countCalls: supervisor('GET', '/api/v1/console/calls/count', {
    query: z.object(callFilters),
    response: answer({ count: z.int() }),
  }),
  readCall: supervisorOf('GET', '/api/v1/console/calls/:id', {
    response: answer({ call: ConsoleCallDetail }),
  }),
  /** Separate from `readCall`: it's longer, and a recording of an older version is analyzed when it's first read. */
  readCallReview: supervisorOf('GET', '/api/v1/console/calls/:id/review', {
    response: answer({ review: CallReview }),
  }),
  addRecordingComment: supervisorOf('POST', '/api/v1/console/recordings/:id/comments', {
    body: NewComment,
    response: answer({ review: CallReview }),
  }),
  /** Only one's own. */
  changeRecordingComment: supervisorOf('PUT', '/api/v1/console/recording-comments/:id', {
    body: CommentChange,
    response: answer({ review: CallReview }),
  }),
  /** Administrators can remove everyone's. */
  removeRecordingComment: supervisorOf('DELETE', '/api/v1/console/recording-comments/:id', {
    response: answer({ review: CallReview }),
  }),
  /** For people without a login. `id`: the recording's. `link` is shown once. */
  createExternalLink: supervisorOf('POST', '/api/v1/console/recordings/:id/external-links', {
    body: NewExternalLink,
    response: answer({ link: z.string(), review: CallReview }),
  }),
  /** Stops working at once, also for a page that is open. */
  revokeExternalLink: supervisorOf('DELETE', '/api/v1/console/external-links/:id', {
    response: answer({ review: CallReview }),
  }),
  /** `id`: the call's. */
  saveScorecard: supervisorOf('PUT', '/api/v1/console/calls/:id/scorecard', {
    body: ScorecardChange,
    response: answer({ review: CallReview }),
  }),
  readScorecardQuestions: admin('GET', '/api/v1/console/scorecard-questions', {
    response: answer({ questions: ScorecardQuestions }),
  }),
  changeScorecardQuestions: admin('PUT', '/api/v1/console/scorecard-questions', {
    body: QuestionsChange,
    response: answer({ questions: ScorecardQuestions }),
  }),
} as const satisfies Record<string, ConsoleRow>;
