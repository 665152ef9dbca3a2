import { createReadStream, createWriteStream } from 'node:fs';
import { type FileHandle, open, rename } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { WAV_HEADER_BYTES, wavHeader } from '../media/core/audio/wav.ts';
import { PRIVATE_FILE } from '../store/private-modes.ts';

/** 20 ms of two channels of 16 bits at 8 kHz. */
const WINDOW_BYTES = 640;
const WINDOWS_PER_READ = 50;
/** Root mean square of 16-bit samples: -40 dBFS separates voice from room noise. */
const VOICE_LEVEL = 328;

/** Fewer loud windows are a click or a breath. */
const MIN_VOICED_WINDOWS = 5;

export async function hasVoice(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const windows = Math.floor((size - WAV_HEADER_BYTES) / WINDOW_BYTES);
    let voiced = 0;
    for (let from = 0; from < windows && voiced < MIN_VOICED_WINDOWS; from += WINDOWS_PER_READ) {
      const loud = await findLoudWindows(file, from, Math.min(WINDOWS_PER_READ, windows - from));
      voiced += loud.filter(Boolean).length;
    }
    return voiced >= MIN_VOICED_WINDOWS;
  } finally {
    await file.close();
  }
}

/** Trims silence at both ends. Leaves a recording without voice unchanged. */
export async function trimSilence(path: string): Promise<void> {
  const file = await open(path, 'r');
  let range: { readonly start: number; readonly end: number };
  try {
    const { size } = await file.stat();
    const windows = Math.floor((size - WAV_HEADER_BYTES) / WINDOW_BYTES);
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
  return WAV_HEADER_BYTES + window * WINDOW_BYTES;
}

async function firstLoud(file: FileHandle, windows: number): Promise<number | null> {
  for (let from = 0; from < windows; from += WINDOWS_PER_READ) {
    const loud = await findLoudWindows(file, from, Math.min(WINDOWS_PER_READ, windows - from));
    const index = loud.indexOf(true);
    if (index >= 0) return from + index;
  }
  return null;
}

async function lastLoud(file: FileHandle, windows: number): Promise<number | null> {
  for (let to = windows; to > 0; to -= WINDOWS_PER_READ) {
    const from = Math.max(0, to - WINDOWS_PER_READ);
    const index = (await findLoudWindows(file, from, to - from)).lastIndexOf(true);
    if (index >= 0) return from + index;
  }
  return null;
}

async function findLoudWindows(file: FileHandle, from: number, count: number): Promise<readonly boolean[]> {
  const buffer = Buffer.alloc(count * WINDOW_BYTES);
  const { bytesRead } = await file.read(buffer, 0, buffer.length, offset(from));
  return Array.from({ length: count }, (_, index) => {
    const window = buffer.subarray(index * WINDOW_BYTES, Math.min(bytesRead, (index + 1) * WINDOW_BYTES));
    let power = 0;
    for (let at = 0; at + 1 < window.length; at += 2) power += window.readInt16LE(at) ** 2;
    return Math.sqrt(power / (WINDOW_BYTES / 2)) > VOICE_LEVEL;
  });
}
