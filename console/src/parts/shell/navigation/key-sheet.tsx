import { hasPermission } from '@offhook/contract/accounts/permissions';
import { GRID_MINUTES } from '@offhook/contract/weekly-schedule';
import { classes } from '@offhook/design/classes';
import { keyLabel } from '@offhook/design/forms/key-label';
import { KeyList, type ListedKeys } from '@offhook/design/keys/key-list.tsx';
import { t } from '@offhook/i18n/console';
import { useLayoutEffect, useRef } from 'react';
import { useConsole } from '../../../console-context.ts';
import { SmallButton } from '../../cards/small-button.tsx';
import { Dialog } from '../../dialogs/dialog.tsx';
import styles from './key-sheet.module.css';

const c = classes(styles);

interface Group {
  readonly title: string;
  readonly entries: readonly ListedKeys[];
}

/** All keys of the console, by where they act. */
export default function KeySheet({ onClose }: { readonly onClose: () => void }) {
  const { user } = useConsole();
  const button = useRef<HTMLButtonElement>(null);
  // The browser focuses the link, and scrolls to it in a low window.
  useLayoutEffect(() => {
    button.current?.focus({ preventScroll: true });
    button.current?.closest('dialog')?.scrollTo(0, 0);
  }, []);
  return (
    <Dialog onClose={onClose} title={t('keys.title')} wide>
      <div className={c('groups')}>
        {keyGroups(hasPermission(user, 'admin')).map(({ title, entries }) => (
          <div className={c('group')} key={title}>
            <h3 className={c('title')}>{title}</h3>
            <KeyList entries={entries} />
          </div>
        ))}
      </div>
      <div className={c('foot')}>
        <a className={c('help')} href={t('help.address')} rel="noopener" target="_blank">
          {t('help.title')}
        </a>
        <SmallButton onClick={onClose} ref={button} variant="primary">
          {t('action.close')}
        </SmallButton>
      </div>
    </Dialog>
  );
}

function keyGroups(isAdministrator: boolean): readonly Group[] {
  const alt = (arrow: string) => `${t('keys.alt')}+${arrow}`;
  const shift = (arrow: string) => `${t('keys.shift')}+${arrow}`;
  const everywhere: Group = {
    title: t('keys.everywhere'),
    entries: [
      { name: t('palette.title'), keys: [keyLabel('Control+K')] },
      { name: t('keys.title'), keys: ['?'] },
      { name: t('keys.close'), keys: [keyLabel('Escape')] },
    ],
  };
  const palette: Group = {
    title: t('palette.title'),
    entries: [
      { name: t('keys.result'), keys: ['↑', '↓'] },
      { name: t('keys.result.open'), keys: [keyLabel('Enter')] },
    ],
  };
  const recording: Group = {
    title: t('call.recordings'),
    entries: [
      { name: t('keys.recording.play'), keys: [t('keys.space')] },
      { name: t('keys.recording.seek'), keys: ['←', '→'] },
      { name: t('keys.recording.speed'), keys: [',', '.'] },
      { name: t('keys.recording.comment'), keys: ['C'] },
    ],
  };
  const ringingOrder: Group = {
    title: t('ringingOrder.title'),
    entries: [
      { name: t('keys.agent'), keys: ['↑', '↓'] },
      { name: t('keys.agent.ends'), keys: [t('keys.home'), t('keys.end')] },
      { name: t('keys.agent.priority'), keys: [alt('↑'), alt('↓')] },
    ],
  };
  const hours: Group = {
    title: t('schedule.title'),
    entries: [
      { name: t('keys.hours.byMinutes', { minutes: GRID_MINUTES }), keys: ['←', '→'] },
      { name: t('keys.hours.byDay'), keys: ['↑', '↓'] },
      { name: t('keys.hours.start'), keys: [shift('↑'), shift('↓')] },
      { name: t('keys.hours.end'), keys: [shift('←'), shift('→')] },
      { name: t('keys.hours.edit'), keys: [keyLabel('Enter')] },
      { name: t('keys.hours.remove'), keys: [t('keys.delete')] },
    ],
  };
  return [everywhere, palette, recording, ...(isAdministrator ? [ringingOrder, hours] : [])];
}
