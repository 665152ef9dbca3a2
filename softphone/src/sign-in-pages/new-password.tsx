import { t } from '@offhook/i18n/sign-in-pages';
import { useState } from 'react';
import { Frame, Line, LinkRow } from './frame.tsx';
import type { SignInPageProps } from './page-props.ts';
import { PasswordFields } from './password-fields.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { useLink } from './use-link.ts';

/** Changes the password and leads to the login, which asks for everything that a login needs. */
export default function NewPassword({ api, home, token }: SignInPageProps) {
  const [isChanged, setChanged] = useState(false);
  const link = useLink(() => api.request('readPasswordLink', { body: { token } }));
  return (
    <Frame title={t('newPassword.title')}>
      {link && !link.ok && <Line>{link.error}</Line>}
      {link?.ok && !isChanged && (
        <SignInForm
          action={t('newPassword.action')}
          onSubmit={async (value) => {
            const answer = await api.request('choosePassword', {
              body: { token, password: value('password') },
            });
            setChanged(answer.ok);
            return answer.ok ? null : answer.error;
          }}
        >
          <PasswordFields email={link.value.email} />
        </SignInForm>
      )}
      {isChanged && <Line role="status">{t('newPassword.changed')}</Line>}
      {link && (isChanged || !link.ok) && <LinkRow href={`${home}/`}>{t('page.logIn')}</LinkRow>}
    </Frame>
  );
}
