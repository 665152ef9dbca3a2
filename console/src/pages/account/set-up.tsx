import { classes } from '@offhook/design/classes';
import { Spinner } from '@offhook/design/feedback/spinner.tsx';
import { t } from '@offhook/i18n/console';
import { useConsole } from '../../console-context.ts';
import { setUpProgress, stepStates } from '../../core/set-up/steps.ts';
import { FormStep } from '../../parts/set-up/form-step.tsx';
import { HoursStep, NumberStep, TeamStep } from '../../parts/set-up/line-steps.tsx';
import { PeopleStep } from '../../parts/set-up/people-step.tsx';
import styles from '../../parts/set-up/set-up.module.css';
import { TestStep } from '../../parts/set-up/test-step.tsx';
import { useSetUpLists } from '../../parts/set-up/use-set-up-lists.ts';
import { Page } from '../../parts/shell/page.tsx';
import { Failed } from '../../parts/tables/failed.tsx';

const c = classes(styles);

/** From an empty account to its first call. */
export function SetUpPage() {
  const { user } = useConsole();
  const { lists, error, isRetrying, retry } = useSetUpLists(user.id);
  const states = lists && stepStates(lists);
  return (
    <Page beside={states && t('setUp.progress', setUpProgress(states))} title={t('setUp.title')}>
      {error !== null && <Failed error={error} isRetrying={isRetrying} onRetry={retry} />}
      {lists === null || states === null ? (
        error === null && <Spinner name={t('list.loading')} />
      ) : (
        <ol className={c('steps')}>
          <TeamStep lists={lists} state={states.team} />
          <NumberStep lists={lists} state={states.number} />
          <PeopleStep lists={lists} state={states.people} />
          <HoursStep lists={lists} state={states.hours} />
          <FormStep lists={lists} state={states.form} />
          <TestStep lists={lists} state={states.test} />
        </ol>
      )}
    </Page>
  );
}
