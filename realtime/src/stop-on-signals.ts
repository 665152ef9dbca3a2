const STOP_WITHIN_MS = 1_900;

/** Ends the process cleanly on SIGTERM, on Ctrl-C, and when the supervisor dies. */
export function stopOnSignals(close: () => Promise<void>): void {
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
    void close().then(() => process.exit(0));
  };
  process.on('SIGTERM', stop);
  // Ctrl-C reaches the whole process group; a child is stopped by its supervisor.
  const isChild = process.env['OFFHOOK_CHILD'] === '1';
  process.on('SIGINT', () => isChild || stop());
  if (!isChild) return;
  // The pipe closes when the supervisor dies, for whatever reason.
  process.stdin.resume();
  process.stdin.on('end', stop);
  process.stdin.on('error', stop);
}
