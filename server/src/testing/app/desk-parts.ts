import { createPictures } from '../../accounts/pictures/pictures.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Clock } from '../../platform/process/clock.ts';
import type { RealtimeAuth } from '../../platform/realtime/realtime-auth.ts';
import { createOutwardHttp, type OutwardHttp } from '../../platform/telephony/outward-http.ts';
import { createRecordingFiles } from '../../recordings/recording-files.ts';
import { createRecordingFolder } from '../../recordings/recording-folder.ts';
import { createListening } from '../../recordings/recordings.ts';
import type { DeskParts } from '../../routes.ts';

/** Recordings are read from a folder, and pictures from no private network unless `http` reaches one. */
export function deskPartsOf(parts: {
  readonly db: Database;
  readonly clock: Clock;
  readonly realtimeAuth: RealtimeAuth;
  readonly recordingsFolder: string;
  readonly http?: OutwardHttp;
}): DeskParts {
  const { recordingsFolder, http = createOutwardHttp(false), ...rest } = parts;
  const files = createRecordingFiles({ folder: createRecordingFolder(recordingsFolder), s3: null, keys: [] });
  return {
    ...rest,
    recordings: createListening({ ...rest, files }),
    pictures: createPictures({ db: parts.db, http }),
  };
}
