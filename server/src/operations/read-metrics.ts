/** A scrape is answered when the database is down, too: then the series that are read from it are missing. */
import { statfs } from 'node:fs/promises';
import type { DatabaseAndClock } from '../platform/database/query-time.ts';
import { queryTime } from '../platform/database/query-time.ts';
import type { Readiness } from '../platform/http/health/readiness.ts';
import { readGauges } from './metric-values.ts';
import type { Metrics, ServerState } from './metrics.ts';

/** Below the 10 s after which Prometheus gives up. */
const TIMEOUT_MS = 5_000;

export interface MetricsReaderDeps extends DatabaseAndClock {
  readonly metrics: Pick<Metrics, 'render'>;
  readonly readiness: () => Promise<Readiness>;
  readonly dataFolder: string;
}

export function createMetricsReader({ db, clock, metrics, readiness, dataFolder }: MetricsReaderDeps) {
  return async () => {
    const [gauges, ready, disk] = await Promise.all([
      orNull(readGauges(db, queryTime(clock))),
      orNull(readiness()),
      orNull(statfs(dataFolder)),
    ]);
    const server: ServerState = {
      parts: ready?.components ?? {},
      disk: disk && { freeBytes: disk.bavail * disk.bsize, sizeBytes: disk.blocks * disk.bsize },
    };
    return metrics.render(gauges, server);
  };
}

async function orNull<T>(value: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, TIMEOUT_MS, null);
  });
  try {
    return await Promise.race([value, late]);
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}
