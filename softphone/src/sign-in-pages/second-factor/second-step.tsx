import type { AnswerOf, ApiResult } from '@offhook/contract/client/client';
import type { SECOND_FACTOR_REQUESTS } from '@offhook/contract/requests/second-factor-requests';
import { classes } from '@offhook/design/classes';
import { Banner } from '@offhook/design/feedback/banner.tsx';
import { Spinner } from '@offhook/design/feedback/spinner.tsx';
import { t } from '@offhook/i18n/sign-in-pages';
import { useEffect, useState } from 'react';
import { Button } from '../../components/buttons/button.tsx';
import { Frame, Line, LinkRow } from '../frame.tsx';
import type { SignInPageProps } from '../page-props.ts';
import { CodeForm } from './code-form.tsx';
import { isPasskeyPlace, PasskeyPlace } from './passkey-place.tsx';
import { PasskeySetUp } from './passkey-set-up.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { returnAddress } from './return-address.ts';
import styles from './second-factor.module.css';
import { type FactorAdded, TotpSetUp } from './totp-set-up.tsx';
import { useWork } from './use-work.ts';
import { askBrowserForPasskey } from './web-authn.ts';

const c = classes(styles);

type Step = AnswerOf<(typeof SECOND_FACTOR_REQUESTS)['readSecondStep']>;
interface StepProps extends Pick<SignInPageProps, 'api' | 'home'> {
  readonly step: Step;
}

const goOn = (origin: string) => location.replace(returnAddress(origin, location.search));

/** After a right password or Google login of a user who has, or needs, a second factor. */
export default function SecondStep({ api, home }: SignInPageProps) {
  const [result, setResult] = useState<ApiResult<Step> | null>(null);
  useEffect(() => {
    void api.request('readSecondStep', {}).then(setResult);
  }, [api]);
  if (result === null)
    return (
      <Frame title={t('secondStep.title')}>
        <Spinner name={t('page.loading')} />
      </Frame>
    );
  if (!result.ok)
    return (
      <Frame title={t('secondStep.title')}>
        <Banner text={result.error} />
        <LinkRow href={returnAddress(home, location.search)}>{t('page.logIn')}</LinkRow>
      </Frame>
    );
  const { value: step } = result;
  return step.step === 'setUp' ? (
    <SetUp api={api} home={home} step={step} />
  ) : (
    <Verify api={api} home={home} step={step} />
  );
}

function Verify({ api, home, step: { has, passkeys_at } }: StepProps) {
  const offersPasskey = has.passkey && isPasskeyPlace(passkeys_at);
  const [wantsCode, setWantsCode] = useState(has.totp || !offersPasskey);
  const passkeyWork = useWork();
  const codeWork = useWork();
  const verifyPasskey = async () => {
    const asked = await api.request('askForPasskey', {});
    if (!asked.ok) return asked.error;
    const response = await askBrowserForPasskey(asked.value.options);
    if (response === null) return t('passkey.notUsed');
    const result = await api.request('verifyPasskey', { body: { response } });
    if (!result.ok) return result.error;
    goOn(result.value.page || home);
    return null;
  };
  const verifyCode = async (code: string) => {
    const result = await api.request('verifyCode', { body: { code } });
    if (!result.ok) return result.error;
    goOn(result.value.page || home);
    return null;
  };
  return (
    <Frame title={t('secondStep.title')}>
      {has.passkey && <PasskeyPlace at={passkeys_at} path="/" />}
      {offersPasskey && (
        <>
          <Banner text={passkeyWork.error} />
          <Button
            disabled={passkeyWork.busy}
            onClick={() => passkeyWork.run(verifyPasskey)}
            variant={wantsCode ? 'quiet' : 'primary'}
          >
            {t('passkey.use')}
          </Button>
        </>
      )}
      {wantsCode ? (
        <CodeForm
          label={has.totp ? t('secondStep.code') : t('secondStep.recoveryCode')}
          onSubmit={verifyCode}
          submit={t('page.logIn')}
          work={codeWork}
        />
      ) : (
        <Button onClick={() => setWantsCode(true)} variant="quiet">
          {t('secondStep.useRecoveryCode')}
        </Button>
      )}
      <Line>{t('secondStep.lost')}</Line>
    </Frame>
  );
}

function SetUp({ api, home, step: { passkeys_at } }: StepProps) {
  const [choice, setChoice] = useState<'passkey' | 'totp' | null>(null);
  const [added, setAdded] = useState<FactorAdded | null>(null);
  const origin = added?.signed_in?.page || home;
  if (added)
    return (
      <Frame title={t('codes.title')}>
        <RecoveryCodes codes={added.recovery_codes ?? []} onDone={() => goOn(origin)} />
      </Frame>
    );
  if (choice === null)
    return (
      <Frame title={t('setUp.title')}>
        <Line>{t('setUp.required')}</Line>
        <div className={c('column')}>
          {isPasskeyPlace(passkeys_at) && (
            <Button onClick={() => setChoice('passkey')} variant="primary">
              {t('passkey.add')}
            </Button>
          )}
          <Button
            onClick={() => setChoice('totp')}
            variant={isPasskeyPlace(passkeys_at) ? 'quiet' : 'primary'}
          >
            {t('totp.setUp')}
          </Button>
          <PasskeyPlace at={passkeys_at} path="/" />
        </div>
      </Frame>
    );
  return (
    <Frame title={choice === 'totp' ? t('totp.setUp') : t('passkey.add')}>
      {choice === 'totp' ? (
        <TotpSetUp api={api} onAdded={setAdded} />
      ) : (
        <PasskeySetUp api={api} onAdded={setAdded} />
      )}
      <Button onClick={() => setChoice(null)} variant="quiet">
        {t('page.back')}
      </Button>
    </Frame>
  );
}
