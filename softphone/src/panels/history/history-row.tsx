import { useApiFile } from '@offhook/design/api-file';
import { PlayPill } from '@offhook/design/audio/play-pill.tsx';
import { RecordingPlayer, togglePlaying } from '@offhook/design/audio/recording-player.tsx';
import { useAudio } from '@offhook/design/audio/use-audio';
import { classes } from '@offhook/design/classes';
import callMade from '@offhook/design/icons/call_made.svg?raw';
import callReceived from '@offhook/design/icons/call_received.svg?raw';
import { Icon } from '@offhook/design/icons/icon.tsx';
import { t } from '@offhook/i18n/phone';
import { type ReactNode, useEffect, useRef } from 'react';
import CallbackPicker from '../../callbacks/callback-picker.tsx';
import type { HistoryRow as Row } from '../../core/lists/history-rows.ts';
import type { PersonPrefill } from '../../core/screen/screen-state.ts';
import styles from './history.module.css';
import { HistoryStatus } from './history-status.tsx';
import { LateActions } from './late-actions.tsx';

const c = classes(styles);

interface Props {
  readonly row: Row;
  readonly seconds: number;
  readonly agentChannel: number;
  readonly roomy: boolean;
  /** At most one row's player is open. */
  readonly open: boolean;
  readonly onOpen: () => void;
  readonly onLead: (prefill: PersonPrefill) => void;
  /** 'Callback: Tomorrow, 9:30 AM'; null: the agent has none with this lead. */
  readonly callbackText: string | null;
  /** At most one row's choice of a time is open. */
  readonly callingBack: boolean;
  /** Null: the server offers no callbacks. */
  readonly onCallBack: (() => void) | null;
}

export function HistoryRow({
  row,
  seconds,
  agentChannel,
  roomy,
  open,
  onOpen,
  onLead,
  callbackText,
  callingBack,
  onCallBack,
}: Props) {
  const audio = useRef<HTMLAudioElement>(null);
  const reading = useAudio(audio);

  // One recording plays at a time, and none after the panel closes.
  useEffect(() => {
    if (!open) audio.current?.pause();
  }, [open]);
  useEffect(() => {
    const element = audio.current;
    return () => element?.pause();
  }, []);

  const callBack = useRef<HTMLButtonElement>(null);
  const wasCallingBack = useRef(callingBack);
  useEffect(() => {
    const closed = wasCallingBack.current && !callingBack;
    wasCallingBack.current = callingBack;
    // Unless the agent has gone on to something else.
    if (closed && document.activeElement === document.body) callBack.current?.focus({ preventScroll: true });
  }, [callingBack]);

  const { lead, recordingUrl } = row;
  const file = useApiFile(recordingUrl ?? '');
  const outbound = row.icon === 'call_made';
  const phone = (
    <bdi className={c(lead ? 'phone' : 'name')} dir="ltr" title={row.phone}>
      {row.phone}
    </bdi>
  );
  const label = lead && (
    <button
      className={c('name', 'lead')}
      onClick={() => onLead(lead.prefill)}
      title={lead.name}
      type="button"
    >
      <bdi>{lead.name}</bdi>
    </button>
  );
  const status = recordingUrl ? (
    <>
      <PlayPill
        duration={row.status}
        name={t(reading.playing ? 'history.pause' : 'history.play', { duration: row.status })}
        onClick={() => {
          onOpen();
          togglePlaying(audio.current);
        }}
        open={open}
        playing={reading.playing}
      />
      {/* biome-ignore lint/a11y/useMediaCaption: a telephone call that was recorded has no captions */}
      <audio
        aria-label={t('history.recording', { name: lead?.name ?? row.phone, time: row.time })}
        className={c('audio')}
        controls
        crossOrigin={file.crossOrigin}
        preload="none"
        ref={audio}
        src={file.src}
      />
    </>
  ) : (
    <HistoryStatus icon={row.statusIcon} text={row.status} />
  );
  const retry = row.retry && <span className={c('chip')}>{row.retry}</span>;
  const followup = row.followup && <span className={c('chip')}>{row.followup}</span>;
  const reason = row.reason && <span className={c('reason')}>{row.reason}</span>;
  const agent = row.agent && (
    <span className={c('agent')} title={row.agent}>
      {row.agent}
    </span>
  );

  const callBackLabel = callbackText ?? t('callback.action');
  const ownCallId = row.ownCall === null || lead === null ? null : row.id;
  const late = (
    <LateActions row={row}>
      {ownCallId !== null && onCallBack && (
        <button
          aria-expanded={callingBack}
          aria-label={t('callback.actionTo', {
            label: callBackLabel,
            name: lead?.name ?? row.phone,
            time: row.time,
          })}
          className={c('lateAction')}
          onClick={onCallBack}
          ref={callBack}
          type="button"
        >
          {callBackLabel}
        </button>
      )}
    </LateActions>
  );
  const cells = { agent, followup, late, lead: label, phone, reason, retry, status, time: row.time };
  return (
    <>
      <tr className={c('row', open && 'rowOpen')}>
        <td className={c('direction')} data-icon={row.icon}>
          <Icon mirrors svg={outbound ? callMade : callReceived} />
          <span className="visually-hidden">{t(outbound ? 'history.outbound' : 'history.inbound')}</span>
        </td>
        {roomy ? <Roomy {...cells} /> : <Narrow {...cells} />}
      </tr>
      {callingBack && ownCallId !== null && onCallBack && (
        <tr className={c('playerRow')}>
          <td colSpan={roomy ? 5 : 2}>
            <CallbackPicker callId={ownCallId} onClose={onCallBack} />
          </td>
        </tr>
      )}
      {open && recordingUrl && (
        <tr className={c('playerRow')}>
          <td colSpan={roomy ? 5 : 2}>
            <RecordingPlayer
              agentChannel={agentChannel}
              audio={audio}
              pauses={row.pauses}
              reading={reading}
              seconds={seconds}
              url={recordingUrl}
            />
          </td>
        </tr>
      )}
    </>
  );
}

