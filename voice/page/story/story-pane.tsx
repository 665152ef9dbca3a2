import { t } from '@offhook/i18n/voice-page';
import type { Ref } from 'preact';
import type { Log, Story } from '../../src/inspector/core/log.ts';
import { countProblems, isLive } from '../../src/inspector/core/story-list.ts';
import { legsOf } from '../../src/inspector/core/timeline.ts';
import { CallControls } from '../controls/call-controls.tsx';
import { CopyButton } from '../copy-button.tsx';
import { ProblemChips } from '../list/list-row.tsx';
import { ListenButton } from '../phone/listen-button.tsx';
import { formatDuration, useNow } from '../times.ts';
import { Participants } from './participants.tsx';
import { ImpairedChip, Status } from './status.tsx';
import { durationOf } from './story-facts.ts';
import { Timeline } from './timeline.tsx';

interface StoryPaneProps {
  readonly log: Log;
  readonly sid: string | null;
  readonly paneRef: Ref<HTMLElement>;
}

export function StoryPane({ log, sid, paneRef }: StoryPaneProps) {
  const story = sid === null ? undefined : log.stories[sid];
  return (
    <main id="story" class="story" ref={paneRef} tabIndex={-1}>
      {story ? (
        <WholeStory key={story.sid} log={log} story={story} />
      ) : (
        <p class="soft note">{sid === null ? t('story.choose') : t('story.gone')}</p>
      )}
    </main>
  );
}

function WholeStory({ log, story }: { readonly log: Log; readonly story: Story }) {
  const now = useNow(isLive(story));
  const duration = durationOf(story, now);
  return (
    <>
      <header>
        <a class="back" href="#list">
          {t('story.back')}
        </a>
        <h2>{titleOf(story)}</h2>
        <p class="row">
          <Status story={story} />
          <ImpairedChip story={story} />
          {story.kind === 'call' && <span class="soft">{story.call.direction}</span>}
          {duration !== null && <span class="number">{formatDuration(duration)}</span>}
          <ProblemChips problems={countProblems(legsOf(log, story))} />
        </p>
        <p class="row">
          <code class="sid">{story.sid}</code>
          <CopyButton label={t('copy.sid')} text={story.sid} />
          {/* MOUNT POINT of the listen button, once per leg: voice/page/phone/listen-button.tsx */}
          {story.kind === 'call' && isLive(story) && <ListenButton callSid={story.sid} />}
        </p>
        {story.kind === 'call' && story.call.parentSid !== null && (
          <p>
            <a href={`#${story.call.parentSid}`}>ParentCallSid</a>
          </p>
        )}
        {story.kind === 'call' && isLive(story) && <CallControls call={story.call} />}
        {story.kind === 'text' && <blockquote>{story.text.body}</blockquote>}
      </header>
      {story.kind === 'conference' && <Participants log={log} conference={story.conference} />}
      <h3 class="hidden">{t('story.timeline')}</h3>
      <Timeline log={log} story={story} startedAt={story.startedAt} />
    </>
  );
}

function titleOf(story: Story): string {
  if (story.kind === 'conference') return t('story.conference', { name: story.conference.name });
  const { from, to } = story.kind === 'call' ? story.call : story.text;
  return `${from} → ${to}`;
}
