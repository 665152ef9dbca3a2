import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { classes } from '../classes.ts';
import { Spinner } from '../feedback/spinner.tsx';
import { keyLabel } from '../forms/key-label.ts';
import { Icon } from '../icons/icon.tsx';
import search from '../icons/search.svg?raw';
import styles from './palette.module.css';
import { movedHighlight, type PaletteEntry, paletteGroups } from './palette-entries.ts';
import { addRecent, readRecent } from './recent.ts';

const c = classes(styles);

/** Names of people are searched for once typing pauses. */
const SEARCH_DEBOUNCE_MS = 250;

export interface PaletteTexts {
  /** Names the dialog and its text field. */
  readonly title: string;
  readonly placeholder: string;
  readonly recent: string;
  readonly nothingFound: string;
  readonly searching: string;
  /** Why results are missing. */
  readonly problem?: string | null;
  /** Spoken as the list changes. */
  readonly count: (count: number) => string;
}

interface Props {
  /** Recent commands are remembered per page. */
  readonly page: 'phone' | 'console';
  readonly texts: PaletteTexts;
  readonly commands: readonly PaletteEntry[];
  /** What the server found for the last `onSearch`. */
  readonly found: readonly PaletteEntry[];
  readonly isSearching: boolean;
  readonly onSearch: (text: string) => void;
  /** Called after `onClose`. Nothing acts without it. */
  readonly onChoose: (id: string) => void;
  readonly onClose: () => void;
}

/** A combobox: the text field keeps the focus, and `aria-activedescendant` names the highlighted option. */
export function Palette({ page, texts, commands, found, isSearching, onSearch, onChoose, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const listId = useId();
  const [query, setQuery] = useState('');
  const [highlighted, setHighlighted] = useState<string | null>(null);
  const [recent] = useState(() => readRecent(page));
  const groups = paletteGroups({ commands, found, query, recent, recentTitle: texts.recent });
  const entries = groups.flatMap((group) => group.entries);
  const chosen = Math.max(
    0,
    entries.findIndex(({ id }) => id === highlighted),
  );
  const chosenId = entries[chosen]?.id ?? null;
  const problem = query.trim() === '' ? null : texts.problem;
  const optionId = (entry: PaletteEntry) => `${listId}-${entries.indexOf(entry)}`;

  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);

  // What the server finds later may be listed above it.
  useEffect(() => setHighlighted(chosenId), [chosenId]);

  useEffect(() => {
    const timer = setTimeout(() => onSearch(query.trim()), SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [query, onSearch]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when the highlight moves
  useLayoutEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen, query]);

  const choose = (entry: PaletteEntry | undefined) => {
    if (!entry) return;
    if (commands.includes(entry)) addRecent(page, entry.id);
    onClose();
    onChoose(entry.id);
  };

  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const moved = movedHighlight(chosen, entries.length, event.key);
    const isHandled = moved !== null || event.key === 'Enter' || event.key === 'Escape';
    if (!isHandled) return;
    // Keeps the page from handling the key too.
    event.preventDefault();
    event.stopPropagation();
    if (moved !== null) setHighlighted(entries[moved]?.id ?? null);
    else if (event.key === 'Escape') onClose();
    else if (!event.repeat) choose(entries[chosen]);
  };

  return (
    <dialog
      aria-label={texts.title}
      className={c('palette')}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => event.target === dialog.current && onClose()}
      // A letter isn't for the page, such as a call behind, even if the text field has lost the focus.
      onKeyDown={(event) => {
        const isModified = event.ctrlKey || event.metaKey || event.altKey;
        if (!isModified) event.stopPropagation();
      }}
      ref={dialog}
    >
      <div className={c('inside')}>
        <div className={c('top')}>
          <Icon svg={search} />
          <input
            aria-activedescendant={entries[chosen] && optionId(entries[chosen])}
            aria-autocomplete="list"
            aria-controls={listId}
            aria-expanded={entries.length > 0}
            aria-label={texts.title}
            autoComplete="off"
            className={c('field')}
            maxLength={100}
            onChange={(event) => {
              setQuery(event.target.value);
              setHighlighted(null);
            }}
            onKeyDown={press}
            placeholder={texts.placeholder}
            role="combobox"
            spellCheck={false}
            type="text"
            value={query}
          />
          {isSearching && <Spinner name={texts.searching} />}
        </div>
        <div
          aria-label={texts.title}
          className={c('list')}
          id={listId}
          ref={list}
          role="listbox"
          tabIndex={-1}
        >
          {groups.map((group) => (
            // biome-ignore lint/a11y/useSemanticElements: a group of options isn't a fieldset
            <div aria-label={group.title} className={c('group')} key={group.title} role="group">
              <p aria-hidden="true" className={c('title')}>
                {group.title}
              </p>
              {group.entries.map((entry) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox keeps the focus and handles the keys
                <div
                  aria-keyshortcuts={entry.keys}
                  aria-selected={entry === entries[chosen]}
                  className={c('option', entry === entries[chosen] && 'highlighted')}
                  id={optionId(entry)}
                  key={entry.id}
                  onClick={() => choose(entry)}
                  // Keeps the focus on the text field.
                  onMouseDown={(event) => event.preventDefault()}
                  onPointerMove={() => setHighlighted(entry.id)}
                  role="option"
                  tabIndex={-1}
                >
                  <Icon svg={entry.icon} />
                  <span className={c('name')}>
                    <bdi>{entry.name}</bdi>
                    {entry.detail && <span className={c('detail')}>{entry.detail}</span>}
                  </span>
                  {entry.keys && <kbd className={c('key')}>{keyLabel(entry.keys)}</kbd>}
                </div>
              ))}
            </div>
          ))}
        </div>
        {problem && <p className={c('none')}>{problem}</p>}
        {entries.length === 0 && !isSearching && !problem && (
          <p className={c('none')}>{texts.nothingFound}</p>
        )}
        <p aria-live="polite" className="visually-hidden">
          {query.trim() !== '' && texts.count(entries.length)} {problem}
        </p>
      </div>
    </dialog>
  );
}
