import { classes } from '@offhook/design/classes';
import { Banner } from '@offhook/design/feedback/banner.tsx';
import { Icon } from '@offhook/design/icons/icon.tsx';
import mic from '@offhook/design/icons/mic.svg?raw';
import replay from '@offhook/design/icons/replay.svg?raw';
import volumeUp from '@offhook/design/icons/volume_up.svg?raw';
import { t } from '@offhook/i18n/phone';
import { useLayoutEffect } from 'react';
import { METER_UPDATE_MS, useThrottled } from '../../components/call/use-throttled.ts';
import { VolumeMeter } from '../../components/call/volume-meter.tsx';
import { isSilent, RECORDING_SECONDS, type SoundStep } from '../../core/audio/sound-check.ts';
import { levelText } from '../../core/audio/sound-level.ts';
import { useCheckLevel, useSoundCheck } from '../../phone-context.tsx';
import settingsStyles from './settings.module.css';
import styles from './sound-check.module.css';

const c = classes(styles);
const rows = classes(settingsStyles);

/** Minimum time between changes of the level's text. */
const LEVEL_TEXT_MS = 1_000;

const FAILURES = {
  silent: 'soundCheck.silent',
  refused: 'soundCheck.refused',
  missing: 'soundCheck.missing',
  unusable: 'soundCheck.unusable',
  unplugged: 'soundCheck.unplugged',
  locked: 'soundCheck.locked',
  unplayable: 'soundCheck.unplayable',
} as const;

function problemOf(step: SoundStep): string | null {
  if (step.name === 'failed') return t(FAILURES[step.reason]);
  return isSilent(step) ? t(FAILURES.silent) : null;
}

function hintOf(step: SoundStep): string {
  switch (step.name) {
    case 'opening':
      return t('soundCheck.opening');
    case 'listening':
      if (step.heard) return t('soundCheck.heard');
      return isSilent(step) ? '' : t('soundCheck.listening');
    case 'recording':
      return t('soundCheck.recording');
    case 'playing':
      return t('soundCheck.playing');
    case 'ringing':
      return t('soundCheck.ringing');
    case 'idle':
    case 'failed':
      return '';
    default:
      return step satisfies never;
  }
}

function recordLabel(step: SoundStep): string {
  if (step.name === 'playing') return t('soundCheck.stopPlayback');
  if (step.name === 'recording') return t('soundCheck.stopRecordingAt', { time: `0:0${step.seconds}` });
  if (step.name === 'opening' && step.speaker !== null) return t('soundCheck.stopRecording');
  return t('soundCheck.record', { seconds: RECORDING_SECONDS });
}

interface Props {
  /** As selected, saved or not. */
  readonly microphone: string;
  readonly speaker: string;
  readonly ringer: string;
  readonly plain: boolean;
}

export function SoundCheck({ microphone, speaker, ringer, plain }: Props) {
  const { step, send } = useSoundCheck();
  useLayoutEffect(() => {
    send({ type: 'panelOpened' });
    return () => send({ type: 'panelLeft' });
  }, [send]);
  const stop = () => send({ type: 'stopClicked' });
  const listens = step.name === 'listening' || (step.name === 'opening' && step.speaker === null);
  const records = step.name === 'recording' || (step.name === 'opening' && step.speaker !== null);
  const buttons = [
    {
      icon: mic,
      label: t(listens ? 'soundCheck.stopCheck' : 'soundCheck.check'),
      onClick: listens ? stop : () => send({ type: 'listenClicked', microphone, plain }),
    },
    {
      icon: replay,
      label: recordLabel(step),
      onClick:
        records || step.name === 'playing'
          ? stop
          : () => send({ type: 'recordClicked', microphone, plain, speaker }),
    },
    {
      icon: volumeUp,
      label: t(step.name === 'ringing' ? 'soundCheck.stopRing' : 'soundCheck.testRing'),
      onClick: step.name === 'ringing' ? stop : () => send({ type: 'ringClicked', ringer }),
    },
  ];
  return (
    <div className={c('check')}>
      <h3 className={c('title')}>{t('soundCheck.title')}</h3>
      <div className={c('level')}>
        <CheckMeter on={step.name === 'listening' || step.name === 'recording'} />
        <p className={c('hint')} role="status">
          {hintOf(step)}
        </p>
      </div>
      <Banner text={problemOf(step)} />
      <div className={c('acts')}>
        {buttons.map(({ icon, label, onClick }) => (
          <button className={rows('row', 'act')} key={icon} onClick={onClick} type="button">
            <Icon svg={icon} />
            {label}
          </button>
        ))}
      </div>
    </div>
  );
}

function CheckMeter({ on }: { readonly on: boolean }) {
  const level = useCheckLevel();
  const lit = useThrottled(level, METER_UPDATE_MS);
  const text = useThrottled(on ? levelText(level) : t('soundCheck.level.off'), LEVEL_TEXT_MS);
  return <VolumeMeter icon={mic} lit={on ? lit : 0} name={t('soundCheck.level')} text={text} />;
}
