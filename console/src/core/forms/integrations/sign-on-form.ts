import { EmailDomain } from '@offhook/contract/accounts/email-address';
import type {
  SingleSignOn,
  SingleSignOnChange,
  SingleSignOnTest,
} from '@offhook/contract/console/people/sign-on-entities';
import { t } from '@offhook/i18n/console';
import * as z from 'zod/mini';

export interface SignOnForm {
  readonly name: string;
  /** Separated by commas or spaces. */
  readonly domains: string;
  readonly issuer: string;
  readonly client_id: string;
  /** Empty keeps the stored one, which the server never sends. */
  readonly client_secret: string;
  readonly trusts_emails: boolean;
  readonly is_only: boolean;
}

export function signOnForm(settings: SingleSignOn | null): SignOnForm {
  const { name = '', domains = [], issuer = '', client_id = '' } = settings ?? {};
  const { trusts_emails = false, is_only = false } = settings ?? {};
  return { name, domains: domains.join(', '), issuer, client_id, client_secret: '', trusts_emails, is_only };
}

const typedDomains = (text: string) => text.split(/[\s,;]+/).filter((domain) => domain !== '');

/** @returns what is wrong with the domains, or null */
export function domainsProblem({ domains }: SignOnForm): string | null {
  const wrong = typedDomains(domains).find((domain) => !z.safeParse(EmailDomain, domain).success);
  return wrong === undefined ? null : t('signOn.domains.wrong', { domain: wrong });
}

/** A version of 0 stands for no settings yet. */
export function signOnChange(form: SignOnForm, before: SingleSignOn | null): SingleSignOnChange {
  const { domains, client_secret, issuer, ...rest } = form;
  return {
    ...rest,
    issuer: issuer.trim(),
    domains: typedDomains(domains),
    ...(client_secret === '' ? {} : { client_secret }),
    version: before?.version ?? 0,
  };
}

export function signOnTestText({ result, reason }: SingleSignOnTest): string {
  switch (result) {
    case 'works':
      return t('signOn.test.works');
    case 'rejected':
      return t('signOn.test.rejected');
    case 'unreadable':
      return t('signOn.test.unreadable');
    case 'unreachable':
      return t('signOn.test.unreachable', { reason });
    default:
      return t('signOn.test.unclear', { reason });
  }
}
