/** @returns 1 (quiet machine) to 6 */
export function patience(): number;
/** @param ms a timeout for a quiet machine @returns the timeout for this one */
export function patient(ms: number): number;
