/**
 * How much slower than a quiet machine this one is right now: tests multiply the time that they wait by it before they
 * give up. Measured once in a run; `OFFHOOK_PATIENCE` passes the factor on to what the run starts.
 */
const PROBE_MS = 200;
/** Rounds of the loop below in a millisecond, by one of two quiet cores. */
const QUIET_ROUNDS_PER_MS = 800;
const ROUND = 1_000;
const MOST = 6;

/** @returns {number} from 1, a quiet machine, to 6 */
export function patience() {
  const given = Number(process.env.OFFHOOK_PATIENCE);
  if (given >= 1) return given;
  const factor = Math.min(MOST, Math.max(1, QUIET_ROUNDS_PER_MS / roundsPerMs()));
  process.env.OFFHOOK_PATIENCE = factor.toFixed(2);
  return factor;
}

/** @param {number} ms the limit of a wait on a quiet machine @returns {number} the limit on this one */
export const patient = (ms) => ms * patience();

function roundsPerMs() {
  const began = performance.now();
  let rounds = 0;
  let value = 1;
  do {
    for (let step = 0; step < ROUND; step += 1) value = (Math.imul(value, 1_103_515_245) + 12_345) | 0;
    rounds += 1;
  } while (performance.now() - began < PROBE_MS);
  // The value is used, so that the loop is not optimised away.
  return (rounds + (value & 0)) / (performance.now() - began);
}
