import type { Conference } from './conference.ts';
import { type Audio, selectAudio } from './participant.ts';

/** What each participant hears beside the others: nothing, the waiting music, or the music of its hold. */
export function conferenceAudio(state: Conference): ReadonlyMap<string, Audio> {
  const waiting = state.status === 'init' || state.participants.length === 1;
  return new Map(state.participants.map((one) => [one.callSid, selectAudio(one, waiting)]));
}
