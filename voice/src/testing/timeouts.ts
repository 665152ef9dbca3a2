/** How much slower than a quiet machine this one is, from 1: the tests' configuration measures it once in a run. */
const factor = Math.max(1, Number(process.env['OFFHOOK_PATIENCE'] ?? 1));

/** The limit of a wait on this machine. @param ms the limit on a quiet one */
export function scaleTimeout(ms: number): number {
  return ms * factor;
}
