import { createContext, useContext, useRef } from 'react';
import { useConsole } from '../../../console-context.ts';
import { toMs } from '../../../moments.ts';
import { useNow } from '../../../parts/shell/use-now.ts';

/** Answers take differently long; below this, the difference is noise. */
const NOISE_MS = 500;

/** Milliseconds that the server's clock is ahead of the page's. */
export const ServerAhead = createContext(0);

/** Stays the same while it differs by noise, so that tiles don't render with every answer. */
export function useServerAhead(serverNow: string): number {
  const { clock } = useConsole();
  const seen = useRef<{ serverNow: string; aheadMs: number } | null>(null);
  if (seen.current?.serverNow !== serverNow) {
    const aheadMs = toMs(serverNow) - clock.read();
    const before = seen.current?.aheadMs;
    const isNoise = before !== undefined && Math.abs(aheadMs - before) < NOISE_MS;
    seen.current = { serverNow, aheadMs: isNoise ? before : aheadMs };
  }
  return seen.current.aheadMs;
}

/** By the server's clock; renders once a second. */
export function useServerNow(): number {
  return useNow() + useContext(ServerAhead);
}
