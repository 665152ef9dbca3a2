import type { Conference } from './conference.ts';

/** The recording's two channels: the first to join, and everyone else. */
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
