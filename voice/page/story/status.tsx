import { t } from '@offhook/i18n/voice-page';
import type { Story } from '../../src/inspector/core/log.ts';
import { isLive } from '../../src/inspector/core/story-list.ts';
import { isImpaired } from '../../src/inspector/core/timeline.ts';
import { useNow } from '../times.ts';
import { statusOf } from './story-facts.ts';

/** Statuses are the provider's words, in every language. */
export function StatusChip({ status }: { readonly status: string }) {
  return <code class={`chip status ${toneOf(status)}`}>{status}</code>;
}

export const Status = ({ story }: { readonly story: Story }) => <StatusChip status={statusOf(story)} />;

/** Shown while the network of the call's browser is impaired. */
export function ImpairedChip({ story }: { readonly story: Story }) {
  const now = useNow(isLive(story));
  return isImpaired(story, now) ? <span class="chip warning">{t('network.impaired')}</span> : null;
}

function toneOf(status: string): string {
  switch (status) {
    case 'in-progress':
      return 'talking';
    case 'queued':
    case 'initiated':
    case 'ringing':
    case 'init':
    case 'sent':
      return 'ringing';
    case 'failed':
    case 'undelivered':
      return 'error';
    case 'busy':
    case 'no-answer':
    case 'canceled':
      return 'warning';
    default:
      return 'over';
  }
}
