/** How much slower this machine is than a quiet one; test timeouts are multiplied by it. Measured once, passed on in `OFFHOOK_PATIENCE`. */
const PROBE_MS = 200;
const QUIET_ROUNDS_PER_MS = 800;
const ROUND = 1_000;
const MAX_FACTOR = 6;

export function timeoutFactor() {
  const inherited = Number(process.env.OFFHOOK_PATIENCE);
  if (inherited >= 1) return inherited;
  const factor = Math.min(MAX_FACTOR, Math.max(1, QUIET_ROUNDS_PER_MS / roundsPerMs()));
  process.env.OFFHOOK_PATIENCE = factor.toFixed(2);
  return factor;
}

export const scaleTimeout = (ms) => ms * timeoutFactor();

function roundsPerMs() {
  const startedAt = performance.now();
  let rounds = 0;
  let value = 1;
  do {
    for (let step = 0; step < ROUND; step += 1) value = (Math.imul(value, 1_103_515_245) + 12_345) | 0;
    rounds += 1;
  } while (performance.now() - startedAt < PROBE_MS);
  // Use the value, so that the loop isn't optimized away.
  return (rounds + (value & 0)) / (performance.now() - startedAt);
}
