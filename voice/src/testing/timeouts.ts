/** How much slower this machine is than an idle one, at least 1; vitest.config.ts measures it once per run. */
const factor = Math.max(1, Number(process.env['OFFHOOK_PATIENCE'] ?? 1));

/** @param ms the timeout on an idle machine */
export function scaleTimeout(ms: number): number {
  return ms * factor;
}
