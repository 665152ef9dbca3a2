import * as z from 'zod/mini';
import { defaultSettings, type Settings } from '../../core/audio/audio-state.ts';
import type { StoredCall } from '../../core/screen/screen-state.ts';
import { readStored, removeStored, writeStored } from './stored.ts';

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

export type PhoneStorage = ReturnType<typeof createStorage>;

export function createStorage(local: Storage, session: Storage) {
  return {
    loadSettings: (userId: number): Settings =>
      readStored(local, settingsKey(userId), StoredSettings) ?? defaultSettings,
    saveSettings: (userId: number, settings: Settings) =>
      void writeStored(local, settingsKey(userId), settings),
    loadCall: (): StoredCall | null => readStored(session, CALL_KEY, StoredCallShape),
    saveCall: (call: StoredCall) => void writeStored(session, CALL_KEY, call),
    removeCall: () => removeStored(session, CALL_KEY),
  };
}

function settingsKey(userId: number): string {
  return `offhook.settings.${userId}`;
}
