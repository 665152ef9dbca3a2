/** Who hears whom in a conference. */
export interface Hearer {
  readonly callSid: string;
  readonly muted: boolean;
  readonly hold: boolean;
  /** The call that this one coaches; null when it coaches nobody. */
  readonly coaches: string | null;
}

/**
 * For each participant the others that it hears, in the order of joining.
 * - a muted one is heard by nobody, a held one hears nobody and is heard by nobody;
 * - a coach hears everyone, and only the coached one hears the coach; while that one is held or gone, nobody does.
 */
export function audibleSpeakers(participants: readonly Hearer[]): ReadonlyMap<string, readonly string[]> {
  return new Map(
    participants.map((listener) => [
      listener.callSid,
      listener.hold
        ? []
        : participants.filter((speaker) => hears(listener, speaker)).map((speaker) => speaker.callSid),
    ]),
  );
}

function hears(listener: Hearer, speaker: Hearer): boolean {
  if (speaker.callSid === listener.callSid || speaker.muted || speaker.hold) return false;
  return speaker.coaches === null || speaker.coaches === listener.callSid;
}
