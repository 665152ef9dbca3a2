import type { ApiFailure, ApiResult } from '@offhook/contract/client/client';
import { Banner } from '@offhook/design/feedback/banner.tsx';
import { Spinner } from '@offhook/design/feedback/spinner.tsx';
import { t } from '@offhook/i18n/sign-in-pages';
import { useCallback, useEffect, useState } from 'react';
import { Button } from '../../components/buttons/button.tsx';
import { Frame, Line, LinkRow } from '../frame.tsx';
import type { SignInPageProps } from '../page-props.ts';
import { returnAddress } from '../second-factor/return-address.ts';
import { Factors } from './factors.tsx';
import { Sessions } from './sessions.tsx';
import type { SecurityAnswer, Task } from './task.ts';
import { TaskView } from './task-view.tsx';

/** A user's passkeys, authenticator app, recovery codes and sessions. */
export default function Security({ api, home }: SignInPageProps) {
  const [result, setResult] = useState<ApiResult<SecurityAnswer> | null>(null);
  const [task, setTask] = useState<Task | null>(null);
  const load = useCallback(async () => setResult(await api.request('readSecurity', {})), [api]);
  useEffect(() => void load(), [load]);

  if (result === null)
    return (
      <Frame title={t('security.title')}>
        <Spinner name={t('page.loading')} />
      </Frame>
    );
  if (!result.ok) return <Failed failure={result} home={home} onRetry={() => void load()} />;
  const { value: security } = result;
  const isConfirmed = Date.parse(security.confirmed_until ?? '') > Date.now();
  const start = (next: Task) =>
    setTask(isConfirmed || next.kind === 'confirm' ? next : { kind: 'confirm', next: next });
  if (task)
    return (
      <TaskView
        api={api}
        onDone={async (next) => {
          await load();
          setTask(next);
        }}
        security={security}
        task={task}
      />
    );
  return (
    <Frame title={t('security.title')} wide>
      <Factors onStart={start} security={security} />
      <Sessions api={api} onChanged={load} sessions={security.sessions} />
      <LinkRow href={returnAddress(home, location.search)}>{t('security.back')}</LinkRow>
    </Frame>
  );
}

interface FailedProps extends Pick<SignInPageProps, 'home'> {
  readonly failure: ApiFailure;
  readonly onRetry: () => void;
}

function Failed({ failure, home, onRetry }: FailedProps) {
  return (
    <Frame title={t('security.title')}>
      {failure.status === 401 ? (
        <>
          <Line>{t('security.login')}</Line>
          <LinkRow href={`${home}/`}>{t('page.logIn')}</LinkRow>
        </>
      ) : (
        <>
          <Banner text={failure.error} />
          <Button onClick={onRetry} variant="quiet">
            {t('page.retry')}
          </Button>
        </>
      )}
    </Frame>
  );
}
