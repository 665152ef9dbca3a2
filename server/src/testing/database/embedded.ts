/** The embedded database of a test of its own: on disk, with the template. */

import { inject } from 'vitest';
import { moveDemoToPresent } from '../../demo/present.ts';
import { openDatabase } from '../../platform/database/open.ts';

type OpenOptions = Parameters<typeof openDatabase>[0];

/** @param now ms since 1970, of the demo world */
export const openIn = (dataFolder: string, now = Date.now(), watch?: OpenOptions['watch']) =>
  openDatabase({
    databaseUrl: '',
    dataFolder,
    templateFile: inject('offhookTemplate'),
    demo: {
      seed: () => Promise.reject(new Error('there is a template')),
      refresh: (db) => moveDemoToPresent(db, now),
    },
    onLost: () => undefined,
    ...(watch && { watch }),
  });
