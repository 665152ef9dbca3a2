import { useEffect, useState } from 'react';
import { type ApiFile, useApiFile } from '../api-file.ts';
import { type Lanes, toLanes } from './waveform.ts';

const FINE_BARS = 600;
/** More than an hour of two telephone channels. Larger files aren't decoded. */
const MAX_BYTES = 80_000_000;
/** Telephone audio has no frequencies above 4 kHz. */
const SAMPLE_RATE = 8_000;

const flat: Lanes = {
  agent: new Array<number>(FINE_BARS).fill(0),
  lead: new Array<number>(FINE_BARS).fill(0),
};

async function decode(
  { src, crossOrigin }: ApiFile,
  agentChannel: number,
  signal: AbortSignal,
): Promise<Lanes> {
  const response = await fetch(src, { credentials: crossOrigin ? 'include' : 'same-origin', signal });
  if (!response.ok || Number(response.headers.get('content-length') ?? 0) > MAX_BYTES) return flat;
  const sound = await new OfflineAudioContext(2, 1, SAMPLE_RATE).decodeAudioData(
    await response.arrayBuffer(),
  );
  const channels = Array.from({ length: sound.numberOfChannels }, (_, n) => sound.getChannelData(n));
  return toLanes(channels, agentChannel, FINE_BARS);
}

/**
 * Flat until decoded, or if decoding fails.
 * @param isPlayed before that, the file isn't fetched: the audit log has each fetch as a playback
 */
export function useRecordingLanes(url: string, agentChannel: number, isPlayed: boolean): Lanes {
  const [lanes, setLanes] = useState(flat);
  const { src, crossOrigin } = useApiFile(url);
  useEffect(() => {
    if (!isPlayed) return;
    const abort = new AbortController();
    decode({ src, crossOrigin }, agentChannel, abort.signal).then(
      (decoded) => abort.signal.aborted || setLanes(decoded),
      () => {},
    );
    return () => abort.abort();
  }, [src, crossOrigin, agentChannel, isPlayed]);
  return lanes;
}
