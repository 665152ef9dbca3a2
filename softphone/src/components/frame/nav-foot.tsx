import { classes } from '@offhook/design/classes';
import { Icon } from '@offhook/design/icons/icon.tsx';
import { t } from '@offhook/i18n/phone';
import type { ReactNode } from 'react';
import styles from './nav-foot.module.css';

const c = classes(styles);

export function NavFoot({ children }: { readonly children: ReactNode }) {
  return (
    <nav aria-label={t('navigation.label')} className={c('nav')}>
      {children}
    </nav>
  );
}

interface ItemProps {
  readonly name: string;
  readonly label: string;
  readonly icon: string;
  readonly activeIcon: string;
  readonly active: boolean;
  readonly shortcut: string;
  readonly onClick: () => void;
}

export function NavItem({ name, label, icon, activeIcon, active, shortcut, onClick }: ItemProps) {
  return (
    <button
      aria-expanded={active}
      aria-keyshortcuts={shortcut}
      className={c('item', active && 'active')}
      data-nav={name}
      onClick={onClick}
      title={shortcut}
      type="button"
    >
      <Icon size={24} svg={active ? activeIcon : icon} />
      <span>{label}</span>
    </button>
  );
}
