import type { StatusChoice } from '@offhook/contract/agent/agent-status';
import { classes } from '@offhook/design/classes';
import { Icon } from '@offhook/design/icons/icon.tsx';
import { statusIcon } from '@offhook/design/icons/status-icons';
import { t } from '@offhook/i18n/phone';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { countText } from '../../core/phone-text.ts';
import { isSetByAdministrator } from '../../core/session/status/own-status.ts';
import type { StatusState } from '../../core/session/status/status-state.ts';
import { available, doNotDisturb, statusName } from '../status/status-texts.ts';
import { useNow } from '../time/use-now.ts';
import styles from './status-menu.module.css';

const c = classes(styles);

interface Props {
  readonly status: StatusState;
  readonly onChoose: (key: string) => void;
}

/** Opens with the focus on the current status. */
export default function StatusMenu({ status, onChoose }: Props) {
  const menu = useRef<HTMLDivElement>(null);
  const now = useNow(true);
  const locked = isSetByAdministrator(status);
  const entries = [...(locked ? [doNotDisturb] : []), available, ...status.choices];
  useEffect(() => {
    menu.current?.querySelector<HTMLElement>('[aria-checked="true"]')?.focus({ preventScroll: true });
  }, []);
  const move = (event: KeyboardEvent) => {
    const items = [...(menu.current?.querySelectorAll<HTMLElement>('[role="menuitemradio"]') ?? [])];
    const current = items.indexOf(document.activeElement as HTMLElement);
    const last = items.length - 1;
    const next = {
      ArrowDown: current === last ? 0 : current + 1,
      ArrowUp: current <= 0 ? last : current - 1,
      Home: 0,
      End: last,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    items[next]?.focus();
  };
  return (
    <div aria-label={t('status.title')} className={c('menu')} onKeyDown={move} ref={menu} role="menu">
      {entries.map((entry) => {
        const isCurrent = entry.key === status.key;
        return (
          <button
            aria-checked={isCurrent}
            aria-disabled={locked}
            className={c('item', isCurrent && 'current')}
            key={entry.key}
            onClick={() => !locked && onChoose(entry.key)}
            role="menuitemradio"
            tabIndex={isCurrent ? 0 : -1}
            type="button"
          >
            <Icon svg={statusIcon(entry)} />
            <span className={c('name')} dir="auto">
              {statusName(entry)}
            </span>
            <span className={c('time')}>
              {isCurrent ? <bdi dir="ltr">{countText(status.since, now)}</bdi> : timeOf(entry, status)}
            </span>
          </button>
        );
      })}
    </div>
  );
}

function timeOf(entry: Partial<StatusChoice> & { readonly key: string }, status: StatusState): string {
  if (entry.key === status.next) return t('status.afterCall');
  if (entry.used_seconds === undefined) return '';
  const used = Math.floor(entry.used_seconds / 60);
  const allowed = entry.minutes_per_day ?? null;
  if (allowed !== null) return t('status.usedOf', { used, allowed });
  return used === 0 ? '' : t('status.used', { used });
}
