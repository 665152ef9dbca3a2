import { classes } from '@offhook/design/classes';
import micOff from '@offhook/design/icons/mic_off-fill.svg?raw';
import mic from '@offhook/design/icons/mic-fill.svg?raw';
import volumeUp from '@offhook/design/icons/volume_up.svg?raw';
import { t } from '@offhook/i18n/phone';
import { useVolume } from '../../phone-context.tsx';
import styles from './meters.module.css';
import { METER_UPDATE_MS, useThrottled } from './use-throttled.ts';
import { VolumeMeter } from './volume-meter.tsx';

const c = classes(styles);

export function Meters({ muted }: { readonly muted: boolean }) {
  const volume = useVolume();
  const { microphone, speaker } = useThrottled(volume, METER_UPDATE_MS);
  return (
    <div className={c('meters')}>
      <VolumeMeter icon={volumeUp} lit={speaker} name={t('call.speaker')} />
      <VolumeMeter icon={muted ? micOff : mic} lit={muted ? 0 : microphone} name={t('call.microphone')} />
    </div>
  );
}
