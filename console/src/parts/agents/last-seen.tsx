import type { ConsoleAgent } from '@offhook/contract/console/people/agent-entities';
import { rich } from '@offhook/i18n/console';
import { NONE } from '../../core/reports/figures.ts';
import { Moment } from '../cards/moment.tsx';
import { Rich } from '../cards/rich.tsx';

/** In place of an agent's state, for people who take no calls. */
export function LastSeen({ at }: { readonly at: ConsoleAgent['last_seen_at'] }) {
  return at === null ? NONE : <Rich parts={rich('agentSecurity.seen', { time: <Moment at={at} /> })} />;
}
