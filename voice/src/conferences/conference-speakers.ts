import type { VoiceActivity } from '../calls/voice-activity.ts';

/** Whoever has been silent for so long has ended. */
const SPEECH_END_MS = 1_000;

/** Who speaking in a conference. */
export class ConferenceSpeakers {
  readonly #voiceActivity: VoiceActivity;
  readonly #report: (callSid: string, speaking: boolean) => void;
  readonly #watches = new Map<string, { readonly leg: string; readonly stop: () => void }>();

  /** @param report told when somebody begins, and when they have ended */
  constructor(listening: VoiceActivity, report: (callSid: string, speaking: boolean) => void) {
    this.#voiceActivity = listening;
    this.#report = report;
  }

  /** @param legs the whole truth of who is in it, by call */
  watch(legs: ReadonlyMap<string, string>): void {
    for (const [callSid, { leg, stop }] of this.#watches) {
      if (legs.get(callSid) === leg) continue;
      stop();
      this.#watches.delete(callSid);
    }
    for (const [callSid, leg] of legs) {
      if (this.#watches.has(callSid)) continue;
      let speaking = false;
      const stop = this.#voiceActivity.watch(leg, SPEECH_END_MS, (event) => {
        // Somebody who has not spoken yet cannot end.
        if (speaking === (event === 'voice')) return;
        speaking = event === 'voice';
        this.#report(callSid, speaking);
      });
      this.#watches.set(callSid, { leg, stop });
    }
  }

  close(): void {
    this.watch(new Map());
  }
}
