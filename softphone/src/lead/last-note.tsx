import { classes } from '@offhook/design/classes';
import { Icon } from '@offhook/design/icons/icon.tsx';
import keep from '@offhook/design/icons/keep-fill.svg?raw';
import { t } from '@offhook/i18n/phone';
import { useEffect, useRef, useState } from 'react';
import type { NoteText } from '../core/lead/lead-view.ts';
import styles from './notes.module.css';

const c = classes(styles);

interface Props {
  /** Undefined: not loaded yet. */
  readonly note: NoteText | null | undefined;
  readonly plain?: boolean;
}

/** Two lines, until the agent asks for all. */
export function LastNote({ note, plain }: Props) {
  const text = useRef<HTMLParagraphElement>(null);
  const [whole, setWhole] = useState(false);
  const [cut, setCut] = useState(false);
  useEffect(() => {
    const element = text.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setCut(element.scrollHeight > element.clientHeight + 1));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <section aria-label={t('lead.lastNote')} className={c('strip', 'last', plain && 'plain')}>
      <span className={c('pin')}>
        <Icon svg={keep} />
      </span>
      <div className={c('said')}>
        <div className={c('head')}>
          <span className={c('label')}>{t('lead.lastNote')}</span>
          {note && <bdi className={c('by')}>{note.by}</bdi>}
          {(cut || whole) && (
            <button
              aria-expanded={whole}
              className={c('more')}
              onClick={() => setWhole(!whole)}
              type="button"
            >
              {t(whole ? 'lead.showLess' : 'lead.showAll')}
            </button>
          )}
        </div>
        <p className={c('content', whole && 'whole', !note && 'none')} ref={text}>
          {note === undefined ? '' : (note?.content ?? t('lead.noNotes'))}
        </p>
      </div>
    </section>
  );
}
