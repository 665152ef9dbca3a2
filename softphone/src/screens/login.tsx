import {
  FORGOTTEN_PASSWORD_PAGE,
  ORGANIZATION_LOGIN_PAGE,
  PASSKEY_LOGIN_PAGE,
} from '@offhook/contract/client/sign-in-pages';
import { classes } from '@offhook/design/classes';
import { Banner } from '@offhook/design/feedback/banner.tsx';
import { Field } from '@offhook/design/forms/field.tsx';
import { Mark } from '@offhook/design/identity/mark.tsx';
import { t } from '@offhook/i18n/login';
import { type FormEvent, useContext, useEffect, useRef } from 'react';
import { ApiContext } from '../api-context.ts';
import { Button } from '../components/buttons/button.tsx';
import { takeFocus } from '../components/frame/take-focus.ts';
import { GOOGLE_LOGIN, loginAddress } from '../core/session/login-address.ts';
import { nextPage } from '../core/session/next-page.ts';
import { usePhone } from '../phone-context.tsx';
import styles from './login.module.css';

const c = classes(styles);

export function Login() {
  const { state, send } = usePhone();
  const base = useContext(ApiContext)?.base ?? location.origin;
  const email = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const failed = state.session.name === 'visitor' && state.session.banner !== null;
  useEffect(() => takeFocus(email.current), []);
  useEffect(() => {
    if (failed) password.current?.select();
  }, [failed]);
  if (state.session.name !== 'visitor') return null;
  const addressOf = (path: string, search?: string) =>
    loginAddress(path, base, location.origin, nextPage(location.search), search);
  const { banner, invalidFields, submitting } = state.session;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    send({
      type: 'loginSubmitted',
      email: String(form.get('email') ?? ''),
      password: String(form.get('password') ?? ''),
    });
  };
  return (
    <div className={c('login')} data-view="login">
      <header>
        <h1 className={c('brand')} translate="no">
          <Mark size={72} />
          Offhook
        </h1>
      </header>
      <main>
        <form className={c('form')} onSubmit={submit}>
          <Banner text={banner} />
          <Field
            aria-invalid={invalidFields.email}
            autoCapitalize="none"
            autoComplete="username"
            label={t('login.email')}
            maxLength={254}
            name="email"
            ref={email}
            required
            spellCheck="false"
            type="email"
          />
          <Field
            aria-invalid={invalidFields.password}
            autoComplete="current-password"
            label={t('login.password')}
            maxLength={1000}
            name="password"
            ref={password}
            required
            type="password"
          />
          <div className={c('submit')}>
            <Button disabled={submitting} variant="primary" type="submit">
              {t('login.submit')}
            </Button>
          </div>
          <a className={c('google')} href={addressOf(GOOGLE_LOGIN)}>
            {t('login.google')}
          </a>
          <a className={c('google')} href={addressOf(ORGANIZATION_LOGIN_PAGE)}>
            {t('login.organization')}
          </a>
          <a className={c('google')} href={addressOf(FORGOTTEN_PASSWORD_PAGE)}>
            {t('login.forgotten')}
          </a>
          <a className={c('google')} href={addressOf(PASSKEY_LOGIN_PAGE, location.search)}>
            {t('login.passkey')}
          </a>
        </form>
      </main>
    </div>
  );
}
