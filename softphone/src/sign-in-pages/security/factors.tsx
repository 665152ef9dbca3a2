import { classes } from '@offhook/design/classes';
import { formatDate } from '@offhook/i18n/formats';
import { t } from '@offhook/i18n/sign-in-pages';
import { Button } from '../../components/buttons/button.tsx';
import { Line } from '../frame.tsx';
import { isPasskeyPlace, PasskeyPlace } from '../second-factor/passkey-place.tsx';
import { Section, since } from './section.tsx';
import styles from './security.module.css';
import type { SecurityAnswer, Task } from './task.ts';

const c = classes(styles);

interface Props {
  readonly security: SecurityAnswer;
  readonly onStart: (task: Task) => void;
}

export function Factors({ security, onStart }: Props) {
  const { passkeys, totp, recovery_codes, passkeys_at } = security;
  const hasFactor = totp !== null || passkeys.length > 0;
  return (
    <>
      <Section title={t('passkey.title')}>
        {passkeys.length === 0 ? (
          <Line>{t('passkey.none')}</Line>
        ) : (
          <ul className={c('list')}>
            {passkeys.map((passkey) => (
              <PasskeyRow key={passkey.id} onStart={onStart} passkey={passkey} />
            ))}
          </ul>
        )}
        <PasskeyPlace at={passkeys_at} path={location.pathname} />
        {passkeys_at === null && <Line>{t('passkey.unavailable')}</Line>}
        {isPasskeyPlace(passkeys_at) && (
          <Button onClick={() => onStart({ kind: 'addPasskey' })} variant="quiet">
            {t('passkey.add')}
          </Button>
        )}
      </Section>
      <Section title={t('totp.title')}>
        {totp === null ? (
          <>
            <Line>{t('totp.help')}</Line>
            <Button onClick={() => onStart({ kind: 'addTotp' })} variant="quiet">
              {t('totp.setUp')}
            </Button>
          </>
        ) : (
          <div className={c('row')}>
            <p className={c('about', 'soft')}>
              {totp.last_used_at === null
                ? t('totp.since', { day: dayOf(totp.created_at) })
                : t('totp.sinceAndUsed', { day: dayOf(totp.created_at), used: since(totp.last_used_at) })}
            </p>
            <button className={c('action')} onClick={() => onStart({ kind: 'removeTotp' })} type="button">
              {t('page.remove')}
            </button>
          </div>
        )}
      </Section>
      {hasFactor && (
        <Section title={t('codes.title')}>
          <div className={c('row')}>
            <p className={c('about', 'soft')}>{t('codes.left', { count: recovery_codes })}</p>
            <button className={c('action')} onClick={() => onStart({ kind: 'replaceCodes' })} type="button">
              {t('codes.replace')}
            </button>
          </div>
        </Section>
      )}
    </>
  );
}

function PasskeyRow({
  passkey,
  onStart,
}: Pick<Props, 'onStart'> & { readonly passkey: SecurityAnswer['passkeys'][number] }) {
  const { name, created_at, last_used_at } = passkey;
  return (
    <li className={c('row')}>
      <div className={c('about')}>
        <p className={c('name')}>{name}</p>
        <p className={c('soft')}>
          {last_used_at === null
            ? t('passkey.added', { day: dayOf(created_at) })
            : t('passkey.addedAndUsed', { day: dayOf(created_at), used: since(last_used_at) })}
        </p>
      </div>
      <div className={c('actions')}>
        <button
          aria-label={t('passkey.renameNamed', { name })}
          className={c('action')}
          onClick={() => onStart({ kind: 'renamePasskey', passkey })}
          type="button"
        >
          {t('passkey.short')}
        </button>
        <button
          aria-label={t('passkey.removeNamed', { name })}
          className={c('action')}
          onClick={() => onStart({ kind: 'removePasskey', passkey })}
          type="button"
        >
          {t('page.remove')}
        </button>
      </div>
    </li>
  );
}

const dayOf = (at: string) => formatDate(Date.parse(at));
