import { classes } from '@offhook/design/classes';
import { Spinner } from '@offhook/design/feedback/spinner.tsx';
import { t } from '@offhook/i18n/console';
import { useConsole } from '../../console-context.ts';
import { nextStep, setUpProgress, stepStates } from '../../core/set-up/steps.ts';
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
  const next = states && nextStep(states);
  return (
    <Page beside={states && t('setUp.progress', setUpProgress(states))} title={t('setUp.title')}>
      {error !== null && <Failed error={error} isRetrying={isRetrying} onRetry={retry} />}
      {lists === null || states === null ? (
        error === null && <Spinner name={t('list.loading')} />
      ) : (
        <>
          <ol className={c('steps')}>
            <TeamStep isNext={next === 'team'} lists={lists} state={states.team} />
            <NumberStep isNext={next === 'number'} lists={lists} state={states.number} />
            <PeopleStep isNext={next === 'people'} lists={lists} state={states.people} />
            <FormStep isNext={next === 'form'} lists={lists} state={states.form} />
            <TestStep isNext={next === 'test'} lists={lists} state={states.test} />
          </ol>
          <ul className={c('steps', 'optionalSteps')}>
            <HoursStep isNext={false} lists={lists} state={states.hours} />
          </ul>
        </>
      )}
    </Page>
  );
}
