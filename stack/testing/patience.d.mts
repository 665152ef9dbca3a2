/** @returns from 1, a quiet machine, to 6 */
export function patience(): number;
