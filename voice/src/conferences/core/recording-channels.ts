import type { Conference } from './conference.ts';

/** The first participant to join is on the first channel, everyone else on the second. */
export function recordingChannels(state: Conference): {
  readonly first: readonly string[];
  readonly second: readonly string[];
} {
  const audible = state.participants.filter((one) => !one.muted && !one.hold).map((one) => one.callSid);
  return {
    first: audible.filter((sid) => sid === state.firstJoined),
    second: audible.filter((sid) => sid !== state.firstJoined),
  };
}
