import type { HandsetParts } from '../handset/handsets.ts';
import type { Signaling } from '../signaling/signaling.ts';

export interface LabParts extends HandsetParts {
  readonly signaling: Signaling;
}
