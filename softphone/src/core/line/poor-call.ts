export const FEEDBACK_ISSUES = [
  'audio-latency',
  'choppy-audio',
  'dropped-call',
  'echo',
  'noisy-call',
  'one-way-audio',
] as const;
export type FeedbackIssue = (typeof FEEDBACK_ISSUES)[number];

/** From 1 to 5. */
export const POOR_SCORE = 2;

export interface PoorCall {
  readonly callKey: string;
  readonly issue: FeedbackIssue;
}

/** Ordered from mild to severe. A silent microphone isn't a fault of the line. */
const warnings: ReadonlyMap<string, FeedbackIssue> = new Map([
  ['high-rtt', 'audio-latency'],
  ['high-jitter', 'choppy-audio'],
  ['high-packet-loss', 'choppy-audio'],
  ['high-packets-lost-fraction', 'choppy-audio'],
  ['low-mos', 'choppy-audio'],
  ['low-bytes-sent', 'one-way-audio'],
  ['low-bytes-received', 'one-way-audio'],
  ['ice-connectivity-lost', 'dropped-call'],
]);
const issuesBySeverity: readonly FeedbackIssue[] = [...new Set(warnings.values())];

export function withCallWarning(before: PoorCall | null, callKey: string, warning: string): PoorCall | null {
  const issue = warnings.get(warning);
  return issue === undefined ? before : withIssue(before, callKey, issue);
}

export function withIssue(before: PoorCall | null, callKey: string, issue: FeedbackIssue): PoorCall | null {
  const known = before?.callKey === callKey ? issuesBySeverity.indexOf(before.issue) : -1;
  return issuesBySeverity.indexOf(issue) > known ? { callKey, issue } : before;
}
