/** Browsers may block sound until a click or key press, so the phone tries to play silence before the first call. */
export type RingSound = ReturnType<typeof createRingSound>;

export interface RingSoundOptions {
  readonly audio: HTMLAudioElement;
  readonly page: EventTarget;
  readonly onLock: (locked: boolean) => void;
  readonly warn: (message: string, error: unknown) => void;
}

const GESTURES = ['pointerdown', 'keydown'] as const;

export function createRingSound({ audio, page, onLock, warn }: RingSoundOptions) {
  let ringing = false;
  let waiting = false;
  let chosenSink = '';
  let isRejected = false;
  audio.loop = true;

  async function play(): Promise<void> {
    audio.volume = ringing ? 1 : 0;
    try {
      await audio.play();
      onLock(false);
      if (!ringing) audio.pause();
    } catch (error) {
      // A pause right after the start isn't a rejection.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      if (error instanceof DOMException && error.name === 'NotAllowedError') {
        onLock(true);
        waitForGesture();
      } else warn('The ring sound could not be played.', error);
    }
  }

  function waitForGesture(): void {
    if (waiting) return;
    waiting = true;
    const onGesture = () => {
      waiting = false;
      for (const gesture of GESTURES) page.removeEventListener(gesture, onGesture, true);
      void play();
    };
    for (const gesture of GESTURES) page.addEventListener(gesture, onGesture, true);
  }

  async function applySink(): Promise<void> {
    const deviceId = chosenSink;
    try {
      await audio.setSinkId(deviceId);
      if (deviceId === chosenSink) isRejected = false;
    } catch (error) {
      if (deviceId !== chosenSink) return;
      if (!isRejected) warn('The chosen ringer could not be used.', error);
      isRejected = true;
    }
  }

  return {
    tryOut: () => void play(),
    start: () => {
      ringing = true;
      audio.currentTime = 0;
      // Firefox allows an output device only after the page has opened a microphone.
      if (isRejected) void applySink();
      void play();
    },
    stop: () => {
      ringing = false;
      audio.pause();
    },
    /** Empty: the system's default. */
    setSink: (deviceId: string) => {
      if (!('setSinkId' in audio)) return;
      chosenSink = deviceId;
      isRejected = false;
      void applySink();
    },
  };
}
