import { classes } from '@offhook/design/classes';
import { Icon } from '@offhook/design/icons/icon.tsx';
import micOff from '@offhook/design/icons/mic_off-fill.svg?raw';
import volumeOff from '@offhook/design/icons/volume_off.svg?raw';
import { formatTime, withZone } from '@offhook/i18n/formats';
import { t } from '@offhook/i18n/phone';
import { type Readiness, readiness } from '../../core/session/readiness.ts';
import { usePhone } from '../../phone-context.tsx';
import styles from './waiting.module.css';

const c = classes(styles);

const TITLES = {
  ready: 'ready.ready',
  starting: 'ready.connecting',
  offline: 'ready.notReady',
  elsewhere: 'ready.notReady',
  locked: 'ready.notReady',
  noMicrophone: 'ready.notReady',
} as const satisfies Record<Readiness['name'], string>;

export function ReadyLine() {
  const { state } = usePhone();
  const ready = readiness(state);
  if (!ready) return null;
  return (
    <div className={c('ready')} data-part="ready">
      <h2 className={c('readyTitle')}>{t(TITLES[ready.name])}</h2>
      <Reason of={ready} />
    </div>
  );
}

const SIGNS = { locked: volumeOff, noMicrophone: micOff } as const;

function reasonText(ready: Readiness): string | null {
  switch (ready.name) {
    case 'ready':
    case 'starting':
      return null;
    case 'offline':
      return t('ready.lastConnected', { time: withZone(formatTime(ready.since), ready.since) });
    case 'elsewhere':
      return t('ready.elsewhere');
    case 'locked':
      return t('ready.silent');
    case 'noMicrophone':
      return t('ready.noMicrophone');
    default:
      return ready satisfies never;
  }
}

function Reason({ of: ready }: { readonly of: Readiness }) {
  const text = reasonText(ready);
  if (text === null) return null;
  const sign = ready.name in SIGNS ? SIGNS[ready.name as keyof typeof SIGNS] : null;
  return (
    <p className={c('reason')}>
      {sign !== null && (
        <span className={c('sign')}>
          <Icon size={18} svg={sign} />
        </span>
      )}
      {text}
    </p>
  );
}
