import { unpaused } from '../../line/recording-watch.ts';
import { unwatched } from '../../line/sound-watch.ts';
import type { OnCall } from '../screen-state.ts';

export const freshCall: Omit<OnCall, 'conversation'> = {
  name: 'oncall',
  placed: false,
  phase: { name: 'connecting' },
  farEnd: null,
  hangingUp: false,
  hold: null,
  holding: false,
  holdFailed: false,
  parking: false,
  requesting: false,
  panel: null,
  banner: null,
  asksToDiscard: false,
  notice: null,
  rename: null,
  invitation: null,
  consultation: null,
  consultsFirst: false,
  reason: '',
  sound: unwatched,
  recording: unpaused,
  knownFrom: 0,
};
