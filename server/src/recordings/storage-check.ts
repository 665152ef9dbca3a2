/** Whether the storage of the recordings does what is asked of it: a small file goes there, comes back and is removed. */

import { randomUUID } from 'node:crypto';
import type { ServiceError, StorageStep } from '../platform/core/service-checks.ts';
import { FileMissing, type RecordingStore } from './recording-store.ts';

const WORDS = Buffer.from('Can this be read back?');

/** `null`: it does. */
export async function checkStorage(
  storage: RecordingStore,
): Promise<(ServiceError & { readonly step: StorageStep }) | null> {
  const name = `doctor-${randomUUID()}`;
  const steps: readonly [StorageStep, () => Promise<unknown>][] = [
    [
      'write',
      () =>
        storage.put(
          name,
          (async function* () {
            yield WORDS;
          })(),
        ),
    ],
    ['read', async () => ((await storage.read(name, 0, WORDS.length - 1)).equals(WORDS) ? null : fail())],
    ['remove', () => storage.remove(name)],
  ];
  for (const [step, work] of steps) {
    try {
      await work();
    } catch (error) {
      if (step !== 'write') await storage.remove(name).catch(() => undefined);
      return { step, ...troubleIn(error) };
    }
  }
  return null;
}

function fail(): never {
  throw new Error('it gave back something else');
}

function troubleIn(error: unknown): ServiceError {
  if (error instanceof FileMissing) return { status: 404, code: null, reason: error.message };
  const metadata = of(error, '$metadata');
  const status = of(metadata, 'httpStatusCode');
  // A code may be a number that says nothing to anybody.
  const reasons = [of(error, 'code'), of(of(error, 'cause'), 'code'), of(error, 'name')];
  const reason = reasons.find((one) => typeof one === 'string');
  return {
    status: typeof status === 'number' ? status : null,
    code: null,
    reason: String(reason ?? 'no answer'),
  };
}

function of(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && name in value ? Reflect.get(value, name) : undefined;
}
