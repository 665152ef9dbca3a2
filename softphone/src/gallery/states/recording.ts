import { encodeWav } from '@offhook/contract/wav';

/** Twelve seconds that look like two people taking turns talking. */
export function sampleRecording(): string {
  const rate = 8_000;
  const talk = (frame: number) => {
    const time = frame / rate;
    const syllable = 0.25 + 0.75 * Math.abs(Math.sin(time * 9) * Math.sin(time * 2.3));
    return {
      wave: (Math.sin(time * 900) * syllable * 9_000) / 32_767,
      agentTalks: Math.sin(time * 1.3) > 0.1,
    };
  };
  const talks = Array.from({ length: rate * 12 }, (_, frame) => talk(frame));
  const agent = talks.map(({ wave, agentTalks }) => (agentTalks ? wave : wave * 0.03));
  const lead = talks.map(({ wave, agentTalks }) => wave * (agentTalks ? 0.03 : 0.8));
  return URL.createObjectURL(new Blob([encodeWav(rate, [agent, lead])], { type: 'audio/wav' }));
}
