import type { HandsetParts } from '../handset/handsets.ts';
import type { Signaling } from '../signaling/signaling.ts';

export interface LabDeps extends HandsetParts {
  readonly signaling: Signaling;
}
