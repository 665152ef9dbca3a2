import { domainOfEmail, EmailDomain } from '@offhook/contract/accounts/email-address';
import {
  SIGN_ON_DOMAIN_PARAMETER,
  SIGN_ON_PROBLEM_PARAMETER,
  SIGN_ON_PROBLEMS,
  SIGN_ON_START,
} from '@offhook/contract/accounts/single-sign-on';
import { PAGE_PARAMETER } from '@offhook/contract/client/next-page';
import { Banner } from '@offhook/design/feedback/banner.tsx';
import { Spinner } from '@offhook/design/feedback/spinner.tsx';
import { Field } from '@offhook/design/forms/field.tsx';
import { t } from '@offhook/i18n/sign-in-pages';
import { useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { Button } from '../components/buttons/button.tsx';
import { takeFocus } from '../components/frame/take-focus.ts';
import { Frame, Line, LinkRow } from './frame.tsx';
import { forgetDomain, keepDomain, keptDomain } from './organization-memory.ts';
import type { SignInPageProps } from './page-props.ts';
import { returnAddress } from './second-factor/return-address.ts';
import { SignInForm } from './sign-in-form.tsx';

interface Organization {
  readonly domain: string;
  readonly name: string;
}

/** A domain in the address, as in a link on an organization's own page, or the last one used in this browser. */
function knownDomain(): string | null {
  const linked = new URLSearchParams(location.search).get(SIGN_ON_DOMAIN_PARAMETER);
  const parsed = z.safeParse(EmailDomain, linked ?? keptDomain());
  return parsed.success ? parsed.data : null;
}

function problemText(): string | null {
  const name = new URLSearchParams(location.search).get(SIGN_ON_PROBLEM_PARAMETER);
  const problem = SIGN_ON_PROBLEMS.find((one) => one === name);
  return problem === undefined ? null : t(`organization.problem.${problem}`);
}

/** Of the login, which knows nothing of organizations. */
function otherWaysAddress(home: string): string {
  const query = new URLSearchParams(location.search);
  for (const name of [SIGN_ON_PROBLEM_PARAMETER, SIGN_ON_DOMAIN_PARAMETER]) query.delete(name);
  return returnAddress(home, String(query));
}

/** Keeps the page to open afterwards, on the origin that has it. */
function startAddress(domain: string, home: string): string {
  const query = new URLSearchParams(location.search);
  query.delete(SIGN_ON_PROBLEM_PARAMETER);
  query.set(SIGN_ON_DOMAIN_PARAMETER, domain);
  if (home !== '') query.set(PAGE_PARAMETER, home);
  return `${SIGN_ON_START}?${query}`;
}

export default function OrganizationLogin({ api, home }: SignInPageProps) {
  const [known, setKnown] = useState<Organization | 'loading' | null>(() =>
    knownDomain() === null ? null : 'loading',
  );
  const find = async (domain: string) => {
    const found = await api.request('findOrganization', { body: { domain } });
    if (!found.ok) return found.error;
    if (found.value.organization === null) return t('organization.problem.notSetUp');
    return { domain, name: found.value.organization.name };
  };
  // The address never changes without a reload.
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once
  useEffect(() => {
    const domain = knownDomain();
    if (domain !== null)
      void find(domain).then((found) => setKnown(typeof found === 'string' ? null : found));
  }, []);
  const start = ({ domain }: Organization) => {
    keepDomain(domain);
    location.assign(startAddress(domain, home));
  };
  return (
    <Frame title={t('organization.title')}>
      <Banner text={problemText()} />
      {known === 'loading' && <Spinner name={t('page.loading')} />}
      {known === null && (
        <EmailForm
          onEmail={async (email) => {
            const domain = domainOfEmail(email);
            const found = domain === null ? t('organization.problem.notSetUp') : await find(domain);
            if (typeof found === 'string') return found;
            start(found);
            return null;
          }}
        />
      )}
      {known !== null && known !== 'loading' && (
        <StartButton
          name={known.name}
          onOther={() => {
            forgetDomain();
            setKnown(null);
          }}
          onStart={() => start(known)}
        />
      )}
      <LinkRow href={otherWaysAddress(home)}>{t('organization.otherWays')}</LinkRow>
    </Frame>
  );
}

function EmailForm({ onEmail }: { readonly onEmail: (email: string) => Promise<string | null> }) {
  const email = useRef<HTMLInputElement>(null);
  useEffect(() => takeFocus(email.current), []);
  return (
    <>
      <Line>{t('organization.text')}</Line>
      <SignInForm action={t('organization.action')} onSubmit={(value) => onEmail(value('email'))}>
        <Field
          autoCapitalize="none"
          autoComplete="username"
          label={t('field.email')}
          maxLength={254}
          name="email"
          ref={email}
          required
          spellCheck="false"
          type="email"
        />
      </SignInForm>
    </>
  );
}

interface StartProps {
  readonly name: string;
  readonly onStart: () => void;
  readonly onOther: () => void;
}

function StartButton({ name, onStart, onOther }: StartProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => takeFocus(button.current), []);
  return (
    <>
      <Button onClick={onStart} ref={button} variant="primary">
        {t('organization.logIn', { name })}
      </Button>
      <Button onClick={onOther} variant="quiet">
        {t('organization.other')}
      </Button>
    </>
  );
}
