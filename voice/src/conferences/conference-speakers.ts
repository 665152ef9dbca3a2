import type { VoiceActivity } from '../calls/voice-activity.ts';

const SPEECH_END_MS = 1_000;

/** Reports which participants start and stop speaking. */
export class ConferenceSpeakers {
  readonly #voiceActivity: VoiceActivity;
  readonly #report: (callSid: string, speaking: boolean) => void;
  readonly #watches = new Map<string, { readonly leg: string; readonly stop: () => void }>();

  constructor(voiceActivity: VoiceActivity, report: (callSid: string, speaking: boolean) => void) {
    this.#voiceActivity = voiceActivity;
    this.#report = report;
  }

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
        // Also ignores silence before the first speech.
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
