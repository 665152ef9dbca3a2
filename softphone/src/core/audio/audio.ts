import { t } from '@offhook/i18n/phone';
import type { PhoneEffect } from '../effects.ts';
import type { PhoneEvent } from '../events.ts';
import { type Signal, type Step, step } from '../signals.ts';
import { type AudioState, type DeviceNotice, defaultSettings, type Settings } from './audio-state.ts';
import { deviceNotice, settingsInUse } from './device-choice.ts';

const DEVICE_NOTICE_MS = 6_000;
const DEVICE_OFFER_MS = 20_000;

export function audio(state: AudioState, event: PhoneEvent | Signal): Step<AudioState> {
  switch (event.type) {
    case 'signedIn': {
      const userId = event.user.id;
      if (state.userId === userId) return step(state);
      return step({ ...state, userId }, [
        { type: 'loadSettings', userId },
        { type: 'listAudioDevices', promptsForAccess: false },
        { type: 'tryRingSound' },
      ]);
    }
    case 'signedOut':
      return step({ ...state, userId: null, settings: defaultSettings, notice: null });
    case 'settingsLoaded':
      return step({ ...state, settings: event.settings }, [
        { type: 'applySettings', settings: settingsInUse(state.devices, event.settings) },
      ]);
    case 'settingsSaved':
      return withNotice(saveSettings(state, { ...state.settings, ...event.settings }), {
        text: t('settings.saved'),
        offer: null,
      });
    case 'autoAcceptChanged':
      return saveSettings(state, { ...state.settings, autoAccept: event.on });
    case 'audioDevicesListed':
      return applyDevices(state, event.devices);
    case 'navClicked':
      // Device names need microphone access, so opening the settings prompts for it.
      return step(
        state,
        event.item === 'settings' ? [{ type: 'listAudioDevices', promptsForAccess: true }] : [],
      );
    case 'lineAccepted':
      // With the call's microphone access, devices have names.
      return step(state, [{ type: 'listAudioDevices', promptsForAccess: false }]);
    case 'microphoneStopped':
      return withNotice(step(state), { text: t('audioDevice.microphoneStopped'), offer: null });
    case 'deviceOfferAccepted': {
      const offer = state.notice?.offer;
      if (!offer) return step(state);
      const { microphone, speaker } = state.settings;
      return saveSettings(
        { ...state, notice: null },
        {
          ...state.settings,
          microphone: offer.microphone ?? microphone,
          speaker: offer.speaker ?? speaker,
        },
      );
    }
    case 'deviceNoticeTimedOut':
      return step({ ...state, notice: null });
    case 'microphonePermissionFound':
      return step(
        event.denied === state.microphoneDenied ? state : { ...state, microphoneDenied: event.denied },
      );
    case 'notifyPermissionFound':
      return step(event.permission === state.notify ? state : { ...state, notify: event.permission });
    case 'allowNotificationsClicked':
      return step(state, state.notify === 'default' ? [{ type: 'requestNotifyPermission' }] : []);
    case 'notifyNotNowClicked':
      return saveSettings(state, { ...state.settings, notifyNotNow: true });
    case 'ringLockFound':
      return step({ ...state, lock: event.locked ? 'locked' : 'ready' });
    default:
      return step(state);
  }
}

export function setRinging(state: AudioState, ringing: boolean): Step<AudioState> {
  if (state.ringing === ringing) return step(state);
  return step({ ...state, ringing }, [{ type: ringing ? 'startRing' : 'stopRing' }]);
}

function saveSettings(state: AudioState, settings: Settings): Step<AudioState> {
  const { userId } = state;
  if (userId === null) return step(state);
  return step({ ...state, settings }, [
    { type: 'saveSettings', userId, settings },
    { type: 'applySettings', settings: settingsInUse(state.devices, settings) },
  ]);
}

function applyDevices(state: AudioState, devices: AudioState['devices']): Step<AudioState> {
  const { settings } = state;
  const [before, after] = [settingsInUse(state.devices, settings), settingsInUse(devices, settings)];
  const changed = (['microphone', 'speaker', 'ringer'] as const).some((use) => before[use] !== after[use]);
  const effects: PhoneEffect[] = changed ? [{ type: 'applySettings', settings: after }] : [];
  const next = step({ ...state, devices }, effects);
  const notice = state.userId === null ? null : deviceNotice(state.devices, devices, settings);
  return notice ? withNotice(next, notice) : next;
}

function withNotice({ state, effects, signals }: Step<AudioState>, notice: DeviceNotice): Step<AudioState> {
  if (state.userId === null) return { state, effects, signals };
  const ms = notice.offer ? DEVICE_OFFER_MS : DEVICE_NOTICE_MS;
  return step({ ...state, notice }, [...effects, { type: 'startDeviceNoticeTimer', ms }], signals);
}
