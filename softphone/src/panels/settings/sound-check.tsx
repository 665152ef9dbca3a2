import { classes } from '@offhook/design/classes';
import { Banner } from '@offhook/design/feedback/banner.tsx';
import { Icon } from '@offhook/design/icons/icon.tsx';
import mic from '@offhook/design/icons/mic.svg?raw';
import replay from '@offhook/design/icons/replay.svg?raw';
import volumeUp from '@offhook/design/icons/volume_up.svg?raw';
import { useLayoutEffect } from 'react';
import { BARS_MS, useSteadied } from '../../components/call/use-steadied.ts';
import { VolumeMeter } from '../../components/call/volume-meter.tsx';
import { isSilent, RECORDING_SECONDS, type SoundStep } from '../../core/audio/sound-check.ts';
import { levelText } from '../../core/audio/sound-level.ts';
import { useCheckLevel, useSoundCheck } from '../../phone-context.tsx';
import settingsStyles from './settings.module.css';
import styles from './sound-check.module.css';

const c = classes(styles);
const rows = classes(settingsStyles);

/** The level's text changes at most once a second. */
const WORDS_MS = 1_000;

const SILENT =
  "We can't hear anything. Check that the microphone is on and not muted, or choose another one.";

const FAILURES = {
  silent: SILENT,
  refused:
    "Your browser doesn't let this page use the microphone. Allow it in the site settings, then try again.",
  missing: 'No microphone found. Plug one in or choose another one, then try again.',
  unusable: 'The microphone could not be opened. Close other programs that use it, then try again.',
  unplugged: 'The microphone was unplugged. Plug it in or choose another one, then try again.',
  locked:
    'Your browser needs microphone access before it can use this device. Click Check microphone, then try again.',
  unplayable: 'The sound could not be played. Choose another device, then try again.',
} as const;

function problemOf(step: SoundStep): string | null {
  if (step.name === 'failed') return FAILURES[step.reason];
  return isSilent(step) ? SILENT : null;
}

function hintOf(step: SoundStep): string {
  switch (step.name) {
    case 'opening':
      return 'Opening the microphone…';
    case 'listening':
      if (step.heard) return 'We can hear you.';
      return isSilent(step) ? '' : 'Say something. The bars should move.';
    case 'recording':
      return "Say something. We'll play it back in a moment.";
    case 'playing':
      return 'Playing your recording.';
    case 'ringing':
      return 'Playing the ring sound.';
    case 'idle':
    case 'failed':
      return '';
    default:
      return step satisfies never;
  }
}

/** Says what a click does now. */
function recordLabel(step: SoundStep): string {
  if (step.name === 'playing') return 'Stop playback';
  if (step.name === 'recording') return `Stop recording (0:0${step.seconds})`;
  if (step.name === 'opening' && step.speaker !== null) return 'Stop recording';
  return `Record ${RECORDING_SECONDS} s and play back`;
}

interface Props {
  /** As chosen in the fields above, saved or not. */
  readonly microphone: string;
  readonly speaker: string;
  readonly ringer: string;
  readonly plain: boolean;
}

/** Tests the microphone, speaker and ringer before a call. Nothing is sent or stored. */
export function SoundCheck({ microphone, speaker, ringer, plain }: Props) {
  const { step, send } = useSoundCheck();
  useLayoutEffect(() => {
    send({ type: 'panelOpened' });
    return () => send({ type: 'panelLeft' });
  }, [send]);
  const stop = () => send({ type: 'stopClicked' });
  const listens = step.name === 'listening' || (step.name === 'opening' && step.speaker === null);
  const records = step.name === 'recording' || (step.name === 'opening' && step.speaker !== null);
  const acts = [
    {
      icon: mic,
      label: listens ? 'Stop microphone check' : 'Check microphone',
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
      label: step.name === 'ringing' ? 'Stop ring' : 'Test ring',
      onClick: step.name === 'ringing' ? stop : () => send({ type: 'ringClicked', ringer }),
    },
  ];
  return (
    <div className={c('check')}>
      <h3 className={c('title')}>Sound check</h3>
      <div className={c('level')}>
        <CheckMeter on={step.name === 'listening' || step.name === 'recording'} />
        <p className={c('hint')} role="status">
          {hintOf(step)}
        </p>
      </div>
      <Banner text={problemOf(step)} />
      <div className={c('acts')}>
        {acts.map(({ icon, label, onClick }) => (
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
  const lit = useSteadied(level, BARS_MS);
  const text = useSteadied(on ? levelText(level) : 'Off', WORDS_MS);
  return <VolumeMeter icon={mic} lit={on ? lit : 0} name="Microphone level" text={text} />;
}
