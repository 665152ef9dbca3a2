import { PASSKEY_NAME_MAX_LENGTH } from '@offhook/contract/accounts/second-factor';
import type { ApiFailure } from '@offhook/contract/client/client';
import { PASSWORD_MAX_LENGTH } from '@offhook/contract/limits';
import { Banner } from '@offhook/design/feedback/banner.tsx';
import { t } from '@offhook/i18n/sign-in-pages';
import { useState } from 'react';
import { Button } from '../../components/buttons/button.tsx';
import { Frame, Line } from '../frame.tsx';
import type { SignInPageProps } from '../page-props.ts';
import { CodeForm } from '../second-factor/code-form.tsx';
import { isPasskeyPlace } from '../second-factor/passkey-place.tsx';
import { PasskeySetUp } from '../second-factor/passkey-set-up.tsx';
import { RecoveryCodes } from '../second-factor/recovery-codes.tsx';
import { TotpSetUp } from '../second-factor/totp-set-up.tsx';
import { useWork } from '../second-factor/use-work.ts';
import { askBrowserForPasskey } from '../second-factor/web-authn.ts';
import type { SecurityAnswer, Task } from './task.ts';

interface Props<T extends Task = Task> extends Pick<SignInPageProps, 'api'> {
  readonly task: T;
  readonly security: SecurityAnswer;
  /** @param next null: back to the whole page */
  readonly onDone: (next: Task | null) => Promise<void>;
}

const TITLES = {
  addPasskey: 'passkey.add',
  addTotp: 'totp.setUp',
  removeTotp: 'totp.remove',
  replaceCodes: 'codes.replace',
  renamePasskey: 'passkey.rename',
  codes: 'codes.title',
  confirm: 'confirm.title',
} as const;

export function TaskView(props: Props) {
  const { task, onDone } = props;
  const title =
    task.kind === 'removePasskey' ? t('passkey.remove', { name: task.passkey.name }) : t(TITLES[task.kind]);
  return (
    <Frame title={title}>
      <TaskBody {...props} />
      {task.kind !== 'codes' && (
        <Button onClick={() => void onDone(null)} variant="quiet">
          {t('page.cancel')}
        </Button>
      )}
    </Frame>
  );
}

function TaskBody({ task, api, security, onDone }: Props) {
  const added = ({ recovery_codes }: { readonly recovery_codes: readonly string[] | null }) =>
    void onDone(recovery_codes === null ? null : { kind: 'codes', codes: recovery_codes });
  switch (task.kind) {
    case 'addPasskey':
      return <PasskeySetUp api={api} onAdded={added} />;
    case 'addTotp':
      return <TotpSetUp api={api} onAdded={added} />;
    case 'codes':
      return <RecoveryCodes codes={task.codes} onDone={() => void onDone(null)} />;
    case 'confirm':
      return <Confirm api={api} onDone={onDone} security={security} task={task} />;
    case 'renamePasskey':
      return <Rename api={api} onDone={onDone} security={security} task={task} />;
    case 'removePasskey':
    case 'removeTotp':
    case 'replaceCodes':
      return <Question api={api} onDone={onDone} security={security} task={task} />;
    default:
      return task satisfies never;
  }
}

/** A confirmation can end while the question is open. */
const failureOf = (failure: ApiFailure, { task, onDone }: Pick<Props, 'task' | 'onDone'>): string => {
  if (failure.errorCode === 'confirmFirst') void onDone({ kind: 'confirm', next: task });
  return failure.error;
};

function Rename(props: Props<Extract<Task, { kind: 'renamePasskey' | 'removePasskey' }>>) {
  const { api, task, onDone } = props;
  const work = useWork();
  const rename = async (name: string) => {
    const result = await api.request('renamePasskey', { params: { id: task.passkey.id }, body: { name } });
    if (!result.ok) return failureOf(result, props);
    await onDone(null);
    return null;
  };
  return (
    <CodeForm
      autoComplete="off"
      initial={task.passkey.name}
      label={t('passkey.name')}
      maxLength={PASSKEY_NAME_MAX_LENGTH}
      onSubmit={rename}
      submit={t('page.save')}
      work={work}
    />
  );
}

function Question(props: Props) {
  const { api, task, onDone } = props;
  const work = useWork();
  const send = async () => {
    if (task.kind === 'replaceCodes') {
      const result = await api.request('replaceRecoveryCodes', {});
      if (!result.ok) return failureOf(result, props);
      await onDone({ kind: 'codes', codes: result.value.recovery_codes });
      return null;
    }
    const result =
      task.kind === 'removePasskey'
        ? await api.request('removePasskey', { params: { id: task.passkey.id } })
        : await api.request('removeTotp', {});
    if (!result.ok) return failureOf(result, props);
    await onDone(null);
    return null;
  };
  const isRemoval = task.kind !== 'replaceCodes';
  return (
    <>
      <Line>{isRemoval ? t('remove.help') : t('codes.replaceHelp')}</Line>
      <Banner text={work.error} />
      <Button disabled={work.busy} onClick={() => work.run(send)} variant={isRemoval ? 'danger' : 'primary'}>
        {isRemoval ? t('page.remove') : t('codes.replace')}
      </Button>
    </>
  );
}

function Confirm({ api, task, security, onDone }: Props<Extract<Task, { kind: 'confirm' }>>) {
  const { totp, passkeys, passkeys_at, recovery_codes } = security;
  const [by, setBy] = useState<'password' | 'code'>('password');
  const work = useWork();
  const offersPasskey = passkeys.length > 0 && isPasskeyPlace(passkeys_at);
  const offersCode = totp !== null || recovery_codes > 0;
  const confirm = async (body: Parameters<typeof request>[0]) => {
    const result = await request(body);
    if (!result.ok) return result.error;
    await onDone(task.next);
    return null;
  };
  const request = (body: {
    readonly password?: string;
    readonly code?: string;
    readonly response?: { readonly id: string };
  }) => api.request('confirmUser', { body });
  const confirmByPasskey = async () => {
    const asked = await api.request('askToConfirm', {});
    if (!asked.ok) return asked.error;
    const response = await askBrowserForPasskey(asked.value.options);
    return response === null ? t('passkey.notUsed') : confirm({ response });
  };
  return (
    <>
      <Line>{t('confirm.help')}</Line>
      {by === 'password' ? (
        <CodeForm
          autoComplete="current-password"
          key="password"
          label={t('confirm.password')}
          maxLength={PASSWORD_MAX_LENGTH}
          onSubmit={(password) => confirm({ password })}
          submit={t('confirm.submit')}
          type="password"
          work={work}
        />
      ) : (
        <CodeForm
          key="code"
          label={t('confirm.code')}
          onSubmit={(code) => confirm({ code })}
          submit={t('confirm.submit')}
          work={work}
        />
      )}
      {offersPasskey && (
        <Button disabled={work.busy} onClick={() => work.run(confirmByPasskey)} variant="quiet">
          {t('passkey.use')}
        </Button>
      )}
      {offersCode && (
        <Button onClick={() => setBy(by === 'password' ? 'code' : 'password')} variant="quiet">
          {by === 'password' ? t('confirm.useCode') : t('confirm.usePassword')}
        </Button>
      )}
    </>
  );
}
