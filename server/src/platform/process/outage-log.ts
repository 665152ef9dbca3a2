/** Logs once at the start and then once a minute, instead of once per failed request. */
import type { FastifyBaseLogger } from 'fastify';

const EVERY_MS = 60_000;

export function createOutageLog(log: Pick<FastifyBaseLogger, 'error'>, elapsed: () => number) {
  let loggedAt = Number.NEGATIVE_INFINITY;
  let failed = 0;
  return (error: unknown): void => {
    failed += 1;
    if (elapsed() - loggedAt < EVERY_MS) return;
    log.error({ err: error, requests: failed }, 'database unavailable');
    loggedAt = elapsed();
    failed = 0;
  };
}
