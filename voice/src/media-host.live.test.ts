import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { MediaHost } from './media-host.ts';
import { program } from './testing/programs.ts';

// SIGSTOP simulates a hung process.
test.skipIf(process.platform === 'win32')(
  'a hung media process is reported as unresponsive and replaced',
  async () => {
    const media = new MediaHost({
      entry: program('media.mjs'),
      env: { MEDIA_ADDRESS: '127.0.0.1', LOG_LEVEL: 'silent' },
      log: pino({ level: 'silent' }),
      // Long enough for a start on a busy machine: it is killed after 30 checks.
      checkMs: 500,
    });
    onTestFinished(() => media.stop());
    let exits = 0;
    media.onExit(() => {
      exits += 1;
    });
    await media.ready();
    await expect.poll(() => media.isResponsive).toBe(true);
    const { pid } = media;
    process.kill(pid ?? 0, 'SIGSTOP');
    await expect.poll(() => media.isResponsive).toBe(false);
    await expect.poll(() => exits).toBe(1);
    await expect.poll(() => media.isResponsive).toBe(true);
    expect(media.pid).not.toBe(pid);
    expect(await media.send({ type: 'readLevels' })).toMatchObject({ levels: [] });
  },
);
