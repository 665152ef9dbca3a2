/** The microphone is open only during a call, and while it rings if access to it was granted before. */
import type { Device } from '@twilio/voice-sdk';
import type { Settings } from '../../core/audio/audio-state.ts';

export interface MicrophoneOptions {
  readonly device: () => Device | null;
  readonly settings: () => Settings | null;
  /** Whether opening it won't prompt the agent. */
  readonly isGranted: () => Promise<boolean>;
  /** The track ended during a call, and the phone didn't stop it. */
  readonly onStopped: () => void;
  readonly warn: (message: string, error: unknown) => void;
}

/** A microphone opened for a ring. Null: it could not be opened, which accepting the call will report. */
interface Prepared {
  readonly constraints: string;
  readonly stream: Promise<MediaStream | null>;
}

export function createMicrophone({ device, settings, isGranted, onStopped, warn }: MicrophoneOptions) {
  let prepared: Prepared | null = null;

  function processing(): MediaTrackConstraints {
    if (!settings()?.plainMicrophone) return {};
    return { echoCancellation: false, noiseSuppression: false, autoGainControl: false };
  }

  /** If it isn't listed, the default device is used. */
  function chosenId(): string | null {
    const id = settings()?.microphone ?? '';
    return id !== '' && device()?.audio?.availableInputDevices.has(id) ? id : null;
  }

  /** Exactly what the library will ask for, because only then does it get the prepared stream. */
  function expectedConstraints(): MediaStreamConstraints {
    const id = chosenId();
    return { audio: id === null ? processing() : { deviceId: { exact: id }, ...processing() } };
  }

  async function openIfGranted(constraints: MediaStreamConstraints): Promise<MediaStream | null> {
    try {
      return (await isGranted()) ? await navigator.mediaDevices.getUserMedia(constraints) : null;
    } catch {
      return null;
    }
  }

  /** Stops the prepared stream, also one that is still opening. */
  function discard(): void {
    const unused = prepared;
    prepared = null;
    void unused?.stream.then((stream) => {
      for (const track of stream?.getTracks() ?? []) track.stop();
    });
  }

  async function takePrepared(constraints: MediaStreamConstraints): Promise<MediaStream | null> {
    if (prepared?.constraints !== JSON.stringify(constraints)) return null;
    const taken = prepared;
    prepared = null;
    const stream = await taken.stream;
    return stream?.getTracks().every(({ readyState }) => readyState === 'live') ? stream : null;
  }

  return {
    processing,
    /** Opens the microphone at a ring, because opening it after Accept would delay the first sound. */
    prepare: () => {
      const constraints = expectedConstraints();
      const key = JSON.stringify(constraints);
      if (prepared?.constraints === key) return;
      discard();
      prepared = { constraints: key, stream: openIfGranted(constraints) };
    },
    discard,
    /** Replaces `getUserMedia`, to report the end of a track. A track that we stop ourselves sends no event. */
    open: async (constraints: MediaStreamConstraints) => {
      const stream =
        (await takePrepared(constraints)) ?? (await navigator.mediaDevices.getUserMedia(constraints));
      for (const track of stream.getTracks()) track.addEventListener('ended', onStopped);
      return stream;
    },
    /** Sets the microphone on the library: on a device change, it replaces one that is set only in a call's constraints. */
    selectChosen: async () => {
      const audio = device()?.audio;
      const wantedId = chosenId();
      if (!audio || wantedId === null || audio.inputDevice?.deviceId === wantedId) return;
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
