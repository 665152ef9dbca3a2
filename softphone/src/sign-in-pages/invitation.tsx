import { LANGUAGES } from '@offhook/contract/accounts/languages';
import { Field, Select } from '@offhook/design/forms/field.tsx';
import { usePageLocale } from '@offhook/design/use-page-locale';
import { setUserLocale } from '@offhook/i18n/page-locale';
import { t } from '@offhook/i18n/sign-in-pages';
import { useState } from 'react';
import { Frame, Line, LinkRow } from './frame.tsx';
import type { SignInPageProps } from './page-props.ts';
import { PasswordFields } from './password-fields.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { useLink } from './use-link.ts';

/** An invited person chooses name, language and password, and is in the phone. */
export default function Invitation({ api, home, token, openNext }: SignInPageProps) {
  const { locale } = usePageLocale();
  const [language, setLanguage] = useState(locale);
  const link = useLink(() => api.request('readInvitation', { body: { token } }));
  const title = t('invitation.title');
  if (link === null) return <Frame title={title} />;
  if (!link.ok)
    return (
      <Frame title={title}>
        <Line>{link.error}</Line>
        <LinkRow href={`${home}/`}>{t('page.logIn')}</LinkRow>
      </Frame>
    );
  const { email, full_name, account_name } = link.value;
  const choose = (value: string) => {
    const chosen = LANGUAGES.find((one) => one === value) ?? locale;
    setLanguage(chosen);
    void setUserLocale({ language: chosen, time_zone: null, clock: null, date_order: null });
  };
  return (
    <Frame title={title}>
      <Line>{t('invitation.text', { account: account_name })}</Line>
      <SignInForm
        action={t('invitation.action')}
        onSubmit={async (value) => {
          const body = { token, full_name: value('full_name'), password: value('password'), language };
          const answer = await api.request('acceptInvitation', { body });
          if (!answer.ok) return answer.error;
          openNext(answer.value.second_step ?? `${home}/`);
          return null;
        }}
      >
        <Field
          autoComplete="name"
          defaultValue={full_name}
          label={t('field.fullName')}
          maxLength={200}
          name="full_name"
          required
        />
        <PasswordFields email={email} />
        <Select label={t('field.language')} onChange={({ target }) => choose(target.value)} value={language}>
          {LANGUAGES.map((one) => (
            <option key={one} lang={one} value={one}>
              {t(`language.${one}`)}
            </option>
          ))}
        </Select>
      </SignInForm>
    </Frame>
  );
}
