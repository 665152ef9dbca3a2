import { t } from '@offhook/i18n/voice-page';
import type { CallStory, Log } from '../../src/inspector/core/log.ts';
import { isLive } from '../../src/inspector/core/story-list.ts';
import { CallControls } from '../controls/call-controls.tsx';
import { CopyButton } from '../copy-button.tsx';
import { ListenButton } from '../phone/listen-button.tsx';
import { ImpairedChip, Status } from './status.tsx';
import { Timeline } from './timeline.tsx';

interface LegProps {
  readonly log: Log;
  readonly story: CallStory;
  readonly startedAt: number;
}

/** A leg that the call's Dial created, with its own timeline. */
export function Leg({ log, story, startedAt }: LegProps) {
  return (
    <section class="leg" aria-label={t('story.leg', { to: story.call.to })}>
      <header class="row">
        <b>{t('story.leg', { to: story.call.to })}</b> <Status story={story} /> <ImpairedChip story={story} />
        <CopyButton label={t('copy.sid')} text={story.sid} />
        {/* MOUNT POINT of the listen button, once per leg: voice/page/phone/listen-button.tsx */}
        {isLive(story) && <ListenButton callSid={story.sid} />}
      </header>
      {isLive(story) && <CallControls call={story.call} />}
      <Timeline log={log} story={story} startedAt={startedAt} />
    </section>
  );
}
