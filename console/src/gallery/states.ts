import { administrationStates } from './administration-states.ts';
import { boardStates } from './board-states.ts';
import { callStates } from './call-states.ts';
import type { GalleryState } from './gallery-state.ts';
import { leadStates } from './lead-states.ts';

/** All states, which the gallery shows and the tests check. */
export const states: Readonly<Record<string, GalleryState>> = {
  ...boardStates,
  ...callStates,
  ...leadStates,
  ...administrationStates,
};
