import { GREETING_SAMPLE_RATE, MAX_GREETING_SECONDS } from '@offhook/contract/console/greeting-entities';
import { type GreetingProblem, MAX_SOURCE_BYTES } from '../../core/greetings/greeting-problems.ts';
import { encodeWav } from '../../core/greetings/wav.ts';

/** The length of a file is rounded up to an encoder's frames. */
const SLACK_S = 0.2;

export type TelephoneAudio =
  | { readonly ok: true; readonly wav: Blob }
  | { readonly ok: false; readonly problem: GreetingProblem };

/**
 * What the telephone network carries of a file: the browser reads every format that it can play, and callers hear the
 * result unchanged, because no voice provider has to convert it.
 */
export async function toTelephoneAudio(file: Blob): Promise<TelephoneAudio> {
  if (file.size > MAX_SOURCE_BYTES) return { ok: false, problem: 'tooLarge' };
  const context = new OfflineAudioContext(1, 1, GREETING_SAMPLE_RATE);
  let sound: AudioBuffer;
  try {
    sound = await context.decodeAudioData(await file.arrayBuffer());
  } catch {
    return { ok: false, problem: 'notAudio' };
  }
  if (sound.duration > MAX_GREETING_SECONDS + SLACK_S) return { ok: false, problem: 'tooLong' };
  const channels = Array.from({ length: sound.numberOfChannels }, (_, n) => sound.getChannelData(n));
  return {
    ok: true,
    wav: new Blob([encodeWav(channels, sound.sampleRate)], { type: 'audio/wav' }),
  };
}
