import { useApiFile } from '@offhook/design/api-file';
import { formatDuration } from '@offhook/design/audio/clock';
import { PlayPill } from '@offhook/design/audio/play-pill.tsx';
import { RecordingPlayer, togglePlaying } from '@offhook/design/audio/recording-player.tsx';
import { useAudio } from '@offhook/design/audio/use-audio';
import { classes } from '@offhook/design/classes';
import callMade from '@offhook/design/icons/call_made.svg?raw';
import callReceived from '@offhook/design/icons/call_received.svg?raw';
import chat from '@offhook/design/icons/chat.svg?raw';
import description from '@offhook/design/icons/description.svg?raw';
import { Icon } from '@offhook/design/icons/icon.tsx';
import sms from '@offhook/design/icons/sms.svg?raw';
import { t } from '@offhook/i18n/phone';
import { useEffect, useRef, useState } from 'react';
import type { ActivityRow } from '../core/lead/activity.ts';
import { usePhone } from '../phone-context.tsx';
import styles from './activity.module.css';

const c = classes(styles);

function iconOf({ kind, outbound }: ActivityRow): string {
  if (kind === 'form') return description;
  if (kind === 'text') return outbound ? chat : sms;
  return outbound ? callMade : callReceived;
}

interface Props {
  readonly rows: readonly ActivityRow[];
  readonly older: number;
}

export function Activity({ rows, older }: Props) {
  const [openKey, setOpenKey] = useState<string | null>(null);
  if (rows.length === 0) return <p className={c('empty')}>{t('lead.noActivity')}</p>;
  return (
    <>
      <ul className={c('rows')}>
        {rows.map((row) => (
          <Row key={row.key} onOpen={() => setOpenKey(row.key)} open={openKey === row.key} row={row} />
        ))}
      </ul>
      {older > 0 && <p className={c('older')}>{t('lead.older', { count: older })}</p>}
    </>
  );
}

interface RowProps {
  readonly row: ActivityRow;
  readonly open: boolean;
  readonly onOpen: () => void;
}

function Row({ row, open, onOpen }: RowProps) {
  const { title, detail, time, chip, recording } = row;
  return (
    <li className={c('row', row.kind)}>
      <Icon mirrors={row.kind === 'call'} svg={iconOf(row)} />
      <div className={c('main')}>
        <div className={c('line')}>
          <span className={c('title')}>
            <bdi>{title}</bdi>
          </span>
          {chip && <span className={c('chip', chip.tone)}>{chip.text}</span>}
          <span className={c('time')}>{time}</span>
        </div>
        {recording ? (
          <Recorded onOpen={onOpen} open={open} recording={recording} row={row} />
        ) : (
          detail && <p className={c('detail')}>{detail}</p>
        )}
      </div>
    </li>
  );
}

interface RecordedProps extends RowProps {
  readonly recording: ActivityRow['recording'] & object;
}

function Recorded({ row: { title, time, detail }, recording, open, onOpen }: RecordedProps) {
  const { url, agentChannel, seconds } = recording;
  const audio = useRef<HTMLAudioElement>(null);
  const reading = useAudio(audio);
  const file = useApiFile(url);
  const { view } = usePhone().state.screen;
  // One recording plays at a time, and none when a call rings or starts.
  useEffect(() => {
    if (!open) audio.current?.pause();
  }, [open]);
  const farEnd = view.name === 'oncall' ? view.farEnd?.name : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new view pauses it, and the lead's answer
  useEffect(() => audio.current?.pause(), [view.name, farEnd]);
  useEffect(() => {
    const element = audio.current;
    return () => element?.pause();
  }, []);
  const duration = formatDuration(seconds);
  return (
    <>
      <div className={c('line')}>
        {detail && <p className={c('detail')}>{detail}</p>}
        <span className={c('play')}>
          <PlayPill
            duration={duration}
            name={t(reading.playing ? 'history.pause' : 'history.play', { duration })}
            onClick={() => {
              onOpen();
              togglePlaying(audio.current);
            }}
            open={open}
            playing={reading.playing}
          />
        </span>
      </div>
      {/* biome-ignore lint/a11y/useMediaCaption: a telephone call that was recorded has no captions */}
      <audio
        aria-label={t('history.recording', { name: title, time })}
        crossOrigin={file.crossOrigin}
        preload="none"
        ref={audio}
        src={file.src}
      />
      {open && (
        <div className={c('player')}>
          <RecordingPlayer
            agentChannel={agentChannel}
            audio={audio}
            reading={reading}
            seconds={seconds}
            url={url}
          />
        </div>
      )}
    </>
  );
}
