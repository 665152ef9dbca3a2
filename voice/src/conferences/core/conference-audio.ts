import type { Conference } from './conference.ts';
import { type Audio, audioOf } from './participant.ts';

/** What each participant hears beside the others: nothing, the waiting music, or the music of its hold. */
export function sounds(state: Conference): ReadonlyMap<string, Audio> {
  const waiting = state.status === 'init' || state.participants.length === 1;
  return new Map(state.participants.map((one) => [one.callSid, audioOf(one, waiting)]));
}

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
