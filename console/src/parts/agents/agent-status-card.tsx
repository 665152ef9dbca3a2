import { AVAILABLE, DO_NOT_DISTURB } from '@offhook/contract/agent/agent-status';
import type { ConsoleAgent } from '@offhook/contract/console/people/agent-entities';
import { classes } from '@offhook/design/classes';
import { Banner } from '@offhook/design/feedback/banner.tsx';
import check from '@offhook/design/icons/check_circle.svg?raw';
import { Icon } from '@offhook/design/icons/icon.tsx';
import { statusIcon } from '@offhook/design/icons/status-icons';
import { t } from '@offhook/i18n/console';
import { formatSince, withZone } from '@offhook/i18n/formats';
import { agentStatusText } from '../../core/board/status-text.ts';
import { useApiMutation } from '../../queries.ts';
import { Card } from '../cards/card.tsx';
import { SmallButton } from '../cards/small-button.tsx';
import { useNow } from '../shell/use-now.ts';
import styles from './agent-status-card.module.css';
import { LastSeen } from './last-seen.tsx';

const c = classes(styles);

/** Changes immediately, without the page's Save. Do not disturb is a field of the page. */
export function AgentStatusCard({ agent }: { readonly agent: ConsoleAgent }) {
  const change = useApiMutation('setAgentStatus', ['readAgent', 'listAgents', 'readBoard']);
  const now = useNow();
  const { status } = agent;
  const since = status?.since ? Date.parse(status.since) : null;
  if (agent.active && !agent.is_agent && status === null)
    return (
      <Card title={t('field.status')}>
        <LastSeen at={agent.last_seen_at} />
        <p className={c('since')}>{t('agentStatus.noTeam')}</p>
      </Card>
    );
  return (
    <Card title={t('field.status')}>
      <Banner text={change.error?.message ?? null} />
      <div className={c('status')}>
        <Icon svg={statusIcon(status ?? { key: AVAILABLE, icon: 'coffee' })} />
        <span className={c('text')}>
          {status === null ? t('state.available') : agentStatusText(status)}
          {since !== null && (
            <span className={c('since')}>
              {t('agentStatus.since', { time: withZone(formatSince(since, now), since) })}
            </span>
          )}
        </span>
        {status !== null && status.key !== DO_NOT_DISTURB && (
          <SmallButton
            disabled={change.isPending}
            icon={check}
            onClick={() => change.mutate({ params: { id: agent.id }, body: { status: AVAILABLE } })}
            variant="quiet"
          >
            {t('agentStatus.setAvailable')}
          </SmallButton>
        )}
      </div>
    </Card>
  );
}
