import type { PhoneConfig } from '@offhook/contract/client/phone-config';
import { requiresTls } from '@offhook/contract/client/realtime-client';
import { watchAudioDevices } from './adapters/audio/audio-devices.ts';
import { isMicrophoneGranted, watchMicrophonePermission } from './adapters/audio/microphone-permission.ts';
import { createRecordingTone } from './adapters/audio/recording-tone.ts';
import { createRingSound } from './adapters/audio/ring-sound.ts';
import { updateDesktop } from './adapters/page/desktop.ts';
import { createCallNotification } from './adapters/page/notification.ts';
import { watchNotifyPermission } from './adapters/page/notify-permission.ts';
import { createPageLock } from './adapters/page/page-lock.ts';
import { startServiceWorker } from './adapters/page/service-worker.ts';
import type { Api } from './adapters/server/api.ts';
import { createPresence, startWorkerClock } from './adapters/server/presence.ts';
import { createRealtime } from './adapters/server/realtime.ts';
import { createDraftStore } from './adapters/storage/draft-store.ts';
import { createFormStore } from './adapters/storage/form-store.ts';
import { createOutboxStore, watchOutbox } from './adapters/storage/outbox-store.ts';
import { createStorage } from './adapters/storage/storage.ts';
import { createVoice } from './adapters/voice/voice.ts';
import { loadVoiceSdk } from './adapters/voice/voice-sdk.ts';
import type { ListChanges } from './api-context.ts';
import type { PhoneEvent } from './core/events.ts';
import { createTimers } from './perform/page.ts';
import { type AgentEffect, performEffect } from './perform/perform.ts';
import type { VolumeStore } from './volume-store.ts';

export interface AdapterOptions {
  readonly config: PhoneConfig;
  readonly api: Api;
  readonly send: (event: PhoneEvent) => void;
  readonly volumes: VolumeStore;
  readonly lists: ListChanges;
}

export function createAdapters({
  config,
  api,
  send,
  volumes,
  lists,
}: AdapterOptions): (effect: AgentEffect) => void {
  const now = () => Date.now();
  const warn = (message: string, detail: unknown) => console.warn('[offhook]', message, detail);
  const clicked = (action: '' | 'accept' | 'ignore') => {
    if (action !== '') send({ type: action === 'accept' ? 'acceptClicked' : 'ignoreClicked' });
  };
  const phoneId = randomId();
  const adapters = {
    api,
    phoneId,
    now,
    warn,
    voice: createVoice({
      loadSdk: () => loadVoiceSdk(location),
      chunderw: config.voice.chunderw,
      edge: config.voice.edge,
      report: send,
      volumes,
      isMicrophoneGranted: () => isMicrophoneGranted(navigator.permissions),
      now,
      warn,
    }),
    realtime: createRealtime({
      ...config.realtime,
      secure: requiresTls(location, config.realtime.host),
      api,
      report: send,
      lists: lists.account,
      onListsChanged: lists.notify,
      warn,
    }),
    pageLock: createPageLock(navigator.locks, send),
    newId: randomId,
    drafts: createDraftStore(localStorage, now),
    forms: createFormStore(localStorage, now),
    outbox: createOutboxStore(localStorage),
    presence: createPresence({ api, phoneId, startClock: startWorkerClock, send, now, warn }),
    ringSound: createRingSound({
      audio: new Audio('/sounds/ring.mp3'),
      page: document,
      onLock: (locked) => send({ type: 'ringLockFound', locked }),
      warn,
    }),
    recordingTone: createRecordingTone(warn),
    notification: createCallNotification(
      window,
      // The desktop app shows its own notifications and offline page.
      window.desktop ? Promise.resolve(null) : startServiceWorker(navigator.serviceWorker, clicked, warn),
      warn,
    ),
    notifyPermission: watchNotifyPermission(
      window,
      (permission) => send({ type: 'notifyPermissionFound', permission }),
      warn,
    ),
    audioDevices: watchAudioDevices({
      media: navigator.mediaDevices,
      onDevices: (devices) => send({ type: 'audioDevicesListed', devices }),
      warn,
    }),
    storage: createStorage(localStorage, sessionStorage),
    timers: createTimers(),
    page: {
      browser: navigator.userAgent,
      copyText: (text: string) => navigator.clipboard.writeText(text),
      updateApp: () => updateDesktop(window),
    },
  };
  // Fires when the browser resumes a page that it froze together with its worker.
  document.addEventListener('resume', () => send({ type: 'pageResumed' }));
  addEventListener('offline', () => send({ type: 'networkLost' }));
  addEventListener('online', () => send({ type: 'networkReturned' }));
  if (!navigator.onLine) send({ type: 'networkLost' });
  watchMicrophonePermission(navigator.permissions, (denied) =>
    send({ type: 'microphonePermissionFound', denied }),
  );
  watchOutbox(window, () => send({ type: 'outboxChanged' }));
  return (effect) => performEffect(adapters, effect, send);
}

/** `crypto.randomUUID` is missing on insecure origins. */
function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
