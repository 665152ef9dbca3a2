import type { AnswerOf } from '@offhook/contract/client/client';
import type { SECOND_FACTOR_REQUESTS } from '@offhook/contract/requests/second-factor-requests';
import { classes } from '@offhook/design/classes';
import { Banner } from '@offhook/design/feedback/banner.tsx';
import { Spinner } from '@offhook/design/feedback/spinner.tsx';
import { t } from '@offhook/i18n/sign-in-pages';
import { useEffect, useState } from 'react';
import { Line } from '../frame.tsx';
import type { SignInPageProps } from '../page-props.ts';
import { CodeForm } from './code-form.tsx';
import styles from './second-factor.module.css';
import { useWork } from './use-work.ts';

const c = classes(styles);

export type FactorAdded = AnswerOf<(typeof SECOND_FACTOR_REQUESTS)['addTotp']>;

export interface SetUpProps extends Pick<SignInPageProps, 'api'> {
  readonly onAdded: (added: FactorAdded) => void;
}

type Secret = AnswerOf<(typeof SECOND_FACTOR_REQUESTS)['startTotp']>;

export function TotpSetUp({ api, onAdded }: SetUpProps) {
  const [secret, setSecret] = useState<Secret | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const work = useWork();
  useEffect(() => {
    void api.request('startTotp', {}).then((result) => {
      if (result.ok) setSecret(result.value);
      else setFailure(result.error);
    });
  }, [api]);
  if (failure !== null) return <Banner text={failure} />;
  if (secret === null) return <Spinner name={t('page.loading')} />;
  const add = async (code: string) => {
    const result = await api.request('addTotp', { body: { code } });
    if (!result.ok) return result.error;
    onAdded(result.value);
    return null;
  };
  return (
    <div className={c('column')}>
      <Line>{t('totp.scan')}</Line>
      <img
        alt={t('totp.qr')}
        className={c('qr')}
        src={`data:image/svg+xml,${encodeURIComponent(secret.qr)}`}
      />
      <Line>{t('totp.type')}</Line>
      <code className={c('key')} translate="no">
        {secret.secret.match(/.{1,4}/g)?.join(' ')}
      </code>
      <CodeForm label={t('totp.code')} onSubmit={add} submit={t('totp.add')} work={work} />
    </div>
  );
}
