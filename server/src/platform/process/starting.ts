/**
 * The start as the supervisor reads it, in lines of JSON on the standard output: signs of life while it lasts, with what
 * it waits for, and one line when it is over. While the start waits for others, or for a long statement of PostgreSQL,
 * nothing else shows that the process lives.
 */
const SIGN_OF_LIFE_MS = 5_000;

export interface Starting {
  waitFor(what: string): void;
  ready(started: { readonly port: number; readonly hasAccount: boolean }): void;
}

export function tellStart(): Starting {
  const tell = (line: object) => void process.stdout.write(`${JSON.stringify(line)}\n`);
  let waiting: string | null = null;
  const tellWaiting = () => {
    if (process.env['OFFHOOK_CHILD'] === '1') tell({ waiting });
  };
  const timer = setInterval(tellWaiting, SIGN_OF_LIFE_MS).unref();
  return {
    waitFor(what) {
      waiting = what;
      tellWaiting();
    },
    ready(started) {
      clearInterval(timer);
      tell({ ready: 'server', ...started });
    },
  };
}
