import type { InvitationResult } from '@offhook/contract/console/people/invitation-entities';
import { classes } from '@offhook/design/classes';
import copyIcon from '@offhook/design/icons/content_copy.svg?raw';
import { t } from '@offhook/i18n/console';
import { useState } from 'react';
import { linksText, outcomeText, refusedEmails } from '../../core/invitations/invitation-text.ts';
import { SmallButton } from '../cards/small-button.tsx';
import { PlainDialog } from '../dialogs/plain-dialog.tsx';
import styles from './invite-people.module.css';

const c = classes(styles);

interface Props {
  readonly results: readonly InvitationResult[];
  readonly sendsMail: boolean;
  /** Back to the form, with the refused lines. */
  readonly onCorrect: () => void;
  readonly onClose: () => void;
}

/** One line per person. Without mail, each has a link. */
export function InviteResults({ results, sendsMail, onCorrect, onClose }: Props) {
  const [copied, setCopied] = useState('');
  const links = results.filter(({ link }) => link !== null);
  const refused = refusedEmails(results).size;
  const invited = results.filter(({ outcome }) => outcome === 'invited').length;
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(t('copy.done'));
    } catch {
      setCopied(t('copy.failed'));
    }
  };
  return (
    <PlainDialog action={t('action.done')} onClose={onClose} title={t('invite.done', { count: invited })}>
      <p>{sendsMail ? t('invite.done.mail') : t('invite.done.links')}</p>
      <ul className={c('results')}>
        {results.map(({ email, outcome, link }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <li className={c('result')} key={at}>
            <span className={c('email')} dir="ltr">
              {email}
            </span>
            <span className={c('outcome')}>{outcomeText(outcome)}</span>
            {link !== null && (
              <SmallButton
                aria-label={t('invitation.copyLink.label', { email })}
                variant="quiet"
                onClick={() => void copy(link)}
              >
                {t('invitation.copyLink')}
              </SmallButton>
            )}
          </li>
        ))}
      </ul>
      <span className={c('all')}>
        {refused > 0 && (
          <SmallButton variant="quiet" onClick={onCorrect}>
            {t('invite.correct', { count: refused })}
          </SmallButton>
        )}
        {links.length > 1 && (
          <SmallButton icon={copyIcon} variant="quiet" onClick={() => void copy(linksText(results))}>
            {t('invite.copyAll')}
          </SmallButton>
        )}
        <span role="status">{copied}</span>
      </span>
    </PlainDialog>
  );
}
