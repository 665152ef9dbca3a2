import type { Story } from '../../src/inspector/core/log.ts';

/** Milliseconds from the answer to the end or to now; null if it wasn't answered. */
export function durationOf(story: Story, now: number): number | null {
  switch (story.kind) {
    case 'call': {
      const { answeredAt, endedAt } = story.call;
      return answeredAt === null ? null : (endedAt ?? now) - answeredAt;
    }
    case 'conference': {
      const { createdAt, endedAt } = story.conference;
      return (endedAt ?? now) - createdAt;
    }
    case 'text':
      return null;
    default:
      return story satisfies never;
  }
}

export function statusOf(story: Story): string {
  switch (story.kind) {
    case 'call':
      return story.call.status;
    case 'text':
      return story.text.status;
    case 'conference':
      return story.conference.status;
    default:
      return story satisfies never;
  }
}
