import { hasPermission } from '@offhook/contract/accounts/permissions';
import { classes } from '@offhook/design/classes';
import { IconButton } from '@offhook/design/forms/icon-button.tsx';
import { keyLabel } from '@offhook/design/forms/key-label';
import close from '@offhook/design/icons/close.svg?raw';
import { Icon } from '@offhook/design/icons/icon.tsx';
import menu from '@offhook/design/icons/menu.svg?raw';
import search from '@offhook/design/icons/search.svg?raw';
import { Avatar } from '@offhook/design/identity/avatar.tsx';
import { Mark } from '@offhook/design/identity/mark.tsx';
import { useShortcuts } from '@offhook/design/keys/use-shortcuts';
import { t } from '@offhook/i18n/console';
import { t as localeText } from '@offhook/i18n/language-and-time';
import { lazy, Suspense, useEffect, useId, useState } from 'react';
import { NavLink, useLocation } from 'react-router';
import { useConsole } from '../../../console-context.ts';
import { SECURITY_ADDRESS } from '../../../core/addresses.ts';
import { LanguageAndTime } from '../own/language-and-time.tsx';
import { LogOut } from '../own/log-out.tsx';
import { OwnPassword } from '../own/own-password.tsx';
import styles from './rail.module.css';
import { FOR_ADMINISTRATORS, FOR_SUPERVISORS, type RailDialog, type RailEntry } from './rail-entries.ts';

const c = classes(styles);

const loadPalette = () => import('./console-palette.tsx');
const ConsolePalette = lazy(loadPalette);
const loadKeySheet = () => import('./key-sheet.tsx');
const KeySheet = lazy(loadKeySheet);
/** After the page itself, and before the first press: keys typed while it loads would be lost. */
const PRELOAD_MS = 1_500;

/** The navigation: a column, or on a narrow screen a bar with a menu. */
export function Rail() {
  const { api, user } = useConsole();
  const { pathname } = useLocation();
  const [openAt, setOpenAt] = useState<string | null>(null);
  const [dialog, setDialog] = useState<RailDialog | 'palette' | null>(null);
  const administration = useId();
  // Navigating closes the menu.
  const open = openAt === pathname;

  useEffect(() => {
    if (!open) return;
    // A dialog that was opened from the menu gives the focus back to it.
    const press = (event: KeyboardEvent) => event.key === 'Escape' && !isDialogOpen() && setOpenAt(null);
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [open]);

  useEffect(() => {
    const preload = () => Promise.all([loadPalette(), loadKeySheet()]).catch(() => {});
    const timer = setTimeout(preload, PRELOAD_MS);
    return () => clearTimeout(timer);
  }, []);

  const openDialog = (wanted: 'palette' | 'keys') => () => {
    if (!isDialogOpen()) setDialog(wanted);
  };
  const closeDialog = () => setDialog(null);
  useShortcuts({
    'Control+K': openDialog('palette'),
    '?': dialog === 'keys' ? closeDialog : openDialog('keys'),
  });

  return (
    <header className={c('rail', open && 'open')}>
      <div className={c('bar')}>
        <NavLink className={c('brand')} end to="/" translate="no">
          <span className={c('mark')}>
            <Mark size={24} />
          </span>
          {t('app.name')}
        </NavLink>
        <button
          aria-keyshortcuts="Control+K"
          className={c('search')}
          onClick={() => setDialog('palette')}
          title={t('palette.title')}
          type="button"
        >
          <Icon svg={search} />
          <span className={c('searchName')}>{t('palette.open')}</span>
          <span aria-hidden="true" className={c('key')}>
            {keyLabel('Control+K')}
          </span>
        </button>
        <span className={c('toggle')}>
          <IconButton
            aria-expanded={open}
            icon={open ? close : menu}
            name={t('shell.menu')}
            onClick={() => setOpenAt(open ? null : pathname)}
          />
        </span>
      </div>
      <div className={c('menu')}>
        <nav aria-label={t('shell.navigation')}>
          <Entries entries={FOR_SUPERVISORS} />
          {hasPermission(user, 'admin') && (
            <section aria-labelledby={administration}>
              <h2 className={c('group')} id={administration}>
                {t('shell.administration')}
              </h2>
              <Entries entries={FOR_ADMINISTRATORS} />
            </section>
          )}
        </nav>
        <div className={c('foot')}>
          <Avatar picture={user.profile_picture} presence="online" size={28} />
          <span className={c('who')}>
            <span className={c('name')}>{user.full_name}</span>
            <a className={c('phone')} href="/">
              {t('action.openPhone')}
            </a>
            <button
              aria-keyshortcuts="?"
              className={c('phone')}
              onClick={() => setDialog('keys')}
              title="?"
              type="button"
            >
              {t('keys.title')}
            </button>
            <button className={c('phone')} onClick={() => setDialog('locale')} type="button">
              {localeText('locale.title')}
            </button>
            <a className={c('phone')} href={t('help.address')} rel="noopener" target="_blank">
              {t('help.title')}
            </a>
            <button className={c('phone')} onClick={() => setDialog('password')} type="button">
              {t('action.changePassword')}
            </button>
            <a className={c('phone')} href={api.base + SECURITY_ADDRESS}>
              {t('shell.security')}
            </a>
            <button className={c('phone')} onClick={() => setDialog('logOut')} type="button">
              {t('action.logOut')}
            </button>
          </span>
        </div>
      </div>
      <Suspense>
        {dialog === 'palette' && <ConsolePalette onClose={closeDialog} onDialog={setDialog} />}
        {dialog === 'keys' && <KeySheet onClose={closeDialog} />}
      </Suspense>
      {dialog === 'locale' && <LanguageAndTime onClose={closeDialog} />}
      {dialog === 'password' && <OwnPassword onClose={closeDialog} />}
      {dialog === 'logOut' && <LogOut onClose={closeDialog} />}
    </header>
  );
}

function isDialogOpen(): boolean {
  return document.querySelector('dialog[open]') !== null;
}

function Entries({ entries }: { readonly entries: readonly RailEntry[] }) {
  return (
    <ul className={c('entries')}>
      {entries.map(({ label, to, icon, activeIcon }) => (
        <li key={to}>
          <NavLink className={({ isActive }) => c('entry', isActive && 'active')} end={to === '/'} to={to}>
            {({ isActive }) => (
              <>
                <Icon svg={isActive ? activeIcon : icon} />
                {t(label)}
              </>
            )}
          </NavLink>
        </li>
      ))}
    </ul>
  );
}
