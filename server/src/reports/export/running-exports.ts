import { ApiError } from '../../platform/http/api-error.ts';

/** Of this process: each takes a database connection from time to time. */
const MAX_RUNNING = 4;

export interface RunningExports {
  /** One per user. @returns ends it @throws ApiError exportRunning */
  begin(userId: number): () => void;
}

export function createRunningExports(): RunningExports {
  const users = new Set<number>();
  return {
    begin(userId) {
      if (users.has(userId) || users.size >= MAX_RUNNING) throw new ApiError('exportRunning');
      users.add(userId);
      return () => void users.delete(userId);
    },
  };
}
