/** @returns 1 (quiet machine) to 6 */
export function timeoutFactor(): number;
/** @param ms a timeout for a quiet machine @returns the timeout for this one */
export function scaleTimeout(ms: number): number;
