import { t } from '@offhook/i18n/voice-page';
import type { Story } from '../../src/inspector/core/log.ts';
import type { ListItem, Problems } from '../../src/inspector/core/story-list.ts';
import { Status } from '../story/status.tsx';
import { durationOf } from '../story/story-facts.ts';
import { formatClock, formatDuration } from '../times.ts';

interface ListRowProps {
  readonly item: ListItem;
  readonly isSelected: boolean;
  readonly now: number;
}

export function ListRow({ item: { story, problems }, isSelected, now }: ListRowProps) {
  const duration = durationOf(story, now);
  return (
    <a class="item" href={`#${story.sid}`} aria-current={isSelected ? 'true' : undefined}>
      <Title story={story} />
      <span class="facts">
        <Status story={story} />
        <span class="soft">{kindOf(story)}</span>
        {duration !== null && <span class="soft number">{formatDuration(duration)}</span>}
        <ProblemChips problems={problems} />
        <time>{formatClock(story.startedAt)}</time>
      </span>
    </a>
  );
}

function Title({ story }: { readonly story: Story }) {
  if (story.kind === 'conference') return <b>{story.conference.name}</b>;
  const { from, to } = story.kind === 'call' ? story.call : story.text;
  return (
    <b>
      <bdi>{from}</bdi> <span aria-hidden="true">→</span>
      <span class="hidden"> → </span> <bdi>{to}</bdi>
    </b>
  );
}

function kindOf(story: Story): string {
  switch (story.kind) {
    case 'call':
      return story.call.direction;
    case 'text':
      return `${t('list.text')}, ${story.text.direction}`;
    case 'conference':
      return t('list.conference');
    default:
      return story satisfies never;
  }
}

export function ProblemChips({ problems: { errors, warnings } }: { readonly problems: Problems }) {
  return (
    <>
      {errors > 0 && <span class="chip error">{t('list.errors', { count: errors })}</span>}
      {warnings > 0 && <span class="chip warning">{t('list.warnings', { count: warnings })}</span>}
    </>
  );
}
