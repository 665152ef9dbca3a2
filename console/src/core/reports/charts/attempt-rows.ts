import type { Report } from '@offhook/contract/console/report-entities';

/** The server counts later attempts in this one. */
const LAST_ATTEMPT = 6;

/** Every attempt up to the last one in which a lead was contacted. */
export function attemptRows(attempts: Report['attempts']) {
  const most = Math.max(0, ...attempts.map(({ attempt }) => attempt));
  return Array.from({ length: most }, (_, at) => ({
    attempt: at + 1,
    leads: attempts.find(({ attempt }) => attempt === at + 1)?.leads ?? 0,
    /** Includes later attempts. */
    isLast: at + 1 === LAST_ATTEMPT,
  }));
}
