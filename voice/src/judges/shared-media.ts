import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { MediaHost, MediaProcess } from '../media-host.ts';
import { type Places, startMedia } from '../service.ts';

/** The media process of this worker. It ends with the worker, when its channel closes. */
let host: MediaHost | null = null;

/** The worker's media process for one service. Stopping it checks that the service has closed all its audio. */
export function borrowMedia(config: Config, places: Places, log: Logger): MediaProcess {
  host ??= startMedia(config, places, log);
  const media = host;
  let isReturned = false;
  return {
    get pid() {
      return media.pid;
    },
    get isAnswering() {
      return media.isAnswering;
    },
    ready: () => media.ready(),
    order: (order) => media.order(order),
    on: (listener) =>
      media.on((report) => {
        if (!isReturned) listener(report);
      }),
    onDeath: (listener) => media.onDeath(listener),
    stop: async () => {
      isReturned = true;
      media.onDeath(() => {});
      const { levels } = await media.order({ type: 'readLevels' });
      if (levels.length > 0) throw new Error(`not closed: ${levels.map(({ leg }) => leg).join(' ')}`);
    },
  };
}
