/** @returns from 1, a quiet machine, to 6 */
export function patience(): number;
/** @param ms the limit of a wait on a quiet machine @returns the limit on this one */
export function patient(ms: number): number;
