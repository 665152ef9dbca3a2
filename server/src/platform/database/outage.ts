/** Whether an error says that the database cannot serve anyone at present: away, full, read-only or shutting down. */

/**
 * SQLSTATEs (PostgreSQL, appendix A) that pass without a change of ours: connection exceptions, no such database or no
 * entry while it is restored, read-only, too long idle in a transaction, no resources (disk full, too many connections),
 * cancelled by the time limit, shutting down or starting, system errors.
 */
const STATES = /^(08...|28...|3D000|25006|25P03|53...|57014|57P0[1-5]|58...)$/;
const CALLS = new Set(['connect', 'getaddrinfo', 'read', 'write']);
/** What the driver says of its connections has no code. */
const SENTENCES =
  /^(Connection terminated|Connection ended|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end|Query read timeout)/;

export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  if (code === 'ENOSPC' || code === 'EROFS' || code === 'EDQUOT') return true;
  if (typeof syscall === 'string' && CALLS.has(syscall)) return true;
  if (typeof code === 'string' && STATES.test(code)) return true;
  if (SENTENCES.test(error.message)) return true;
  // Several addresses that all refuse are one error, and the query builder wraps the driver's.
  const inner = error instanceof AggregateError ? error.errors : [error.cause];
  return inner.some(isOutage);
}
