/** PostgreSQL doesn't survive a full disk, so the embedded database stops writing before that. */
export type SpaceLevel = 'enough' | 'low' | 'full';

/** Warn below this multiple of the reserve. */
const LOW_RESERVES = 4;
/** Hysteresis: writes resume above this multiple of the reserve. */
const RESUME_RESERVES = 1.25;

/** @param freeBytes how much this process can still write @param reserveBytes 0 turns the check off */
export function spaceLevel(before: SpaceLevel, freeBytes: number, reserveBytes: number): SpaceLevel {
  if (reserveBytes === 0) return 'enough';
  if (freeBytes < reserveBytes) return 'full';
  if (before === 'full' && freeBytes < reserveBytes * RESUME_RESERVES) return 'full';
  return freeBytes < reserveBytes * LOW_RESERVES ? 'low' : 'enough';
}
