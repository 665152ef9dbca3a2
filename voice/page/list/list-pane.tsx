import { t } from '@offhook/i18n/voice-page';
import type { Ref } from 'preact';
import type { ListFilter, ListItem } from '../../src/inspector/core/story-list.ts';
import { isLive } from '../../src/inspector/core/story-list.ts';
import { useNow } from '../times.ts';
import { ListRow } from './list-row.tsx';

interface ListPaneProps {
  readonly items: readonly ListItem[];
  readonly selected: string | null;
  readonly filter: ListFilter;
  readonly evicted: number;
  readonly onFilter: (filter: ListFilter) => void;
  readonly filterRef: Ref<HTMLInputElement>;
}

const STATES = ['all', 'live', 'ended'] as const;

export function ListPane({ items, selected, filter, evicted, onFilter, filterRef }: ListPaneProps) {
  const now = useNow(items.some(({ story }) => isLive(story)));
  return (
    <nav class="list" aria-label={t('list.label')}>
      <search>
        <input
          ref={filterRef}
          type="search"
          aria-label={t('filter.label')}
          aria-keyshortcuts="/"
          placeholder={t('filter.label')}
          value={filter.text}
          onInput={(event) => onFilter({ ...filter, text: event.currentTarget.value })}
        />
        <div class="row">
          <fieldset class="segments">
            <legend class="hidden">{t('filter.state')}</legend>
            {STATES.map((state) => (
              <label key={state}>
                <input
                  type="radio"
                  name="state"
                  checked={filter.state === state}
                  onChange={() => onFilter({ ...filter, state })}
                />
                <span>{t(`filter.state.${state}`)}</span>
              </label>
            ))}
          </fieldset>
          <label class="check">
            <input
              type="checkbox"
              checked={filter.errorsOnly}
              onChange={(event) => onFilter({ ...filter, errorsOnly: event.currentTarget.checked })}
            />
            {t('filter.errors')}
          </label>
        </div>
      </search>
      <ol>
        {items.map((item) => (
          <li key={item.story.sid}>
            <ListRow item={item} isSelected={item.story.sid === selected} now={now} />
          </li>
        ))}
      </ol>
      {items.length === 0 && <p class="soft note">{t('list.empty')}</p>}
      {evicted > 0 && <p class="soft note">{t('list.evicted', { count: evicted })}</p>}
    </nav>
  );
}
