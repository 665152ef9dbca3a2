import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Call, isFinal } from '../calls/core/call.ts';
import { type Message, transitionMessage } from '../texts/core/message.ts';
import { makePrivateFolder } from './private-folder.ts';
import { Records } from './records.ts';
import {
  applicationSchema,
  callerSchema,
  callSchema,
  conferenceSchema,
  messageSchema,
  numberSchema,
  optOutSchema,
  queueSchema,
  recordingSchema,
} from './schemas.ts';

export type Store = Readonly<ReturnType<typeof openStore>>;

/** Opens the store. Marks calls, conferences and texts that a crash interrupted as ended. */
export function openStore(folder: string, now: number) {
  const recordingFolder = join(folder, 'recordings');
  makePrivateFolder(folder);
  makePrivateFolder(recordingFolder);
  const records = {
    calls: new Records<Call>(join(folder, 'calls.jsonl'), callSchema, 50_000),
    conferences: new Records(join(folder, 'conferences.jsonl'), conferenceSchema, 20_000),
    recordings: new Records(join(folder, 'recordings.jsonl'), recordingSchema, 100_000),
    applications: new Records(join(folder, 'applications.jsonl'), applicationSchema, 1_000),
    numbers: new Records(join(folder, 'numbers.jsonl'), numberSchema, 5_000),
    messages: new Records<Message>(join(folder, 'messages.jsonl'), messageSchema, 20_000),
    optOuts: new Records(join(folder, 'opt-outs.jsonl'), optOutSchema, 50_000),
    queues: new Records(join(folder, 'queues.jsonl'), queueSchema, 1_000),
    callers: new Records(join(folder, 'callers.jsonl'), callerSchema, 5_000),
  };
  const store = {
    ...records,
    recordingPath: (sid: string) => join(recordingFolder, `${sid}.wav`),
    soundFolder: join(folder, 'sounds'),
    /** Removes everything but cached sounds. */
    clear: () => {
      for (const one of Object.values(records)) one.clear();
      rmSync(recordingFolder, { recursive: true, force: true });
      makePrivateFolder(recordingFolder);
    },
  };
  closeInterrupted(store, now);
  return store;
}

function closeInterrupted(store: Store, now: number): void {
  for (const call of store.calls.list()) {
    if (isFinal(call.status)) continue;
    const status = call.status === 'in-progress' ? 'completed' : 'failed';
    store.calls.put({ ...call, status, endedAt: now, updatedAt: now });
  }
  for (const conference of store.conferences.list()) {
    if (conference.status !== 'completed')
      store.conferences.put({ ...conference, status: 'completed', updatedAt: now });
  }
  // Interrupted texts fail, because their outcome is unknown.
  for (const message of store.messages.list()) {
    const [sent, undeliverable] = [
      { type: 'sent', at: now },
      { type: 'undeliverable', at: now, errorCode: 30008 },
    ] as const;
    const failed = transitionMessage(transitionMessage(message, sent), undeliverable);
    if (failed !== message) store.messages.put(failed);
  }
}
