/** How a call sounded, by what the voice library measured, and what the agent may say of it afterwards. */

export const FEEDBACK_ISSUES = [
  'audio-latency',
  'choppy-audio',
  'dropped-call',
  'echo',
  'noisy-call',
  'one-way-audio',
] as const;
export type FeedbackIssue = (typeof FEEDBACK_ISSUES)[number];

/** Of 1 to 5; what is asked about has been measured as bad. */
export const POOR_SCORE = 2;

export interface PoorCall {
  readonly callKey: string;
  /** What the agent most likely noticed. */
  readonly issue: FeedbackIssue;
}

/** The worse ones come later. A silent microphone is no fault of the line, so it is not here. */
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
const worsening: readonly FeedbackIssue[] = [...new Set(warnings.values())];

/** A warning of the voice library about a call; the worst of its warnings counts. */
export function warned(before: PoorCall | null, callKey: string, warning: string): PoorCall | null {
  const issue = warnings.get(warning);
  return issue === undefined ? before : noticed(before, callKey, issue);
}

/** What the agent has most likely noticed; the worst of a call counts. */
export function noticed(before: PoorCall | null, callKey: string, issue: FeedbackIssue): PoorCall | null {
  const known = before?.callKey === callKey ? worsening.indexOf(before.issue) : -1;
  return worsening.indexOf(issue) > known ? { callKey, issue } : before;
}
