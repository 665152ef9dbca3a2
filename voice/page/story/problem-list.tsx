import { t } from '@offhook/i18n/voice-page';
import type { ObservedProblem } from '../../src/inspector/core/observations.ts';
import { problemLine } from '../../src/inspector/core/timeline.ts';

export function ProblemList({ problems }: { readonly problems: readonly ObservedProblem[] }) {
  return problems.map((problem) => <ProblemBanner key={problem.text} problem={problem} />);
}

/** An error or warning with the provider's code, and the line of the document. */
export function ProblemBanner({ problem }: { readonly problem: ObservedProblem }) {
  const { line, reason } = problemLine(problem);
  return (
    <p class={`banner ${problem.level}`}>
      <a href={`https://www.twilio.com/docs/api/errors/${problem.code}`} rel="noreferrer" target="_blank">
        {problem.code}
      </a>{' '}
      {line !== null && <b>{t('timeline.line', { line })}</b>} {reason}
    </p>
  );
}
