import type { HandsetParts } from '../handset/handsets.ts';
import type { Signaling } from '../signaling/signaling.ts';

/** What the lab works with. */
export interface LabParts extends HandsetParts {
  readonly signaling: Signaling;
}
