import { createReadStream, createWriteStream } from 'node:fs';
import { type FileHandle, open, rename } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { WAV_HEADER_BYTES, wavHeader } from '../media/core/audio/wav.ts';
import { PRIVATE_FILE } from '../store/private-modes.ts';

/** 20 ms of two channels of 16 bits at 8 kHz. */
const windowBytes = 640;
/** A second is read at once. */
const windowsAtOnce = 50;
/** Root mean square of 16-bit samples: -40 dB of full scale, the border between a room and a voice. */
const voice = 328;

/** Shorter is a click or a breath. */
const leastVoicedWindows = 5;

/** Whether anybody spoke in a recording. */
export async function holdsVoice(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const windows = Math.floor((size - WAV_HEADER_BYTES) / windowBytes);
    let voiced = 0;
    for (let from = 0; from < windows && voiced < leastVoicedWindows; from += windowsAtOnce) {
      const loud = await loudOf(file, from, Math.min(windowsAtOnce, windows - from));
      voiced += loud.filter(Boolean).length;
    }
    return voiced >= leastVoicedWindows;
  } finally {
    await file.close();
  }
}

/** Cuts off what is silent at the beginning and at the end of a recording; one that is silent throughout stays. */
export async function trimSilence(path: string): Promise<void> {
  const file = await open(path, 'r');
  let range: { readonly start: number; readonly end: number };
  try {
    const { size } = await file.stat();
    const windows = Math.floor((size - WAV_HEADER_BYTES) / windowBytes);
    const first = await firstLoud(file, windows);
    const last = first === null ? null : await lastLoud(file, windows);
    if (first === null || last === null || (first === 0 && last === windows - 1)) return;
    range = { start: offset(first), end: offset(last + 1) - 1 };
  } finally {
    await file.close();
  }
  const partial = `${path}.part`;
  const out = createWriteStream(partial, { mode: PRIVATE_FILE });
  out.write(wavHeader(2, range.end + 1 - range.start));
  await pipeline(createReadStream(path, range), out);
  await rename(partial, path);
}

function offset(window: number): number {
  return WAV_HEADER_BYTES + window * windowBytes;
}

async function firstLoud(file: FileHandle, windows: number): Promise<number | null> {
  for (let from = 0; from < windows; from += windowsAtOnce) {
    const loud = await loudOf(file, from, Math.min(windowsAtOnce, windows - from));
    const index = loud.indexOf(true);
    if (index >= 0) return from + index;
  }
  return null;
}

async function lastLoud(file: FileHandle, windows: number): Promise<number | null> {
  for (let to = windows; to > 0; to -= windowsAtOnce) {
    const from = Math.max(0, to - windowsAtOnce);
    const index = (await loudOf(file, from, to - from)).lastIndexOf(true);
    if (index >= 0) return from + index;
  }
  return null;
}

/** Of so many windows, which are louder than a room. */
async function loudOf(file: FileHandle, from: number, count: number): Promise<readonly boolean[]> {
  const buffer = Buffer.alloc(count * windowBytes);
  const { bytesRead } = await file.read(buffer, 0, buffer.length, offset(from));
  return Array.from({ length: count }, (_, index) => {
    const window = buffer.subarray(index * windowBytes, Math.min(bytesRead, (index + 1) * windowBytes));
    let power = 0;
    for (let at = 0; at + 1 < window.length; at += 2) power += window.readInt16LE(at) ** 2;
    return Math.sqrt(power / (windowBytes / 2)) > voice;
  });
}
