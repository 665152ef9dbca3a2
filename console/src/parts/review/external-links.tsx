import { type ExternalLink, LINK_DAYS } from '@offhook/contract/console/review-entities';
import { classes } from '@offhook/design/classes';
import { Banner } from '@offhook/design/feedback/banner.tsx';
import linkIcon from '@offhook/design/icons/public.svg?raw';
import { rich, t } from '@offhook/i18n/console';
import { useState } from 'react';
import { useApiMutation } from '../../queries.ts';
import entryStyles from '../cards/entries.module.css';
import { Moment } from '../cards/moment.tsx';
import { Rich } from '../cards/rich.tsx';
import { SmallButton } from '../cards/small-button.tsx';
import { DialogButton } from '../dialogs/dialog-button.tsx';
import { FormDialog } from '../dialogs/form-dialog.tsx';
import { SecretDialog } from '../dialogs/secret-dialog.tsx';
import { useQuestion } from '../dialogs/use-question.tsx';
import { Choice } from '../forms/choice.tsx';
import styles from './external-links.module.css';

const c = classes(styles);
const e = classes(entryStyles);

const DEFAULT_DAYS = 7;

export function NewExternalLink({ recordingId }: { readonly recordingId: number }) {
  return (
    <DialogButton
      dialog={(close) => <CreateLink onClose={close} recordingId={recordingId} />}
      icon={linkIcon}
      variant="quiet"
    >
      {t('externalLinks.new')}
    </DialogButton>
  );
}

interface CreateProps {
  readonly recordingId: number;
  readonly onClose: () => void;
}

function CreateLink({ recordingId, onClose }: CreateProps) {
  const [days, setDays] = useState<(typeof LINK_DAYS)[number]>(DEFAULT_DAYS);
  const request = useApiMutation('createExternalLink', ['readCallReview']);
  if (request.data)
    return (
      <SecretDialog
        label={t('externalLinks.address')}
        onClose={onClose}
        secret={request.data.link}
        text={t('externalLinks.created', { days })}
        title={t('externalLinks.new')}
      />
    );
  return (
    <FormDialog
      action={t('externalLinks.create')}
      onClose={onClose}
      onSubmit={() => request.mutate({ params: { id: recordingId }, body: { days } })}
      request={request}
      title={t('externalLinks.new')}
    >
      <p>{t('externalLinks.text')}</p>
      <Choice
        choices={LINK_DAYS.map((one) => [one, t('externalLinks.days', { days: one })])}
        label={t('externalLinks.expiry')}
        onText={(text) => setDays(LINK_DAYS.find((one) => String(one) === text) ?? DEFAULT_DAYS)}
        value={days}
      />
    </FormDialog>
  );
}

/** The active links of a recording. */
export function ExternalLinks({ links }: { readonly links: readonly ExternalLink[] }) {
  const request = useApiMutation('revokeExternalLink', ['readCallReview']);
  const { openQuestion, question } = useQuestion<ExternalLink>((link) => ({
    title: t('externalLinks.revoke.title'),
    text: t('externalLinks.revoke.text'),
    action: t('externalLinks.revoke'),
    onAction: () => request.mutate({ params: { id: link.id } }),
  }));
  return (
    <>
      <Banner text={request.error?.message ?? null} />
      {links.length > 0 && (
        <section className={c('links')}>
          <h3 className={c('title')}>{t('externalLinks.title')}</h3>
          <ul className={e('entries')}>
            {links.map((link) => (
              <li className={e('entry')} key={link.id}>
                <div className={c('link')}>
                  <div>
                    <p>
                      <Rich
                        parts={rich('externalLinks.expires', { time: <Moment at={link.expires_at} /> })}
                      />
                    </p>
                    <p className={e('detail')}>
                      <Rich
                        parts={rich('externalLinks.creator', {
                          name: link.user.full_name,
                          time: <Moment at={link.created_at} />,
                        })}
                      />
                    </p>
                    <p className={e('detail')}>
                      {link.last_played_at === null ? (
                        t('externalLinks.unplayed')
                      ) : (
                        <Rich
                          parts={rich('externalLinks.plays', {
                            count: link.plays,
                            time: <Moment at={link.last_played_at} />,
                          })}
                        />
                      )}
                    </p>
                  </div>
                  <SmallButton
                    aria-label={t('externalLinks.revoke.label', { name: link.user.full_name })}
                    disabled={request.isPending}
                    onClick={() => openQuestion(link)}
                    variant="plain"
                  >
                    {t('externalLinks.revoke')}
                  </SmallButton>
                </div>
              </li>
            ))}
          </ul>
        </section>
      )}
      {question}
    </>
  );
}
