/** Each order to the page: its storage, timers, sounds and channels. */
import type { AudioDevicesWatch } from '../adapters/audio/audio-devices.ts';
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
import { errorLogText } from '../adapters/voice/error-log.ts';
import type { Voice } from '../adapters/voice/voice.ts';
import type { PageEffect } from '../core/effects.ts';
import type { PhoneEvent } from '../core/events.ts';
import type { VisitorEffect } from './visitor.ts';

export interface PageContext {
  readonly realtime: Realtime;
  readonly pageLock: PageLock;
  readonly presence: Presence;
  readonly ringSound: RingSound;
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

/** What only a page can do. */
interface Page {
  readonly browser: string;
  readonly copyText: (text: string) => Promise<void>;
  /** Done when the desktop app has looked for a newer one; at once without such an app. */
  readonly updateApp: () => Promise<void>;
}

type TimerName = 'thankYou' | 'notice' | 'awaitedRing' | 'deviceNotice' | 'undo';

/** One timer each: starting one again replaces it. */
export interface Timers {
  readonly start: (name: TimerName, ms: number, passed: () => void) => void;
  readonly stop: (name: TimerName) => void;
}

export function performOnPage(effect: Exclude<PageEffect, VisitorEffect>, context: PageContext): void {
  const { audioDevices, page, pageLock, realtime, presence, ringSound, storage, outbox, timers } = context;
  const { drafts, forms, notification, notifyPermission, voice, send, warn } = context;
  switch (effect.type) {
    case 'subscribeRealtime':
      realtime.subscribe(effect.userId, effect.accountId);
      break;
    case 'unsubscribeRealtime':
      realtime.unsubscribe();
      break;
    case 'checkRealtime':
      realtime.check();
      break;
    case 'takePageLock':
      pageLock.take(effect.userId);
      break;
    case 'stealPageLock':
      pageLock.steal(effect.userId);
      break;
    case 'releasePageLock':
      pageLock.release();
      break;
    case 'startPresence':
      presence.start();
      break;
    case 'stopPresence':
      presence.stop();
      break;
    case 'startThankYouTimer': {
      const { callKey, ms } = effect;
      timers.start('thankYou', ms, () => send({ type: 'thankYouTimePassed', callKey }));
      break;
    }
    case 'stopThankYouTimer':
      timers.stop('thankYou');
      break;
    case 'startNoticeTimer':
      timers.start('notice', effect.ms, () => send({ type: 'noticeTimePassed' }));
      break;
    case 'startAwaitedRingTimer':
      timers.start('awaitedRing', effect.ms, () => send({ type: 'awaitedRingTimePassed' }));
      break;
    case 'startUndoTimer': {
      const { callId, ms } = effect;
      timers.start('undo', ms, () => send({ type: 'undoTimePassed', callId }));
      break;
    }
    case 'tryRing':
      ringSound.attempt();
      break;
    case 'startRing':
      ringSound.start();
      break;
    case 'stopRing':
      ringSound.stop();
      notification.close();
      break;
    case 'notifyIncoming':
      notification.show(effect.title, effect.name, effect.answer);
      break;
    case 'askToNotify':
      notifyPermission.ask();
      break;
    case 'storeCall':
      storage.keepCall(effect.call);
      break;
    case 'forgetStoredCall':
      storage.forgetCall();
      break;
    case 'loadDrafts': {
      const { userId } = effect;
      send({ type: 'draftsLoaded', userId, drafts: drafts.draftsOf(userId) });
      break;
    }
    case 'keepDraft':
      drafts.keep(effect.userId, effect.draft);
      break;
    case 'dropDraft':
      drafts.drop(effect.userId, effect.id);
      break;
    case 'loadForms': {
      const { userId } = effect;
      send({ type: 'formsLoaded', userId, forms: forms.formsOf(userId) });
      break;
    }
    case 'keepForms':
      forms.keep(effect.userId, effect.forms);
      break;
    case 'loadOutbox': {
      const { userId } = effect;
      send({ type: 'outboxLoaded', userId, entries: outbox.entriesOf(userId) });
      break;
    }
    case 'keepInOutbox':
      outbox.keep(effect.userId, effect.entry);
      break;
    case 'dropFromOutbox':
      outbox.drop(effect.userId, effect.id);
      break;
    case 'listAudioDevices':
      audioDevices.list(effect.asks);
      break;
    case 'startDeviceNoticeTimer':
      timers.start('deviceNotice', effect.ms, () => send({ type: 'deviceNoticeTimePassed' }));
      break;
    case 'loadSettings':
      send({ type: 'settingsLoaded', settings: storage.settingsOf(effect.userId) });
      break;
    case 'saveSettings':
      storage.keepSettings(effect.userId, effect.settings);
      break;
    case 'applySettings':
      ringSound.setSink(effect.settings.ringer);
      voice.applySettings(effect.settings);
      break;
    case 'copyErrorLogs':
      void copy(errorLogText(page.browser, effect.errors, effect.quality), context);
      break;
    case 'updateApp':
      page
        .updateApp()
        .catch((error: unknown) => warn('The desktop app could not look for an update.', error))
        .then(() => send({ type: 'appUpdated' }));
      break;
    default:
      effect satisfies never;
  }
}

/** A browser may refuse the clipboard, and a page that is not secure has none. */
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
    start: (name, ms, passed) => {
      stop(name);
      running.set(name, setTimeout(passed, ms));
    },
    stop,
  };
}
