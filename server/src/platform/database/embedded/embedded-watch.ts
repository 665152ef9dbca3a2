// PostgreSQL in WebAssembly can't be used after a panic, such as one caused by a checkpoint on a full disk:
// later statements would hang. Only a new process recovers, from the write-ahead log.
import { type SpaceLevel, spaceLevel } from '../../core/health/disk-space-level.ts';
import { NOT_STALLED, updateStall } from '../../core/health/stall-detection.ts';
import { freeBytes } from './disk-space.ts';
import type { EmbeddedDriver } from './embedded-driver.ts';

const CHECK_MS = 1_000;
/** A statement blocks the whole process, so a slow one is answered before the next check. */
const MAX_STALLED_CHECKS = 10;

export interface EmbeddedWatchOptions {
  readonly reserveBytes: number;
  readonly onBroken: (reason: string) => void;
  readonly onSpace: (level: SpaceLevel, freeBytes: number) => void;
}

export interface EmbeddedWatcher {
  readonly isFull: () => boolean;
  stop(): void;
}

export function watchEmbedded(
  driver: EmbeddedDriver,
  folder: string,
  watch: EmbeddedWatchOptions,
): EmbeddedWatcher {
  let level: SpaceLevel = 'enough';
  let stall = NOT_STALLED;
  let isChecking = false;

  const checkAnswers = () => {
    stall = updateStall(stall, driver.activity());
    if (stall.checks === MAX_STALLED_CHECKS) watch.onBroken('it is not responding');
  };
  const checkSpace = async () => {
    const free = await freeBytes(folder);
    const now = spaceLevel(level, free, watch.reserveBytes);
    if (now === level) return;
    if ((now === 'full') !== (level === 'full')) await driver.setReadOnly(now === 'full');
    level = now;
    watch.onSpace(now, free);
  };
  const check = () => {
    checkAnswers();
    if (isChecking) return;
    isChecking = true;
    checkSpace()
      .catch(() => undefined)
      .finally(() => {
        isChecking = false;
      });
  };
  const timer = setInterval(check, CHECK_MS).unref();
  check();
  return { isFull: () => level === 'full', stop: () => clearInterval(timer) };
}
