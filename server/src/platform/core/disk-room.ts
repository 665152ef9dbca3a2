/** Whether the embedded database may write: decided before the disk is full, because PostgreSQL cannot end well on a full one. */
export type SpaceLevel = 'enough' | 'low' | 'full';

/** Below so many reserves a warning is due. */
const LOW_RESERVES = 4;
/** Above `reserve` by this factor writes begin again, so that they do not begin and end with every file. */
const RESUME_RESERVES = 1.25;

/**
 * @param before the level of the last check
 * @param freeBytes what this process may still write on the disk
 * @param reserveBytes what has to stay free; 0: the check is off
 */
export function spaceLevel(before: SpaceLevel, freeBytes: number, reserveBytes: number): SpaceLevel {
  if (reserveBytes === 0) return 'enough';
  if (freeBytes < reserveBytes) return 'full';
  if (before === 'full' && freeBytes < reserveBytes * RESUME_RESERVES) return 'full';
  return freeBytes < reserveBytes * LOW_RESERVES ? 'low' : 'enough';
}