interface Cells {
  readonly lead: ReactNode;
  readonly phone: ReactNode;
  readonly status: ReactNode;
  readonly time: string;
  readonly agent: ReactNode;
  readonly reason: ReactNode;
  readonly retry: ReactNode;
  readonly followup: ReactNode;
  readonly late: ReactNode;
}

function Roomy({ lead, phone, status, time, agent, reason, retry, followup, late }: Cells) {
  return (
    <>
      <td className={c('who')}>
        {lead ?? phone}
        {lead && <div className={c('second')}>{phone}</div>}
        {late}
      </td>
      <td>
        <div className={c('first')}>
          {status}
          {retry}
        </div>
        {reason && <div className={c('second')}>{reason}</div>}
      </td>
      <td>
        <div className={c('first')}>{time}</div>
        {followup && <div className={c('second')}>{followup}</div>}
      </td>
      <td className={c('agentCell')}>
        <div className={c('first')}>{agent}</div>
      </td>
    </>
  );
}

function Narrow({ lead, phone, status, time, agent, reason, retry, followup, late }: Cells) {
  return (
    <td className={c('lines')}>
      <div className={c('line')}>
        {lead ?? phone}
        <span className={c('end', 'first')}>{status}</span>
      </div>
      <div className={c('line', 'second')}>
        {lead ? phone : <AgentAndReason agent={agent} reason={reason} />}
        <span className={c('end')}>{time}</span>
      </div>
      {((lead && (agent || reason)) || retry || followup) && (
        <div className={c('line', 'second')}>
          {lead ? <AgentAndReason agent={agent} reason={reason} /> : <span />}
          <span className={c('end', 'chips')}>
            {retry}
            {followup}
          </span>
        </div>
      )}
      {late}
    </td>
  );
}

function AgentAndReason({ agent, reason }: Pick<Cells, 'agent' | 'reason'>) {
  return (
    <span className={c('third')}>
      {agent}
      {agent && reason && (
        <span aria-hidden="true" className={c('between')}>
          ·
        </span>
      )}
      {reason}
    </span>
  );
}
