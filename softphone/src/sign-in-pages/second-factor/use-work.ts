import { useRef, useState } from 'react';

export interface Work {
  readonly busy: boolean;
  readonly error: string | null;
  /** Runs one request at a time. @param task returns what went wrong, or null */
  run(task: () => Promise<string | null>): void;
}

export function useWork(): Work {
  const [state, setState] = useState<Pick<Work, 'busy' | 'error'>>({ busy: false, error: null });
  const isRunning = useRef(false);
  return {
    ...state,
    run(task) {
      if (isRunning.current) return;
      isRunning.current = true;
      setState({ busy: true, error: null });
      void task().then((error) => {
        isRunning.current = false;
        setState({ busy: false, error });
      });
    },
  };
}
