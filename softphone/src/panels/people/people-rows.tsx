import type { SuperviseAction } from '@offhook/contract/accounts/permissions';
import type { Team } from '@offhook/contract/agent/agent';
import type { NamedStatus } from '@offhook/contract/agent/agent-status';
import { classes } from '@offhook/design/classes';
import { IconButton } from '@offhook/design/forms/icon-button.tsx';
import merge from '@offhook/design/icons/call_merge.svg?raw';
import callFill from '@offhook/design/icons/call-fill.svg?raw';
import check from '@offhook/design/icons/check_circle-fill.svg?raw';
import minus from '@offhook/design/icons/do_not_disturb_on.svg?raw';
import hearing from '@offhook/design/icons/hearing.svg?raw';
import { Icon } from '@offhook/design/icons/icon.tsx';
import phoneInTalk from '@offhook/design/icons/phone_in_talk-fill.svg?raw';
import whisper from '@offhook/design/icons/record_voice_over.svg?raw';
import searchOff from '@offhook/design/icons/search_off.svg?raw';
import { statusIcon } from '@offhook/design/icons/status-icons';
import { t } from '@offhook/i18n/phone';
import { type ReactNode, useId } from 'react';
import { rowStatusName } from '../../components/status/status-texts.ts';
import { type AgentRow, type AgentStatus, teamRow } from '../../core/lists/agent-rows.ts';
import styles from './people.module.css';

const c = classes(styles);

const STATUS = {
  onCall: phoneInTalk,
  available: check,
  unavailable: minus,
} as const satisfies Record<AgentStatus, string>;

const SUPERVISE = {
  listen: { name: 'people.listen', icon: hearing },
  whisper: { name: 'people.whisper', icon: whisper },
  barge: { name: 'people.barge', icon: merge },
} as const satisfies Record<SuperviseAction, { name: string; icon: string }>;

interface PersonProps {
  readonly status: AgentStatus;
  readonly name: string;
  readonly otherStatus?: NamedStatus | null;
  readonly children: (nameId: string) => ReactNode;
}

function Person({ status, name, otherStatus = null, children }: PersonProps) {
  const nameId = useId();
  const icon = otherStatus ? statusIcon(otherStatus) : STATUS[status];
  const text = rowStatusName({ status, otherStatus });
  return (
    <li className={c('row', status)}>
      <span className={c('status')} title={text}>
        <Icon svg={icon} />
        <span className="visually-hidden">{text}</span>
      </span>
      <span className={c('name')} dir="auto" id={nameId} title={name}>
        {name}
      </span>
      {otherStatus && (
        <span aria-hidden="true" className={c('otherStatus')} dir="auto">
          {text}
        </span>
      )}
      {children(nameId)}
    </li>
  );
}

interface CallProps {
  readonly nameId: string;
  readonly busy: boolean;
  readonly onCall: () => void;
}

function CallButton({ nameId, busy, onCall }: CallProps) {
  return (
    <IconButton
      aria-describedby={nameId}
      aria-disabled={busy}
      icon={callFill}
      variant="go"
      name={t('people.call')}
      onClick={onCall}
    />
  );
}

interface AgentRowsProps {
  readonly rows: readonly AgentRow[];
  readonly busy: boolean;
  readonly onCall: (userId: number) => void;
  readonly onSupervise: (action: SuperviseAction, callId: number) => void;
}

export function AgentRows({ rows, busy, onCall, onSupervise }: AgentRowsProps) {
  return (
    <ul aria-label={t('people.agents')} className={c('rows')}>
      {rows.map(({ id, name, status, otherStatus, callId, supervise, canCall }) => (
        <Person key={id} name={name} otherStatus={otherStatus} status={status}>
          {(nameId) => (
            <>
              {supervise.map((action) => (
                <IconButton
                  aria-describedby={nameId}
                  aria-disabled={busy}
                  key={action}
                  variant="row"
                  onClick={() => callId !== null && onSupervise(action, callId)}
                  icon={SUPERVISE[action].icon}
                  name={t(SUPERVISE[action].name)}
                />
              ))}
              {canCall && <CallButton busy={busy} nameId={nameId} onCall={() => onCall(id)} />}
            </>
          )}
        </Person>
      ))}
    </ul>
  );
}

interface TeamRowsProps {
  readonly teams: readonly Team[];
  readonly busy: boolean;
  readonly onCall: (teamId: number) => void;
}

export function TeamRows({ teams, busy, onCall }: TeamRowsProps) {
  return (
    <ul aria-label={t('people.teams')} className={c('rows')}>
      {teams.map(teamRow).map(({ id, name, status, canCall }) => (
        <Person key={id} name={name} status={status}>
          {(nameId) => canCall && <CallButton busy={busy} nameId={nameId} onCall={() => onCall(id)} />}
        </Person>
      ))}
    </ul>
  );
}

export function EmptyList({ text }: { readonly text: string }) {
  return (
    <div className={c('empty')}>
      <Icon size={48} svg={searchOff} />
      <p>{text}</p>
    </div>
  );
}

export function PeopleSkeleton() {
  return (
    <div aria-hidden="true">
      {['a', 'b', 'c', 'd', 'e', 'f'].map((row) => (
        <div className={c('row')} key={row}>
          <span className={c('dot')} />
          <span className={c('bone')} />
        </div>
      ))}
    </div>
  );
}
