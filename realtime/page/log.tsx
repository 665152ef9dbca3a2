import { t } from '@offhook/i18n/realtime-page';
import type { RefObject } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import { FILTERS, type Filter, matches } from '../src/inspector/core/describe.ts';
import type { Entry } from '../src/inspector/core/entry.ts';
import { EntryRow } from './entry-row.tsx';

interface LogProps {
  entries: readonly Entry[];
  /** How many entries wait while the page is paused; null if it isn't. */
  held: number | null;
  filterRef: RefObject<HTMLInputElement | null>;
  onPause: () => void;
  onClear: () => void;
}

const SHOWN = 200;

export function Log({ entries, held, filterRef, onPause, onClear }: LogProps) {
  const [filter, setFilter] = useState<Filter>('all');
  const [text, setText] = useState('');
  const [shown, setShown] = useState(SHOWN);
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const list = useRef<HTMLOListElement>(null);
  const found = useMemo(
    () => entries.filter((entry) => matches(entry, { filter, text: text.trim().toLowerCase() })),
    [entries, filter, text],
  );
  const toggle = (id: number) => {
    const next = new Set(open);
    if (!next.delete(id)) next.add(id);
    setOpen(next);
  };
  return (
    <section class="card log" aria-labelledby="log-title">
      <div class="tools">
        <h2 id="log-title">{t('log.title')}</h2>
        <label class="search">
          <span class="hidden">{t('filter.text')}</span>
          <input
            ref={filterRef}
            type="search"
            placeholder={t('filter.text')}
            value={text}
            spellcheck={false}
            onInput={(event) => setText(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Escape') setText('');
              if (event.key === 'ArrowDown') moveFocus(event, list.current, 1);
            }}
          />
        </label>
        <label>
          <span class="hidden">{t('filter.kind')}</span>
          <select
            value={filter}
            onChange={(event) => setFilter(FILTERS.find((one) => one === event.currentTarget.value) ?? 'all')}
          >
            {FILTERS.map((one) => (
              <option key={one} value={one}>
                {t(`filter.${one}`)}
              </option>
            ))}
          </select>
        </label>
        <button type="button" class={held === null ? '' : 'inverse'} aria-keyshortcuts="P" onClick={onPause}>
          {held === null ? t('log.pause') : t('log.resumeNew', { count: held })}
        </button>
        <button type="button" onClick={onClear}>
          {t('log.clear')}
        </button>
      </div>
      {entries.length === 0 && <p class="empty">{t('log.empty')}</p>}
      {entries.length > 0 && found.length === 0 && <p class="empty">{t('log.noMatch')}</p>}
      <ol
        class="entries"
        ref={list}
        onKeyDown={(event) => {
          const step = STEPS.get(event.key);
          if (step !== undefined) moveFocus(event, list.current, step);
        }}
      >
        {found.slice(0, shown).map((entry) => (
          <EntryRow key={entry.id} entry={entry} isOpen={open.has(entry.id)} onToggle={toggle} />
        ))}
      </ol>
      {found.length > shown && (
        <button type="button" class="older" onClick={() => setShown(shown + SHOWN)}>
          {t('log.older')}
        </button>
      )}
      <p class="keys" aria-hidden="true">
        <kbd>/</kbd> {t('keys.filter')} <kbd>J</kbd> <kbd>K</kbd> {t('keys.move')} <kbd>Enter</kbd>{' '}
        {t('keys.open')} <kbd>P</kbd> {t('keys.pause')}
      </p>
    </section>
  );
}

const STEPS = new Map([
  ['ArrowDown', 1],
  ['j', 1],
  ['ArrowUp', -1],
  ['k', -1],
]);

/** Moves the focus among the rows; from outside, to the first. */
function moveFocus(event: KeyboardEvent, list: HTMLElement | null, step: number): void {
  const rows = [...(list?.querySelectorAll<HTMLElement>('.row') ?? [])];
  const target = rows[Math.max(0, rows.indexOf(document.activeElement as HTMLElement) + step)];
  if (!target) return;
  event.preventDefault();
  target.focus();
}
