import { Banner } from '@offhook/design/feedback/banner.tsx';
import { t } from '@offhook/i18n/sign-in-pages';
import { useEffect, useRef } from 'react';
import { Button } from '../../components/buttons/button.tsx';
import { takeFocus } from '../../components/frame/take-focus.ts';
import { Frame, Line, LinkRow } from '../frame.tsx';
import type { SignInPageProps } from '../page-props.ts';
import { returnAddress } from './return-address.ts';
import { useWork } from './use-work.ts';
import { askBrowserForPasskey } from './web-authn.ts';

/** A passkey that verifies its user replaces password and second factor. */
export default function PasskeyLogin({ api, home }: SignInPageProps) {
  const work = useWork();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => takeFocus(button.current), []);
  const logIn = async () => {
    const asked = await api.request('askForAnyPasskey', {});
    if (!asked.ok) return asked.error;
    const { rpId } = asked.value.options;
    if (rpId !== location.hostname) return t('passkey.otherAddress', { address: String(rpId) });
    const response = await askBrowserForPasskey(asked.value.options);
    if (response === null) return t('passkey.notUsed');
    const result = await api.request('verifyPasskey', { body: { response } });
    if (!result.ok) return result.error;
    location.replace(returnAddress(result.value.page || home, location.search));
    return null;
  };
  return (
    <Frame title={t('passkeyLogin.title')}>
      <Line>{t('passkeyLogin.help')}</Line>
      <Banner text={work.error} />
      <Button disabled={work.busy} onClick={() => work.run(logIn)} ref={button} variant="primary">
        {t('passkey.use')}
      </Button>
      <LinkRow href={returnAddress(home, location.search)}>{t('passkeyLogin.password')}</LinkRow>
    </Frame>
  );
}
