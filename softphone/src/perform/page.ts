import type { AudioDevicesWatch } from '../adapters/audio/audio-devices.ts';
import type { RecordingTone } from '../adapters/audio/recording-tone.ts';
import type { RingSound } from '../adapters/audio/ring-sound.ts';
import type { CallNotification } from '../adapters/page/notification.ts';
import type { NotifyPermissionWatch } from '../adapters/page/notify-permission.ts';
import type { PageLock } from '../adapters/page/page-lock.ts';
import type { Presence } from '../adapters/server/presence.ts';
import type { Realtime } from '../adapters/server/realtime.ts';
import type { DraftStore } from '../adapters/storage/draft-store.ts';
import type { FormStore } from '../adapters/storage/form-store.ts';
import type { OutboxStore } from '../adapters/storage/outbox-store.ts';
import type { PhoneStorage } from '../adapters/storage/storage.ts';
import type { Voice } from '../adapters/voice/voice.ts';
import type { PageEffect } from '../core/effects.ts';
import type { PhoneEvent } from '../core/events.ts';
import { errorLogText } from '../core/line/error-log.ts';
import type { Performers } from './performers.ts';
import type { VisitorEffect } from './visitor.ts';

export interface PageContext {
  readonly realtime: Realtime;
  readonly pageLock: PageLock;
  readonly presence: Presence;
  readonly ringSound: RingSound;
  readonly recordingTone: RecordingTone;
  readonly notification: CallNotification;
  readonly notifyPermission: NotifyPermissionWatch;
  readonly audioDevices: AudioDevicesWatch;
  readonly storage: PhoneStorage;
  readonly drafts: DraftStore;
  readonly forms: FormStore;
  readonly outbox: OutboxStore;
  readonly voice: Voice;
  readonly timers: Timers;
  readonly page: Page;
  readonly send: (event: PhoneEvent) => void;
  readonly warn: (message: string, error: unknown) => void;
}

interface Page {
  readonly browser: string;
  readonly copyText: (text: string) => Promise<void>;
  readonly updateApp: () => Promise<void>;
}

type TimerName = 'thankYou' | 'notice' | 'awaitedRing' | 'deviceNotice' | 'undo' | 'invitation';

/** Starting a running timer replaces it. */
export interface Timers {
  readonly start: (name: TimerName, ms: number, onTimeout: () => void) => void;
  readonly stop: (name: TimerName) => void;
}

type AgentPageEffect = Exclude<PageEffect, VisitorEffect>;

export const pagePerformers: Performers<AgentPageEffect, PageContext> = {
  subscribeRealtime: ({ userId, accountId }, { realtime }) => realtime.subscribe(userId, accountId),
  unsubscribeRealtime: (_, { realtime }) => realtime.unsubscribe(),
  reconnectRealtime: (_, { realtime }) => realtime.reconnect(),
  takePageLock: ({ userId }, { pageLock }) => pageLock.take(userId),
  stealPageLock: ({ userId }, { pageLock }) => pageLock.steal(userId),
  releasePageLock: (_, { pageLock }) => pageLock.release(),
  startPresence: (_, { presence }) => presence.start(),
  stopPresence: (_, { presence }) => presence.stop(),
  startThankYouTimer: ({ callKey, ms }, { timers, send }) =>
    timers.start('thankYou', ms, () => send({ type: 'thankYouTimedOut', callKey })),
  stopThankYouTimer: (_, { timers }) => timers.stop('thankYou'),
  startNoticeTimer: ({ ms }, { timers, send }) =>
    timers.start('notice', ms, () => send({ type: 'noticeTimedOut' })),
  startAwaitedRingTimer: ({ ms }, { timers, send }) =>
    timers.start('awaitedRing', ms, () => send({ type: 'awaitedRingTimedOut' })),
  startUndoTimer: ({ callId, ms }, { timers, send }) =>
    timers.start('undo', ms, () => send({ type: 'undoTimedOut', callId })),
  startInvitationTimer: ({ ms }, { timers, send }) =>
    timers.start('invitation', ms, () => send({ type: 'invitationTimedOut' })),
  startDeviceNoticeTimer: ({ ms }, { timers, send }) =>
    timers.start('deviceNotice', ms, () => send({ type: 'deviceNoticeTimedOut' })),
  tryRingSound: (_, { ringSound }) => ringSound.tryOut(),
  startRing: (_, { ringSound }) => ringSound.start(),
  stopRing: (_, { ringSound, notification }) => {
    ringSound.stop();
    notification.close();
  },
  notifyIncoming: ({ title, name, from, answer }, { notification }) =>
    notification.show(title, name, answer, from),
  playRecordingTone: ({ paused }, { recordingTone }) => recordingTone.play(paused),
  requestNotifyPermission: (_, { notifyPermission }) => notifyPermission.request(),
  storeCall: ({ call }, { storage }) => storage.saveCall(call),
  removeStoredCall: (_, { storage }) => storage.removeCall(),
  loadDrafts: ({ userId }, { drafts, send }) =>
    send({ type: 'draftsLoaded', userId, drafts: drafts.load(userId) }),
  saveDraft: ({ userId, draft }, { drafts }) => drafts.save(userId, draft),
  removeDraft: ({ userId, id }, { drafts }) => drafts.remove(userId, id),
  loadForms: ({ userId }, { forms, send }) =>
    send({ type: 'formsLoaded', userId, forms: forms.load(userId) }),
  saveForms: ({ userId, forms: typed }, { forms }) => forms.save(userId, typed),
  loadOutbox: ({ userId }, { outbox, send }) =>
    send({ type: 'outboxLoaded', userId, entries: outbox.load(userId) }),
  saveToOutbox: ({ userId, entry }, { outbox }) => outbox.save(userId, entry),
  removeFromOutbox: ({ userId, id }, { outbox }) => outbox.remove(userId, id),
  listAudioDevices: ({ promptsForAccess }, { audioDevices }) => audioDevices.list(promptsForAccess),
  loadSettings: ({ userId }, { storage, send }) =>
    send({ type: 'settingsLoaded', settings: storage.loadSettings(userId) }),
  saveSettings: ({ userId, settings }, { storage }) => storage.saveSettings(userId, settings),
  applySettings: ({ settings }, { ringSound, recordingTone, voice }) => {
    ringSound.setSink(settings.ringer);
    recordingTone.setSink(settings.speaker);
    voice.applySettings(settings);
  },
  copyErrorLogs: ({ errors, quality }, context) =>
    copy(errorLogText(context.page.browser, errors, quality, isoTime), context),
  updateApp: (_, { page, send, warn }) =>
    page
      .updateApp()
      .catch((error: unknown) => warn('The desktop app could not check for an update.', error))
      .then(() => send({ type: 'appUpdated' })),
};

const isoTime = (at: number) => new Date(at).toISOString();

/** The clipboard may be blocked, and insecure pages have none. */
async function copy(text: string, { page, send, warn }: PageContext): Promise<void> {
  try {
    await page.copyText(text);
    send({ type: 'errorLogsCopied' });
  } catch (error) {
    warn('The error log could not be copied.', error);
    send({ type: 'errorLogsNotCopied', text });
  }
}

export function createTimers(): Timers {
  const running = new Map<string, ReturnType<typeof setTimeout>>();
  const stop = (name: string) => {
    clearTimeout(running.get(name));
    running.delete(name);
  };
  return {
    start: (name, ms, onTimeout) => {
      stop(name);
      running.set(name, setTimeout(onTimeout, ms));
    },
    stop,
  };
}
