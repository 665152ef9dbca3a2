import { classes } from '@offhook/design/classes';
import { Icon } from '@offhook/design/icons/icon.tsx';
import micOff from '@offhook/design/icons/mic_off-fill.svg?raw';
import volumeOff from '@offhook/design/icons/volume_off.svg?raw';
import { type Readiness, readiness } from '../../core/session/readiness.ts';
import { usePhone } from '../../phone-context.tsx';
import styles from './waiting.module.css';

const c = classes(styles);

const TIME = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' });

const TITLES: Readonly<Record<Readiness['name'], string>> = {
  ready: 'Ready for calls',
  starting: 'Connecting…',
  offline: 'Not ready for calls',
  elsewhere: 'Not ready for calls',
  locked: 'Not ready for calls',
  noMicrophone: 'Not ready for calls',
};

/** Whether a call can come, and if not why. */
export function ReadyLine() {
  const { state } = usePhone();
  const ready = readiness(state);
  if (!ready) return null;
  return (
    <div className={c('ready')} data-part="ready">
      <h2 className={c('readyTitle')}>{TITLES[ready.name]}</h2>
      <Reason of={ready} />
    </div>
  );
}

const REASONS = {
  ready: [],
  starting: [],
  elsewhere: ['Your phone is open on another device.'],
  locked: ['Click anywhere to let this phone ring', volumeOff],
  noMicrophone: ['Allow the microphone for this site in your browser', micOff],
} as const;

function Reason({ of: ready }: { readonly of: Readiness }) {
  const [text, sign]: readonly string[] =
    ready.name === 'offline' ? [`Last connected at ${TIME.format(ready.since)}`] : REASONS[ready.name];
  if (text === undefined) return null;
  return (
    <p className={c('reason')}>
      {sign !== undefined && (
        <span className={c('sign')}>
          <Icon size={18} svg={sign} />
        </span>
      )}
      {text}
    </p>
  );
}
