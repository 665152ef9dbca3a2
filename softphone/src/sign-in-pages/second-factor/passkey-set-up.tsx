import { PASSKEY_NAME_MAX_LENGTH } from '@offhook/contract/accounts/second-factor';
import { t } from '@offhook/i18n/sign-in-pages';
import { Line } from '../frame.tsx';
import { CodeForm } from './code-form.tsx';
import type { SetUpProps } from './totp-set-up.tsx';
import { useWork } from './use-work.ts';
import { createPasskey } from './web-authn.ts';

export function PasskeySetUp({ api, onAdded }: SetUpProps) {
  const work = useWork();
  const add = async (name: string) => {
    const asked = await api.request('startPasskey', {});
    if (!asked.ok) return asked.error;
    const response = await createPasskey(asked.value.options);
    if (response === null) return t('passkey.notCreated');
    const result = await api.request('addPasskey', { body: { response, name } });
    if (!result.ok) return result.error;
    onAdded(result.value);
    return null;
  };
  return (
    <>
      <Line>{t('passkey.help')}</Line>
      <CodeForm
        autoComplete="off"
        initial={t('passkey.defaultName')}
        label={t('passkey.name')}
        maxLength={PASSKEY_NAME_MAX_LENGTH}
        onSubmit={add}
        submit={t('passkey.create')}
        work={work}
      />
    </>
  );
}
