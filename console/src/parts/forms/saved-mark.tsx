import { classes } from '@offhook/design/classes';
import doneIcon from '@offhook/design/icons/check_circle-fill.svg?raw';
import { Icon } from '@offhook/design/icons/icon.tsx';
import { t } from '@offhook/i18n/console';
import styles from './save-bar.module.css';

const c = classes(styles);

/** What an editor says after a save, else its own text. Always on the page, so that screen readers notice the change. */
export function SavedMark({ isSaved, text = '' }: { readonly isSaved: boolean; readonly text?: string }) {
  return (
    <span className={c('changes', isSaved && 'saved')} role="status">
      {isSaved && <Icon size={18} svg={doneIcon} />}
      {isSaved ? t('editor.saved') : text}
    </span>
  );
}
