import { Field } from '@offhook/design/forms/field.tsx';
import { t } from '@offhook/i18n/sign-in-pages';
import { useState } from 'react';
import { Frame, Line, LinkRow } from './frame.tsx';
import type { SignInPageProps } from './page-props.ts';
import { returnAddress } from './second-factor/return-address.ts';
import { SignInForm } from './sign-in-form.tsx';
import { useLink } from './use-link.ts';

/** Says the same for every email, so that it reveals no users. */
export default function ForgottenPassword({ api, home }: SignInPageProps) {
  const [isSent, setSent] = useState(false);
  const help = useLink(() => api.request('readPasswordHelp', {}));
  return (
    <Frame title={t('forgotten.title')}>
      {help && !help.ok && <Line>{help.error}</Line>}
      {help?.ok && !help.value.sends_mail && <Line>{t('forgotten.noMail')}</Line>}
      {help?.ok && help.value.sends_mail && !isSent && (
        <>
          <Line>{t('forgotten.text')}</Line>
          <SignInForm
            action={t('forgotten.action')}
            onSubmit={async (value) => {
              const answer = await api.request('forgetPassword', { body: { email: value('email') } });
              setSent(answer.ok);
              return answer.ok ? null : answer.error;
            }}
          >
            <Field
              autoCapitalize="none"
              autoComplete="username"
              label={t('field.email')}
              maxLength={254}
              name="email"
              required
              spellCheck="false"
              type="email"
            />
          </SignInForm>
        </>
      )}
      {isSent && <Line role="status">{t('forgotten.sent')}</Line>}
      <LinkRow href={returnAddress(home, location.search)}>{t('page.logIn')}</LinkRow>
    </Frame>
  );
}
