/** A WAV file of 16-bit PCM in two channels. @param left, right samples from -1 to 1, of one length */
export function stereoWav(left: Float32Array, right: Float32Array, sampleRate: number): Buffer {
  const size = left.length * 4;
  const file = Buffer.alloc(44 + size);
  file.write('RIFF', 0);
  file.writeUInt32LE(36 + size, 4);
  file.write('WAVEfmt ', 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(2, 22);
  file.writeUInt32LE(sampleRate, 24);
  file.writeUInt32LE(sampleRate * 4, 28);
  file.writeUInt16LE(4, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36);
  file.writeUInt32LE(size, 40);
  for (const [index, sample] of left.entries()) {
    file.writeInt16LE(toInt16(sample), 44 + index * 4);
    file.writeInt16LE(toInt16(right[index] ?? 0), 46 + index * 4);
  }
  return file;
}

function toInt16(sample: number): number {
  return Math.round(Math.max(-1, Math.min(1, sample)) * 32_767);
}
