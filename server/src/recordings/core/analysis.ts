import type { RecordingAnalysis } from '@offhook/contract/console/review-entities';
import type { ChannelLevels } from './audio-levels.ts';
import { analyzeTalk, longSilences } from './talk.ts';
import { FRAME_MS, findSpeech, type Span } from './voice-activity.ts';

/**
 * @param agentChannel 0 or 1
 * @param paused parts that an agent didn't record
 */
export function analyzeLevels(
  channels: readonly ChannelLevels[],
  agentChannel: number,
  paused: readonly Span[],
): RecordingAnalysis {
  const [first, second] = channels;
  const duration = (first?.frames.length ?? 0) * FRAME_MS;
  const base64 = (one: ChannelLevels | undefined) => toBase64(one?.peaks ?? new Uint8Array(0));
  if (!first || !second) {
    const speech = first ? findSpeech(first.frames, null) : [];
    return {
      duration_ms: duration,
      talk: null,
      silences: longSilences(speech, duration),
      agent_levels: base64(undefined),
      lead_levels: base64(first),
    };
  }
  const [agent, lead] = agentChannel === 1 ? [second, first] : [first, second];
  return {
    duration_ms: duration,
    ...analyzeTalk(
      findSpeech(agent.frames, lead.frames),
      findSpeech(lead.frames, agent.frames),
      paused,
      duration,
    ),
    agent_levels: base64(agent),
    lead_levels: base64(lead),
  };
}

const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));
