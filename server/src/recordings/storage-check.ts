import { randomUUID } from 'node:crypto';
import type { ServiceError, StorageStep } from '../platform/core/health/service-checks.ts';
import { FileMissing, type RecordingStore } from './recording-store.ts';

const TEST_CONTENT = Buffer.from('Can this be read back?');

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
            yield TEST_CONTENT;
          })(),
        ),
    ],
    [
      'read',
      async () =>
        (await storage.read(name, 0, TEST_CONTENT.length - 1)).equals(TEST_CONTENT) ? null : throwMismatch(),
    ],
    ['remove', () => storage.remove(name)],
  ];
  for (const [step, work] of steps) {
    try {
      await work();
    } catch (error) {
      if (step !== 'write') await storage.remove(name).catch(() => undefined);
      return { step, ...toServiceError(error) };
    }
  }
  return null;
}

function throwMismatch(): never {
  throw new Error('the content read differs from what was written');
}

function toServiceError(error: unknown): ServiceError {
  if (error instanceof FileMissing) return { status: 404, code: null, reason: error.message };
  const metadata = property(error, '$metadata');
  const status = property(metadata, 'httpStatusCode');
  // Numeric codes mean nothing to an operator, so only names are used.
  const reasons = [
    property(error, 'code'),
    property(property(error, 'cause'), 'code'),
    property(error, 'name'),
  ];
  const reason = reasons.find((one) => typeof one === 'string');
  return {
    status: typeof status === 'number' ? status : null,
    code: null,
    reason: String(reason ?? 'no response'),
  };
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && name in value ? Reflect.get(value, name) : undefined;
}
