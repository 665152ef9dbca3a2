const HEAD_BYTES = 44;

/** Encodes 16-bit PCM. Samples range from -1 to 1, and channels have equal length. */
export function encodeWav(rate: number, channels: readonly ArrayLike<number>[]): Uint8Array<ArrayBuffer> {
  const frames = channels[0]?.length ?? 0;
  const frameBytes = channels.length * 2;
  const bytes = new Uint8Array(HEAD_BYTES + frames * frameBytes);
  const view = new DataView(bytes.buffer);
  const writeText = (at: number, letters: string) => bytes.set(new TextEncoder().encode(letters), at);
  writeText(0, 'RIFF');
  view.setUint32(4, bytes.length - 8, true);
  writeText(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, channels.length, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, rate * frameBytes, true);
  view.setUint16(32, frameBytes, true);
  view.setUint16(34, 16, true);
  writeText(36, 'data');
  view.setUint32(40, frames * frameBytes, true);
  for (const [channel, samples] of channels.entries())
    for (let frame = 0; frame < frames; frame += 1) {
      const level = Math.max(-1, Math.min(1, samples[frame] ?? 0));
      view.setInt16(HEAD_BYTES + frame * frameBytes + channel * 2, Math.round(level * 32_767), true);
    }
  return bytes;
}
