import type { HandsetDeps } from '../handset/handsets.ts';
import type { Signaling } from '../signaling/signaling.ts';

export interface LabDeps extends HandsetDeps {
  readonly signaling: Signaling;
}
