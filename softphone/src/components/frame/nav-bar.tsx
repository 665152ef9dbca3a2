import { classes } from '@offhook/design/classes';
import dialpad from '@offhook/design/icons/dialpad.svg?raw';
import { Icon } from '@offhook/design/icons/icon.tsx';
import info from '@offhook/design/icons/info-fill.svg?raw';
import logout from '@offhook/design/icons/logout.svg?raw';
import search from '@offhook/design/icons/search.svg?raw';
import { Avatar } from '@offhook/design/identity/avatar.tsx';
import { Mark } from '@offhook/design/identity/mark.tsx';
import { useShortcuts } from '@offhook/design/keys/use-shortcuts';
import { t } from '@offhook/i18n/phone';
import { type KeyboardEvent, lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import { viewName } from '../../core/screen/view-name.ts';
import { isOnline } from '../../core/session/offline.ts';
import { otherStatus } from '../../core/session/status/own-status.ts';
import { usePhone } from '../../phone-context.tsx';
import { BreakableEmail } from '../call/breakable-email.tsx';
import { Kbd } from '../keys/kbd.tsx';
import { doNotDisturb, statusTitle } from '../status/status-texts.ts';
import styles from './nav-bar.module.css';

const c = classes(styles);

export const loadStatusMenu = () => import('./status-menu.tsx');
const StatusMenu = lazy(loadStatusMenu);

interface Props {
  readonly onLogOut: () => void;
  /** Null: it can't be opened now. */
  readonly onPalette: (() => void) | null;
  readonly onKeys: () => void;
}

export function NavBar({ onLogOut, onPalette, onKeys }: Props) {
  const { state, send } = usePhone();
  const [open, setOpen] = useState(false);
  const area = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const menuId = useId();
  const ringId = useId();
  const view = viewName(state);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of view closes the dropdown
  useEffect(() => setOpen(false), [view]);

  useEffect(() => {
    if (!open) return;
    const closeOutside = (event: Event) => {
      if (event.target instanceof Node && !area.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
    };
  }, [open]);

  const status = state.session.name === 'agent' ? state.session.status : null;
  const toggle = () => {
    if (open) button.current?.focus();
    else send({ type: 'statusMenuOpened' });
    setOpen(!open);
  };
  const current = state.screen.view;
  // In a consultation, the key leads back to the lead; in Call Result, it sets a callback.
  const isUsed =
    current.name === 'disposition' || (current.name === 'oncall' && current.consultation?.role === 'agent');
  const hasKey = status !== null && !isUsed;
  useShortcuts({ B: hasKey ? toggle : null });

  const closeByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return;
    event.stopPropagation();
    event.nativeEvent.stopImmediatePropagation();
    setOpen(false);
    button.current?.focus();
  };

  const user = state.session.name === 'agent' ? state.session.user : null;
  const other = otherStatus(state);
  const presence = !isOnline(state) ? 'offline' : other ? 'away' : 'online';
  return (
    <div className={c('bar')}>
      <span className={c('logo')}>
        <Mark size={22} />
        <span translate="no">Offhook</span>
      </span>
      {user && (
        // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the menu inside it
        <div className={c('profile')} onKeyDown={closeByKey} ref={area}>
          <button
            aria-controls={menuId}
            aria-describedby={ringId}
            aria-expanded={open}
            className={c('toggle')}
            {...(hasKey && { 'aria-keyshortcuts': 'B', 'data-key-name': t('status.title') })}
            onClick={toggle}
            ref={button}
            type="button"
          >
            <span className={c('name')}>{user.full_name}</span>
            <Avatar picture={user.profile_picture} presence={presence} size={28} />
          </button>
          <span className="visually-hidden" id={ringId}>
            {presence === 'away' && other
              ? statusTitle(other.choice ?? doNotDisturb)
              : t(presence === 'online' ? 'profile.online' : 'profile.offline')}
          </span>
          <div className={c('menu')} hidden={!open} id={menuId}>
            <div className={c('person')}>
              <Avatar picture={user.profile_picture} presence={presence} size={44} />
              <div className={c('facts')}>
                <p className={c('fullName')}>{user.full_name}</p>
                <p>
                  <BreakableEmail email={user.email} />
                </p>
                <p>
                  <bdi dir="ltr">{user.phone_number_formatted}</bdi>
                </p>
              </div>
            </div>
            {open && status && (
              <Suspense>
                <StatusMenu
                  status={status}
                  onChoose={(key) => {
                    setOpen(false);
                    button.current?.focus();
                    send({ type: 'statusChosen', key });
                  }}
                />
              </Suspense>
            )}
            {onPalette && (
              <button
                aria-keyshortcuts="Control+K"
                className={c('item')}
                onClick={() => {
                  setOpen(false);
                  onPalette();
                }}
                type="button"
              >
                <Icon svg={search} />
                <span className={c('itemName')}>{t('palette.title')}</span>
                <Kbd bare keys={['Control+K']} />
              </button>
            )}
            <button
              className={c('item')}
              onClick={() => {
                setOpen(false);
                onKeys();
              }}
              type="button"
            >
              <Icon svg={dialpad} />
              <span className={c('itemName')}>{t('keys.title')}</span>
              <Kbd bare keys={['?']} />
            </button>
            <a
              className={c('item')}
              href={t('help.address')}
              onClick={() => setOpen(false)}
              rel="noopener"
              target="_blank"
            >
              <Icon svg={info} />
              {t('help.title')}
            </a>
            <a
              className={c('logOut')}
              href="/"
              onClick={(event) => {
                event.preventDefault();
                setOpen(false);
                onLogOut();
              }}
            >
              <Icon mirrors svg={logout} />
              {t('profile.logOut')}
            </a>
          </div>
        </div>
      )}
    </div>
  );
}
