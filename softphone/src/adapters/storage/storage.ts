/** What the browser keeps: settings per user, and the running call for a page that is loaded again. */
import * as z from 'zod/mini';
import { defaultSettings, type Settings } from '../../core/audio/audio-state.ts';
import type { StoredCall } from '../../core/screen/screen-state.ts';

const StoredSettings = z.object({
  microphone: z._default(z.string(), ''),
  speaker: z._default(z.string(), ''),
  ringer: z._default(z.string(), ''),
  autoAccept: z._default(z.boolean(), false),
  plainMicrophone: z._default(z.boolean(), false),
  notifyNotNow: z._default(z.boolean(), false),
});

const StoredCallShape = z.object({ callId: z.int(), startedAt: z.number() });

const CALL_KEY = 'offhook.call';

export interface PhoneStorage {
  readonly settingsOf: (userId: number) => Settings;
  readonly keepSettings: (userId: number, settings: Settings) => void;
  readonly call: () => StoredCall | null;
  readonly keepCall: (call: StoredCall) => void;
  readonly forgetCall: () => void;
}

/** A store that is full, forbidden or spoilt counts as empty: the phone works without. */
export function createStorage(local: Storage, session: Storage): PhoneStorage {
  return {
    settingsOf: (userId) => read(local, settingsKey(userId), StoredSettings) ?? defaultSettings,
    keepSettings: (userId, settings) => write(local, settingsKey(userId), settings),
    call: () => read(session, CALL_KEY, StoredCallShape),
    keepCall: (call) => write(session, CALL_KEY, call),
    forgetCall: () => attempt(() => session.removeItem(CALL_KEY)),
  };
}

function settingsKey(userId: number): string {
  return `offhook.settings.${userId}`;
}

function read<S extends z.ZodMiniType>(store: Storage, key: string, shape: S): z.infer<S> | null {
  const value = attempt(() => JSON.parse(store.getItem(key) ?? 'null'));
  const parsed = z.safeParse(shape, value);
  return parsed.success ? parsed.data : null;
}

function write(store: Storage, key: string, value: object): void {
  attempt(() => store.setItem(key, JSON.stringify(value)));
}

function attempt<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}
