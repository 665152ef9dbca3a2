/**
 * Temporary SQLSTATEs (PostgreSQL docs, appendix A): connection exceptions, missing database or role during a
 * restore, read-only, idle in transaction, insufficient resources, statement timeout, shutdown, system errors.
 */
const SQL_STATES = /^(08...|28...|3D000|25006|25P03|53...|57014|57P0[1-5]|58...)$/;
const SYSCALLS = new Set(['connect', 'getaddrinfo', 'read', 'write']);
const MESSAGES =
  /^(Connection terminated|Connection ended|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end|Query read timeout)/;

export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  if (code === 'ENOSPC' || code === 'EROFS' || code === 'EDQUOT') return true;
  if (typeof syscall === 'string' && SYSCALLS.has(syscall)) return true;
  if (typeof code === 'string' && SQL_STATES.test(code)) return true;
  if (MESSAGES.test(error.message)) return true;
  // If several addresses fail, Node wraps their errors in one; the query builder wraps the driver's error.
  const inner = error instanceof AggregateError ? error.errors : [error.cause];
  return inner.some(isOutage);
}
