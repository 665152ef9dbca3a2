import { t } from '@offhook/i18n/voice-page';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { listStories, neighbor, noFilter } from '../src/inspector/core/story-list.ts';
import { NetworkDialog } from './controls/network-dialog.tsx';
import { Dialog } from './dialog.tsx';
import { followLog, initialFeed } from './feed.ts';
import { ListPane } from './list/list-pane.tsx';
import { isPhoneOn, Phone } from './phone/phone.tsx';
import { clear } from './requests.ts';
import { useShortcuts } from './shortcuts.ts';
import { AccountFacts } from './start/account-facts.tsx';
import { EmptyState } from './start/empty-state.tsx';
import { StoryPane } from './story/story-pane.tsx';
import { TopBar } from './top-bar.tsx';

/** The SID after # is the selected story, so that a reload or a link shows the same. */
function useSelected(): string | null {
  const read = () => /^#([A-Z]{2}\w+)$/.exec(location.hash)?.[1] ?? null;
  const [selected, setSelected] = useState(read);
  useEffect(() => {
    const update = (): void => setSelected(read());
    addEventListener('hashchange', update);
    return () => removeEventListener('hashchange', update);
  }, []);
  return selected;
}

export function App() {
  const [{ log, connection }, setFeed] = useState(initialFeed);
  const [filter, setFilter] = useState(noFilter);
  const [dialog, setDialog] = useState<'network' | 'account' | null>(null);
  const [hasPhone, setHasPhone] = useState(isPhoneOn);
  const selected = useSelected();
  const filterField = useRef<HTMLInputElement>(null);
  const storyPane = useRef<HTMLElement>(null);
  useEffect(() => followLog(setFeed), []);
  const hasSelected = selected !== null && log.stories[selected] !== undefined;
  useEffect(() => {
    if (hasSelected) document.querySelector('.item[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [hasSelected, selected]);
  const items = useMemo(() => listStories(log, filter), [log, filter]);
  const select = (sid: string | null): void => {
    if (sid === null) return;
    location.hash = sid;
    document.querySelector<HTMLElement>(`a[href="#${sid}"].item`)?.focus();
  };
  useShortcuts({
    next: () => select(neighbor(items, selected, 1)),
    previous: () => select(neighbor(items, selected, -1)),
    open: () => {
      const item = document.activeElement?.getAttribute('href');
      if (item) location.hash = item;
      storyPane.current?.focus();
    },
    filter: () => filterField.current?.focus(),
    back: () => {
      if (document.activeElement === filterField.current) setFilter(noFilter);
      const item = document.querySelector<HTMLElement>('.item[aria-current]');
      if (document.activeElement === item) location.hash = 'list';
      else item?.focus();
    },
  });
  const isEmpty = Object.keys(log.stories).length === 0;
  return (
    <div class={`page ${selected === null ? 'choosing' : 'reading'} ${hasPhone ? 'with-phone' : ''}`}>
      <TopBar
        onSkip={isEmpty ? null : () => storyPane.current?.focus()}
        connection={connection}
        hasPhone={hasPhone}
        onPhone={() => setHasPhone(!hasPhone)}
        onNetwork={() => setDialog('network')}
        onAccount={() => setDialog('account')}
        onClear={() => void clear()}
      />
      {isEmpty ? (
        <EmptyState />
      ) : (
        <>
          <ListPane
            items={items}
            selected={selected}
            filter={filter}
            evicted={log.evicted}
            onFilter={setFilter}
            filterRef={filterField}
          />
          <StoryPane log={log} sid={selected} paneRef={storyPane} />
        </>
      )}
      {/* It stays mounted, so that a hidden phone rings and keeps its call. */}
      <aside class="phone" aria-label={t('bar.phone')} hidden={!hasPhone}>
        <button type="button" class="quiet small" onClick={() => setHasPhone(false)}>
          {t('bar.phone.hide')}
        </button>
        {/* MOUNT POINT of the phone: voice/page/phone/phone.tsx */}
        <Phone onRinging={() => setHasPhone(true)} />
      </aside>
      {dialog === 'network' && <NetworkDialog callSid={null} onClose={() => setDialog(null)} />}
      {dialog === 'account' && (
        <Dialog title={t('account.title')} onClose={() => setDialog(null)}>
          <AccountFacts />
        </Dialog>
      )}
    </div>
  );
}
