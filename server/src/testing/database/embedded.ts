import { inject } from 'vitest';
import { moveDemoToPresent } from '../../demo/present.ts';
import { openDatabase } from '../../platform/database/open.ts';

type OpenOptions = Parameters<typeof openDatabase>[0];

/** @param now present time of the demo data, in ms since 1970 */
export const openEmbeddedIn = (dataFolder: string, now = Date.now(), watch?: OpenOptions['watch']) =>
  openDatabase({
    databaseUrl: '',
    dataFolder,
    templateFile: inject('offhookTemplate'),
    demo: {
      seed: () => Promise.reject(new Error('The template already has the demo data.')),
      refresh: (db) => moveDemoToPresent(db, now),
    },
    onLost: () => undefined,
    ...(watch && { watch }),
  });
