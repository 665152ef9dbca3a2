import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toEncryptionKey } from '../platform/secrets/encryption-keys.ts';
import {
  CHUNK_BYTES,
  HEADER_BYTES,
  newSeal,
  readSeal,
  SealBroken,
  sealed,
  sealedPart,
  sealedSize,
  unsealPart,
} from './sealed-file.ts';

const KEY = toEncryptionKey(randomBytes(32));
const NAME = 'recording 7';

async function encrypt(plain: Uint8Array, pieces: readonly number[] = [], key = KEY): Promise<Buffer> {
  function* source() {
    let at = 0;
    for (const piece of pieces) {
      yield plain.subarray(at, at + piece);
      at += piece;
    }
    yield plain.subarray(at);
  }
  const parts: Buffer[] = [];
  for await (const part of sealed(newSeal(key, randomBytes(32), NAME), source())) parts.push(part);
  return Buffer.concat(parts);
}

/** Decrypts like a reader that knows the plain size. */
function decrypt(file: Uint8Array, size: number, from = 0, to = size - 1, name = NAME): Buffer {
  if (file.length !== sealedSize(size)) throw new SealBroken('the file size differs from the expected size');
  const part = sealedPart(from, to, size);
  const seal = readSeal(KEY, file.subarray(0, HEADER_BYTES), name);
  const plain = unsealPart(seal, part, file.subarray(part.from, part.to + 1), size);
  const first = part.firstChunk * CHUNK_BYTES;
  return plain.subarray(from - first, to + 1 - first);
}

const AROUND_BORDERS = [0, 1, 2].flatMap((chunks) =>
  [-1, 0, 1].map((off) => Math.max(0, chunks * CHUNK_BYTES + off)),
);
const sizes = fc.oneof(fc.constantFrom(...AROUND_BORDERS), fc.integer({ min: 0, max: 4 * CHUNK_BYTES }));

describe('an encrypted file', () => {
  it('decrypts to its content, however it was written, and any range is a slice of it', async () => {
    await fc.assert(
      fc.asyncProperty(
        sizes,
        fc.array(fc.integer({ min: 0, max: 100_000 }), { maxLength: 6 }),
        fc.nat(),
        fc.nat(),
        async (size, pieces, a, b) => {
          const plain = randomBytes(size);
          const file = await encrypt(plain, pieces);
          expect(file.length).toBe(sealedSize(size));
          expect(decrypt(file, size).equals(plain)).toBe(true);
          if (size === 0) return;
          const [from, to] = [a % size, b % size].sort((one, other) => one - other) as [number, number];
          expect(decrypt(file, size, from, to).equals(plain.subarray(from, to + 1))).toBe(true);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('is rejected when any byte was flipped', async () => {
    const size = 2 * CHUNK_BYTES + 300;
    const file = await encrypt(randomBytes(size));
    const places = fc.oneof(fc.nat(HEADER_BYTES - 1), fc.nat(file.length - 1));
    fc.assert(
      fc.property(places, fc.integer({ min: 0, max: 7 }), (at, bit) => {
        const broken = Buffer.from(file);
        broken[at] = (broken[at] ?? 0) ^ (1 << bit);
        expect(() => decrypt(broken, size)).toThrow(SealBroken);
      }),
      { numRuns: 150 },
    );
    const small = await encrypt(Buffer.from('RIFF'));
    for (const at of small.keys()) {
      const broken = Buffer.from(small);
      broken[at] = (broken[at] ?? 0) ^ 1;
      expect(() => decrypt(broken, 4), `byte ${at}`).toThrow(SealBroken);
    }
  });

  it('is rejected when truncated, even at a chunk boundary by a reader that trusts the new size', async () => {
    const size = 3 * CHUNK_BYTES;
    const file = await encrypt(randomBytes(size));
    for (const chunks of [1, 2]) {
      const left = chunks * CHUNK_BYTES;
      expect(() => decrypt(file.subarray(0, sealedSize(left)), left)).toThrow(SealBroken);
    }
    fc.assert(
      fc.property(fc.nat(file.length - 1), (length) => {
        expect(() => decrypt(file.subarray(0, length), size)).toThrow(SealBroken);
        // In a truncated file the last chunk isn't the one written as last.
        const left = Math.max(0, length - HEADER_BYTES - 16 * Math.ceil(length / (CHUNK_BYTES + 16)));
        expect(() => decrypt(file.subarray(0, sealedSize(left)), left)).toThrow(SealBroken);
      }),
      { numRuns: 100 },
    );
  });

  it('is rejected when chunks are reordered, data is appended, or it belongs to another recording or key', async () => {
    const size = 2 * CHUNK_BYTES + 5;
    const plain = randomBytes(size);
    const file = await encrypt(plain);
    const chunk = CHUNK_BYTES + 16;
    const [first, second] = [0, 1].map((n) =>
      file.subarray(HEADER_BYTES + n * chunk, HEADER_BYTES + (n + 1) * chunk),
    ) as [Buffer, Buffer];
    const rest = file.subarray(HEADER_BYTES + 2 * chunk);
    const swapped = Buffer.concat([file.subarray(0, HEADER_BYTES), second, first, rest]);
    expect(() => decrypt(swapped, size)).toThrow(SealBroken);
    expect(() => decrypt(Buffer.concat([file, second]), size)).toThrow(SealBroken);
    expect(() => decrypt(file, size, 0, size - 1, 'recording 8')).toThrow(SealBroken);
    const foreign = await encrypt(plain, [], toEncryptionKey(randomBytes(32)));
    expect(() => decrypt(foreign, size)).toThrow('another key');
    expect(() => decrypt(plain, size)).toThrow(SealBroken);
    expect((await encrypt(plain)).equals(file)).toBe(false);
  });
});
