/** A stop that hangs must not keep the process. */
const STOP_LIMIT_MS = 1_800;

/** Runs `stop` at Ctrl-C or SIGTERM, or when the parent that supervises this process is gone, and exits. */
export function stopOnSignals(stop: () => Promise<void>): void {
  let stopping = false;
  const end = (): void => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(0), STOP_LIMIT_MS).unref();
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', end);
  // Ctrl-C reaches the whole process group; the parent decides when a child exits.
  const isChild = process.env['OFFHOOK_CHILD'] === '1';
  process.on('SIGINT', () => isChild || end());
  if (isChild) {
    process.stdin.resume();
    process.stdin.on('end', end);
    process.stdin.on('error', end);
  }
}
