/** JSON lines on stdout: during a long wait or migration nothing else shows that the process is alive. */
const HEARTBEAT_MS = 5_000;

export interface StartupReporter {
  reportWaiting(what: string): void;
  ready(started: { readonly port: number; readonly hasAccount: boolean }): void;
}

export function reportStartup(): StartupReporter {
  const writeLine = (line: object) => void process.stdout.write(`${JSON.stringify(line)}\n`);
  let waiting: string | null = null;
  const writeHeartbeat = () => {
    if (process.env['OFFHOOK_CHILD'] === '1') writeLine({ waiting });
  };
  const timer = setInterval(writeHeartbeat, HEARTBEAT_MS).unref();
  return {
    reportWaiting(what) {
      waiting = what;
      writeHeartbeat();
    },
    ready(started) {
      clearInterval(timer);
      writeLine({ ready: 'server', ...started });
    },
  };
}
