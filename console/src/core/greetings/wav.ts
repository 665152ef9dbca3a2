/** A WAV file with 16-bit samples; several channels are mixed to one. @param channels samples from -1 to 1 */
export function encodeWav(channels: readonly Float32Array[], rate: number): Uint8Array<ArrayBuffer> {
  const length = channels[0]?.length ?? 0;
  const bytes = new Uint8Array(HEADER_BYTES + length * 2);
  const view = new DataView(bytes.buffer);
  const write = (at: number, name: string) => {
    for (let i = 0; i < name.length; i += 1) view.setUint8(at + i, name.charCodeAt(i));
  };
  write(0, 'RIFF');
  view.setUint32(4, bytes.length - 8, true);
  write(8, 'WAVE');
  write(12, 'fmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, rate * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  write(36, 'data');
  view.setUint32(40, length * 2, true);
  for (let i = 0; i < length; i += 1) {
    let sum = 0;
    for (const channel of channels) sum += channel[i] ?? 0;
    const sample = Math.max(-1, Math.min(1, sum / channels.length));
    view.setInt16(HEADER_BYTES + i * 2, Math.round(sample * 32_767), true);
  }
  return bytes;
}

const HEADER_BYTES = 44;
