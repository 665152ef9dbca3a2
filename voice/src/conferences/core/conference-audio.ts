import type { Conference } from './conference.ts';
import { type Audio, selectAudio } from './participant.ts';

export function conferenceAudio(state: Conference): ReadonlyMap<string, Audio> {
  const waiting = state.status === 'init' || state.participants.length === 1;
  return new Map(state.participants.map((one) => [one.callSid, selectAudio(one, waiting)]));
}
