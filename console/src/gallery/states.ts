import { administrationStates } from './administration-states.ts';
import { boardStates } from './board-states.ts';
import { callStates } from './call-states.ts';
import type { GalleryState } from './gallery-state.ts';
import { leadStates } from './lead-states.ts';

/** Every state that is looked at and judged; each page adds its own in a file of its own. */
export const states: Readonly<Record<string, GalleryState>> = {
  ...boardStates,
  ...callStates,
  ...leadStates,
  ...administrationStates,
};
