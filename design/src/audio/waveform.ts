export interface Lanes {
  readonly agent: readonly number[];
  readonly lead: readonly number[];
}

/** One peak (0 to 1) per slice of equal length. */
export function findPeaks(samples: Float32Array, bars: number): number[] {
  const result: number[] = [];
  for (let bar = 0; bar < bars; bar += 1) {
    const end = Math.floor(((bar + 1) * samples.length) / bars);
    let peak = 0;
    for (let index = Math.floor((bar * samples.length) / bars); index < end; index += 1) {
      const sample = samples[index] ?? 0;
      const size = sample < 0 ? -sample : sample;
      if (size > peak) peak = size;
    }
    result.push(Math.min(1, peak));
  }
  return result;
}

/** A single channel is a voicemail: only the lead speaks. */
export function toLanes(channels: readonly Float32Array[], agentChannel: number, bars: number): Lanes {
  const lane = (channel: number | null) =>
    findPeaks((channel === null ? undefined : channels[channel]) ?? new Float32Array(0), bars);
  if (channels.length === 1) return { agent: lane(null), lead: lane(0) };
  return agentChannel === 1 ? { agent: lane(1), lead: lane(0) } : { agent: lane(0), lead: lane(1) };
}

/** Merges peaks, so that one decoding serves every width. */
export function joinPeaks(fine: readonly number[], bars: number): number[] {
  return Array.from({ length: bars }, (_, bar) => {
    const start = Math.floor((bar * fine.length) / bars);
    const end = Math.max(start + 1, Math.floor(((bar + 1) * fine.length) / bars));
    return fine.slice(start, end).reduce((highest, peak) => Math.max(highest, peak), 0);
  });
}

/** Scales both lanes by the same factor, because speech is far below full scale. */
export function scaleLanes(lanes: Lanes): Lanes {
  const loudest = [...lanes.agent, ...lanes.lead].reduce((highest, peak) => Math.max(highest, peak), 0);
  // Keeps hiss from being scaled up to look like speech.
  const factor = 1 / Math.max(loudest, 0.05);
  return { agent: lanes.agent.map((peak) => peak * factor), lead: lanes.lead.map((peak) => peak * factor) };
}

/** One vertical stroke per bar, up (`direction` -1) or down (1) from the axis, as the `d` of a path. */
export function strokePath(
  levels: readonly number[],
  pitch: number,
  height: number,
  direction: -1 | 1,
): string {
  return levels
    .map((level, index) => {
      const x = (index + 0.5) * pitch;
      return `M${x} ${direction * 1.5}V${(direction * (1.5 + level * (height - 2.5))).toFixed(1)}`;
    })
    .join('');
}
