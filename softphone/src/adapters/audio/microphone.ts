/** The microphone is open only during a call. */
import type { Device } from '@twilio/voice-sdk';
import type { Settings } from '../../core/audio/audio-state.ts';

export interface MicrophoneOptions {
  readonly device: () => Device | null;
  readonly settings: () => Settings | null;
  /** The track ended during a call, and the phone didn't stop it. */
  readonly onStopped: () => void;
  readonly warn: (message: string, error: unknown) => void;
}

export function createMicrophone({ device, settings, onStopped, warn }: MicrophoneOptions) {
  function processing(): MediaTrackConstraints {
    if (!settings()?.plainMicrophone) return {};
    return { echoCancellation: false, noiseSuppression: false, autoGainControl: false };
  }

  return {
    processing,
    /** Replaces `getUserMedia`, to report the end of a track. A track that we stop ourselves sends no event. */
    open: async (constraints: MediaStreamConstraints) => {
      const stream = await navigator.mediaDevices.getUserMedia(constraints);
      for (const track of stream.getTracks()) track.addEventListener('ended', onStopped);
      return stream;
    },
    /** Sets the microphone on the library: on a device change, it replaces one that is set only in a call's constraints. */
    selectChosen: async () => {
      const audio = device()?.audio;
      const wantedId = settings()?.microphone ?? '';
      if (wantedId === '' || !audio?.availableInputDevices.has(wantedId)) return;
      if (audio.inputDevice?.deviceId === wantedId) return;
      try {
        await audio.setAudioConstraints(processing());
        await audio.setInputDevice(wantedId);
      } catch (error) {
        warn('The chosen microphone could not be used.', error);
      }
    },
    /** Without this, the microphone stays open after the call. */
    release: () => {
      device()
        ?.audio?.unsetInputDevice()
        .catch((error: unknown) => warn('The microphone could not be released.', error));
    },
  };
}
