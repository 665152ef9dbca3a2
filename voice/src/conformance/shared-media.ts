import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { MediaHost, MediaProcess } from '../media-host.ts';
import { type BundlePaths, startMedia } from '../service.ts';

/** The media process of this test worker. It ends with the worker, when its channel closes. */
let host: MediaHost | null = null;

/** The worker's media process for one service. Stopping it checks that the service has closed all its audio. */
export function borrowMedia(config: Config, paths: BundlePaths, log: Logger): MediaProcess {
  host ??= startMedia(config, paths, log);
  const media = host;
  let isReturned = false;
  return {
    get pid() {
      return media.pid;
    },
    get isResponsive() {
      return media.isResponsive;
    },
    ready: () => media.ready(),
    send: (command) => media.send(command),
    on: (listener) =>
      media.on((report) => {
        if (!isReturned) listener(report);
      }),
    onExit: (listener) => media.onExit(listener),
    stop: async () => {
      isReturned = true;
      media.onExit(() => {});
      const { levels } = await media.send({ type: 'readLevels' });
      if (levels.length > 0) throw new Error(`legs not closed: ${levels.map(({ leg }) => leg).join(' ')}`);
    },
  };
}
