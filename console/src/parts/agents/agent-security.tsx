import type { ConsoleAgent } from '@offhook/contract/console/people/agent-entities';
import type { UserSession } from '@offhook/contract/requests/second-factor-requests';
import { classes } from '@offhook/design/classes';
import { Banner } from '@offhook/design/feedback/banner.tsx';
import remove from '@offhook/design/icons/lock_reset.svg?raw';
import { t } from '@offhook/i18n/console';
import { formatList, formatSince, withZone } from '@offhook/i18n/formats';
import { type RequestAnswer, useApiMutation, useApiQuery } from '../../queries.ts';
import { Card } from '../cards/card.tsx';
import { SmallButton } from '../cards/small-button.tsx';
import { useQuestion } from '../dialogs/use-question.tsx';
import { useNow } from '../shell/use-now.ts';
import styles from './agent-security.module.css';

const c = classes(styles);

type Security = RequestAnswer<'readAgentSecurity'>['security'];

/** Second factor and sessions. Both change immediately, without the page's Save. */
export function AgentSecurity({ agent }: { readonly agent: ConsoleAgent }) {
  const query = useApiQuery('readAgentSecurity', { params: { id: agent.id } });
  const end = useApiMutation('endAgentSession', ['readAgentSecurity']);
  const reset = useApiMutation('resetAgentFactors', ['readAgentSecurity']);
  const { openQuestion, question } = useQuestion(() => ({
    action: t('agentSecurity.remove'),
    onAction: () => reset.mutate({ params: { id: agent.id } }),
    text: t('agentSecurity.remove.text', { name: agent.full_name }),
    title: t('agentSecurity.remove.title'),
  }));
  const security = query.data?.security;
  const error = query.error ?? end.error ?? reset.error;
  if (!security && !error) return null;
  return (
    <Card title={t('agentSecurity.title')}>
      <Banner text={error?.message ?? null} />
      {security && (
        <>
          <p className={c('about')}>
            {factorsText(security)}
            {security.is_required && <span className={c('soft')}> {t('agentSecurity.required')}</span>}
          </p>
          {(security.totp || security.passkeys > 0) && (
            <div className={c('reset')}>
              <SmallButton
                disabled={reset.isPending}
                icon={remove}
                onClick={() => openQuestion()}
                variant="quiet"
              >
                {t('agentSecurity.remove')}
              </SmallButton>
            </div>
          )}
          <SessionList
            isBusy={end.isPending}
            onEnd={(session) => end.mutate({ params: { id: agent.id }, body: { session } })}
            sessions={security.sessions}
          />
        </>
      )}
      {question}
    </Card>
  );
}

function factorsText({ passkeys, totp, recovery_codes }: Security): string {
  const factors = [
    ...(passkeys > 0 ? [t('agentSecurity.passkeys', { count: passkeys })] : []),
    ...(totp ? [t('agentSecurity.totp')] : []),
    ...(recovery_codes > 0 ? [t('agentSecurity.codes', { count: recovery_codes })] : []),
  ];
  return factors.length === 0 ? t('agentSecurity.none') : formatList(factors);
}

function SessionList({
  sessions,
  isBusy,
  onEnd,
}: {
  readonly sessions: readonly UserSession[];
  readonly isBusy: boolean;
  readonly onEnd: (session: string) => void;
}) {
  const now = useNow();
  const since = (at: string) => withZone(formatSince(Date.parse(at), now), Date.parse(at));
  if (sessions.length === 0) return <p className={c('soft')}>{t('agentSecurity.noSessions')}</p>;
  return (
    <ul aria-label={t('agentSecurity.sessions')} className={c('list')}>
      {sessions.map((session) => (
        <li className={c('row')} key={session.id}>
          <div className={c('about')}>
            <p>{sessionName(session)}</p>
            <p className={c('soft')}>
              {session.address !== null && `${session.address} · `}
              {session.last_seen_at === null
                ? t('agentSecurity.signedIn', { time: since(session.signed_in_at) })
                : t('agentSecurity.seen', { time: since(session.last_seen_at) })}
            </p>
          </div>
          <SmallButton
            aria-label={t('agentSecurity.end.named', { name: sessionName(session) })}
            disabled={isBusy}
            onClick={() => onEnd(session.id)}
            variant="plain"
          >
            {t('agentSecurity.end')}
          </SmallButton>
        </li>
      ))}
    </ul>
  );
}

function sessionName({ browser, system }: UserSession): string {
  if (browser === null) return t('agentSecurity.unknownBrowser');
  return system === null ? browser : t('agentSecurity.browser', { browser, system });
}
