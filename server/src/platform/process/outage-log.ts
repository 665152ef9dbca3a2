/** One line when an outage begins, then one a minute while it lasts: a thousand refused requests are not a thousand lines. */
import type { FastifyBaseLogger } from 'fastify';

const EVERY_MS = 60_000;

export function createOutageLog(log: Pick<FastifyBaseLogger, 'error'>, elapsed: () => number) {
  let loggedAt = Number.NEGATIVE_INFINITY;
  let refused = 0;
  return (error: unknown): void => {
    refused += 1;
    if (elapsed() - loggedAt < EVERY_MS) return;
    log.error({ err: error, requests: refused }, 'the database is not available');
    loggedAt = elapsed();
    refused = 0;
  };
}
