import { useShortcuts } from '@offhook/design/keys/use-shortcuts';
import { useLayoutEffect, useRef, useState } from 'react';
import type { Conversation } from '../../core/screen/screen-state.ts';
import { isStoryKnown, useLeadStory } from '../../queries.ts';

export type CallTab = 'call' | 'lead' | 'script';

/**
 * The tabs of a call in a narrow window; none in a wide one, or if the server doesn't know the lead's story.
 * @param isCovered by a panel
 */
export function useLeadTabs(conversation: Conversation | null, isCovered: boolean) {
  const { data, error, isFetched } = useLeadStory(conversation);
  const [chosen, setChosen] = useState<CallTab>('call');
  const [wantsNote, setWantsNote] = useState(false);
  const scrolledTo = useRef<Partial<Record<CallTab, number>>>({});
  const isShown = conversation !== null && isFetched && isStoryKnown(error);
  const tabs: readonly CallTab[] = !isShown
    ? []
    : data?.script
      ? ['call', 'lead', 'script']
      : ['call', 'lead'];
  const tab = tabs.includes(chosen) ? chosen : 'call';
  const chooseTab = (next: CallTab) => {
    scrolledTo.current[tab] = stage()?.scrollTop ?? 0;
    setWantsNote(false);
    setChosen(next);
  };
  useLayoutEffect(() => {
    const at = scrolledTo.current[tab];
    const content = stage();
    if (content && at !== undefined) content.scrollTop = at;
  }, [tab]);
  const showNote = () => {
    chooseTab('lead');
    setWantsNote(true);
  };
  // On its own tab, the note's field has the shortcut.
  useShortcuts({ N: isShown && !isCovered && tab !== 'lead' ? showNote : null });
  return { tab, tabs, chooseTab, wantsNote };
}

const stage = () => document.querySelector('[data-part="content"]');
