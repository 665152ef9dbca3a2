export interface HearingState {
  readonly callSid: string;
  readonly muted: boolean;
  readonly hold: boolean;
  readonly coaches: string | null;
}

/**
 * The participants that each participant hears, in joining order.
 * - A muted participant isn't heard. A held participant neither hears nor is heard.
 * - A coach hears everyone. Only the coached participant hears the coach.
 */
export function audibleSpeakers(
  participants: readonly HearingState[],
): ReadonlyMap<string, readonly string[]> {
  return new Map(
    participants.map((listener) => [
      listener.callSid,
      listener.hold
        ? []
        : participants.filter((speaker) => hears(listener, speaker)).map((speaker) => speaker.callSid),
    ]),
  );
}

function hears(listener: HearingState, speaker: HearingState): boolean {
  if (speaker.callSid === listener.callSid || speaker.muted || speaker.hold) return false;
  return speaker.coaches === null || speaker.coaches === listener.callSid;
}
