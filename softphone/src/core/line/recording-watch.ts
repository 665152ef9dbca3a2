/** What the phone knows about a pause of its call's recording, beside what the server says. */
export interface RecordingWatch {
  /** Clicked, and not answered by the server yet. */
  readonly requested: 'pause' | 'resume' | null;
  /** This agent ended the pause. */
  readonly resumedHere: boolean;
  /** The pause could not be confirmed: the recording runs. */
  readonly failed: boolean;
  /** When the server's state was last requested and received; null: not during this call. */
  readonly checkedAt: number | null;
  readonly knownAt: number | null;
  /** When the known state was requested. */
  readonly askedAt: number | null;
  /** The server hasn't confirmed the pause for too long, so the recording may run. */
  readonly uncertain: boolean;
}

export const unpaused: RecordingWatch = {
  requested: null,
  resumedHere: false,
  failed: false,
  checkedAt: null,
  knownAt: null,
  askedAt: null,
  uncertain: false,
};
