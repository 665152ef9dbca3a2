/**
 * Watches the embedded database from outside: whether it answers, and whether its disk has room. PostgreSQL in
 * WebAssembly cannot be used after a panic, such as a checkpoint on a full disk: its later statements would wait for
 * ever. Only a new process recovers, from the write-ahead log.
 */
import { type SpaceLevel, spaceLevel } from '../../core/disk-room.ts';
import { NOT_SILENT, nextSilence } from '../../core/silence.ts';
import { freeBytes } from './disk-space.ts';
import type { EmbeddedDriver } from './embedded-driver.ts';

const CHECK_MS = 1_000;
/** A statement holds up the whole process: one that is merely slow is answered before the next check. */
const SILENT_CHECKS = 10;

export interface EmbeddedWatch {
  /** Below this, writes are refused; 0: never. */
  readonly reserveBytes: number;
  /** The database will not answer any more: this process has to end. */
  readonly onBroken: (reason: string) => void;
  readonly onSpace: (level: SpaceLevel, freeBytes: number) => void;
}

export interface Watching {
  readonly isFull: () => boolean;
  stop(): void;
}

export function watchEmbedded(driver: EmbeddedDriver, folder: string, watch: EmbeddedWatch): Watching {
  let level: SpaceLevel = 'enough';
  let silence = NOT_SILENT;
  let isChecking = false;

  const checkAnswers = () => {
    silence = nextSilence(silence, driver.activity());
    if (silence.checks === SILENT_CHECKS) watch.onBroken('it stopped answering');
  };
  const checkSpace = async () => {
    const free = await freeBytes(folder);
    const now = spaceLevel(level, free, watch.reserveBytes);
    if (now === level) return;
    if ((now === 'full') !== (level === 'full')) await driver.refuseWrites(now === 'full');
    level = now;
    watch.onSpace(now, free);
  };
  const check = () => {
    checkAnswers();
    if (isChecking) return;
    isChecking = true;
    checkSpace()
      // The next check tries again.
      .catch(() => undefined)
      .finally(() => {
        isChecking = false;
      });
  };
  const timer = setInterval(check, CHECK_MS).unref();
  check();
  return { isFull: () => level === 'full', stop: () => clearInterval(timer) };
}
