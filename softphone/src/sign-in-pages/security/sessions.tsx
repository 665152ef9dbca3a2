import { classes } from '@offhook/design/classes';
import { Banner } from '@offhook/design/feedback/banner.tsx';
import { t } from '@offhook/i18n/sign-in-pages';
import { Button } from '../../components/buttons/button.tsx';
import { Line } from '../frame.tsx';
import type { SignInPageProps } from '../page-props.ts';
import { useWork } from '../second-factor/use-work.ts';
import { Section, since } from './section.tsx';
import styles from './security.module.css';
import type { SecurityAnswer } from './task.ts';

const c = classes(styles);

type Session = SecurityAnswer['sessions'][number];

interface Props extends Pick<SignInPageProps, 'api'> {
  readonly sessions: readonly Session[];
  readonly onChanged: () => Promise<void>;
}

/** The newest first, below this one. */
export function Sessions({ api, sessions, onChanged }: Props) {
  const work = useWork();
  const own = sessions.filter(({ is_this }) => is_this);
  const others = sessions.filter(({ is_this }) => !is_this);
  const end = (session: string) =>
    work.run(async () => {
      const result = await api.request('endOwnSession', { body: { session } });
      await onChanged();
      return result.ok ? null : result.error;
    });
  return (
    <Section title={t('session.title')}>
      <Banner text={work.error} />
      <ul className={c('list')}>
        {[...own, ...others].map((session) => (
          <li className={c('row')} key={session.id}>
            <div className={c('about')}>
              <p className={c('name')}>{nameOf(session)}</p>
              <p className={c('soft')}>
                {session.address === null ? '' : `${session.address} · `}
                {t('session.signedIn', { time: since(session.signed_in_at) })}
                {session.last_seen_at !== null &&
                  ` · ${t('session.seen', { time: since(session.last_seen_at) })}`}
              </p>
            </div>
            {session.is_this ? (
              <span className={c('this')}>{t('session.this')}</span>
            ) : (
              <button
                aria-label={t('session.endNamed', { name: nameOf(session) })}
                className={c('action')}
                disabled={work.busy}
                onClick={() => end(session.id)}
                type="button"
              >
                {t('session.end')}
              </button>
            )}
          </li>
        ))}
      </ul>
      {others.length === 0 ? (
        <Line>{t('session.none')}</Line>
      ) : (
        <Button disabled={work.busy} onClick={() => end('others')} variant="quiet">
          {t('session.endOthers')}
        </Button>
      )}
    </Section>
  );
}

function nameOf({ browser, system }: Session): string {
  if (browser === null) return t('session.unknown');
  return system === null ? browser : t('session.onSystem', { browser, system });
}
