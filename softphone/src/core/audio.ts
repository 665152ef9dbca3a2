import { type AudioState, defaultSettings, type Settings } from './audio-state.ts';
import type { PhoneEvent } from './events.ts';
import { type Signal, type Step, step } from './signals.ts';

export const AUDIO_HEARS = [
  'signedIn',
  'signedOut',
  'settingsLoaded',
  'settingsSaved',
  'autoAcceptFlipped',
  'audioDevicesListed',
  'ringLockFound',
] as const satisfies readonly (PhoneEvent | Signal)['type'][];

type AudioEvent = Extract<PhoneEvent | Signal, { type: (typeof AUDIO_HEARS)[number] }>;

export function audio(state: AudioState, event: AudioEvent): Step<AudioState> {
  switch (event.type) {
    case 'signedIn': {
      const userId = event.user.id;
      if (state.userId === userId) return step(state);
      return step({ ...state, userId }, [{ type: 'loadSettings', userId }, { type: 'tryRing' }]);
    }
    case 'signedOut':
      return step({ ...state, userId: null, settings: defaultSettings });
    case 'settingsLoaded':
      return step({ ...state, settings: event.settings }, [
        { type: 'applySettings', settings: event.settings },
      ]);
    case 'settingsSaved':
      return keep(state, { ...state.settings, ...event.settings });
    case 'autoAcceptFlipped':
      return keep(state, { ...state.settings, autoAccept: event.on });
    case 'audioDevicesListed':
      return step({ ...state, devices: event.devices });
    case 'ringLockFound':
      return step({ ...state, lock: event.locked ? 'locked' : 'ready' });
    default:
      return event satisfies never;
  }
}

/** The ring follows the ringing view, whatever led into it or out of it. */
export function ring(state: AudioState, ringing: boolean): Step<AudioState> {
  if (state.ringing === ringing) return step(state);
  return step({ ...state, ringing }, [{ type: ringing ? 'startRing' : 'stopRing' }]);
}

function keep(state: AudioState, settings: Settings): Step<AudioState> {
  const { userId } = state;
  if (userId === null) return step(state);
  return step({ ...state, settings }, [
    { type: 'saveSettings', userId, settings },
    { type: 'applySettings', settings },
  ]);
}
