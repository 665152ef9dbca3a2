import { t } from '@offhook/i18n/phone';
import { BARS } from '../phone-text.ts';

/** Noise floor of a quiet room, in dBFS. */
const FLOOR_DB = -50;
const DB_PER_BAR = 8;

/** @param samples from -1 to 1 */
export function levelBars(samples: ArrayLike<number>): number {
  let energy = 0;
  for (let index = 0; index < samples.length; index += 1) energy += (samples[index] ?? 0) ** 2;
  const rms = Math.sqrt(energy / Math.max(1, samples.length));
  const bars = Math.ceil((20 * Math.log10(rms) - FLOOR_DB) / DB_PER_BAR);
  return Math.min(BARS, Math.max(0, bars));
}

export function levelText(bars: number): string {
  if (bars === 0) return t('soundCheck.level.silent');
  if (bars <= 2) return t('soundCheck.level.quiet');
  return t(bars === BARS ? 'soundCheck.level.loud' : 'soundCheck.level.good');
}
