/** Twelve seconds of something like two people talking in turns, as a two-channel WAV file. */
export function inventedRecording(): string {
  const rate = 8_000;
  const seconds = 12;
  const frames = rate * seconds;
  const bytes = new DataView(new ArrayBuffer(44 + frames * 4));
  const text = (at: number, letters: string) => {
    for (const [index, letter] of [...letters].entries()) bytes.setUint8(at + index, letter.charCodeAt(0));
  };
  text(0, 'RIFF');
  bytes.setUint32(4, 36 + frames * 4, true);
  text(8, 'WAVEfmt ');
  bytes.setUint32(16, 16, true);
  bytes.setUint16(20, 1, true);
  bytes.setUint16(22, 2, true);
  bytes.setUint32(24, rate, true);
  bytes.setUint32(28, rate * 4, true);
  bytes.setUint16(32, 4, true);
  bytes.setUint16(34, 16, true);
  text(36, 'data');
  bytes.setUint32(40, frames * 4, true);
  for (let frame = 0; frame < frames; frame += 1) {
    const time = frame / rate;
    const agentTalks = Math.sin(time * 1.3) > 0.1;
    const syllable = 0.25 + 0.75 * Math.abs(Math.sin(time * 9) * Math.sin(time * 2.3));
    const wave = Math.sin(time * 900) * syllable * 9_000;
    bytes.setInt16(44 + frame * 4, agentTalks ? wave : wave * 0.03, true);
    bytes.setInt16(46 + frame * 4, agentTalks ? wave * 0.03 : wave * 0.8, true);
  }
  return URL.createObjectURL(new Blob([bytes.buffer], { type: 'audio/wav' }));
}
