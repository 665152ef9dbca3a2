/** Each returns the error or null. */
import { FEEDBACK_ISSUES } from './poor-call.ts';

/** `w` is a pause. */
export function digitsProblem(digits: string): string | null {
  return /[^0-9*#w]/.test(digits) ? 'Illegal character passed into sendDigits' : null;
}

export function feedbackProblem(score: unknown, issue: unknown): string | null {
  const scores: readonly unknown[] = [1, 2, 3, 4, 5];
  if (!scores.includes(score)) return 'Feedback score must be one of 1, 2, 3, 4, 5';
  if (issue === undefined || issue === null) return null;
  const issues: readonly unknown[] = FEEDBACK_ISSUES;
  return issues.includes(issue) ? null : `Feedback issue must be one of ${FEEDBACK_ISSUES.join(', ')}`;
}

export interface MessageFacts {
  readonly content: unknown;
  readonly messageType: unknown;
  readonly signalingLive: boolean;
  readonly callSid: unknown;
}

export function messageProblem({
  content,
  messageType,
  signalingLive,
  callSid,
}: MessageFacts): string | null {
  if (content === undefined || content === null || content === '') return 'The message has no content';
  if (typeof messageType !== 'string' || messageType === '') {
    return 'The messageType must be a non-empty string';
  }
  if (!signalingLive) return 'The signaling channel is closed';
  if (typeof callSid !== 'string' || callSid === '') return 'The call has no ID';
  return null;
}
