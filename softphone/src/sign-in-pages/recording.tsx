import type { ExternalRecording } from '@offhook/contract/requests/external-link-requests';
import { useApiFile } from '@offhook/design/api-file';
import { formatDuration } from '@offhook/design/audio/clock';
import { lanesOf, SPEEDS, type Speed } from '@offhook/design/audio/playback';
import {
  LaneName,
  PausedParts,
  PlayButton,
  PlayerAudio,
  PlayerCard,
  PlayerError,
  PlayerLine,
  PlayerTime,
} from '@offhook/design/audio/player-parts.tsx';
import { RecordingWave } from '@offhook/design/audio/recording-wave.tsx';
import { usePlayback } from '@offhook/design/audio/use-playback';
import { classes } from '@offhook/design/classes';
import { Select } from '@offhook/design/forms/field.tsx';
import { formatDateTime, withZone } from '@offhook/i18n/formats';
import { t as playerText } from '@offhook/i18n/login';
import { t } from '@offhook/i18n/sign-in-pages';
import { useMemo } from 'react';
import { Frame, Line } from './frame.tsx';
import type { SignInPageProps } from './page-props.ts';
import styles from './recording.module.css';
import { useLink } from './use-link.ts';

const c = classes(styles);
const NO_PARTS = [] as const;

/** A recording for a person without a login, who has only the link. */
export default function Recording({ api, token }: SignInPageProps) {
  const link = useLink(() => api.request('openExternalLink', { body: { token } }));
  const title = t('recording.title');
  if (link === null) return <Frame title={title} wide />;
  if (!link.ok)
    return (
      <Frame title={title} wide>
        <Line>{link.error}</Line>
      </Frame>
    );
  const { recording } = link.value;
  return (
    <Frame title={title} wide>
      <Line>
        {recording.duration_seconds === null
          ? moment(recording.recorded_at)
          : t('recording.facts', {
              time: moment(recording.recorded_at),
              duration: formatDuration(recording.duration_seconds),
            })}
      </Line>
      <Player recording={recording} />
      <Line>{t('recording.until', { time: moment(recording.expires_at) })}</Line>
    </Frame>
  );
}

function moment(at: string): string {
  const ms = Date.parse(at);
  return withZone(formatDateTime(ms), ms);
}

function Player({ recording }: { readonly recording: ExternalRecording }) {
  const { url, duration_seconds: seconds, is_voicemail: isVoicemail, pauses } = recording;
  const file = useApiFile(url);
  const lanes = useMemo(() => lanesOf(recording), [recording]);
  const { audio, reading, speed, time, duration, seek, setSpeed, toggle, retry } = usePlayback({
    seconds: seconds ?? 0,
    startAt: 0,
    skipped: NO_PARTS,
  });
  return (
    <PlayerCard>
      <PlayerAudio crossOrigin={file.crossOrigin} ref={audio} src={file.src} />
      <PlayButton onClick={toggle} playing={reading.playing} />
      <RecordingWave duration={duration} lanes={lanes} onSeek={seek} pauses={pauses} time={time} />
      <PlayerLine>
        <PlayerTime duration={duration} time={time} />
        {!isVoicemail && <LaneName of="agent" />}
        <LaneName of="lead" />
        <span className={c('speed')}>
          <Select
            filter
            label={t('recording.speed')}
            onChange={({ target }) => setSpeed(Number(target.value) as Speed)}
            value={speed}
          >
            {SPEEDS.map((one) => (
              <option key={one} value={one}>
                {playerText('recording.speedValue', { speed: one })}
              </option>
            ))}
          </Select>
        </span>
      </PlayerLine>
      {reading.failed && (
        <PlayerError>
          <button className={c('retry')} onClick={retry} type="button">
            {t('page.retry')}
          </button>
        </PlayerError>
      )}
      <PausedParts pauses={pauses} />
    </PlayerCard>
  );
}
