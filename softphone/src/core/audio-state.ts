export interface AudioDevice {
  readonly id: string;
  readonly label: string;
}

export interface AudioDevices {
  readonly inputs: readonly AudioDevice[];
  readonly outputs: readonly AudioDevice[];
}

/** Kept in the browser per user. A device id of '' is the system's default. */
export interface Settings {
  readonly microphone: string;
  readonly speaker: string;
  readonly ringer: string;
  readonly autoAccept: boolean;
  /** The microphone without echo cancellation, noise suppression and gain control. */
  readonly plainMicrophone: boolean;
}

/**
 * The ring sound and the devices.
 *
 *   lock:  unknown ──trial──► ready ◄── first gesture ── locked
 *   ring:  silent ◄──► ringing, exactly while the ringing view shows
 */
export interface AudioState {
  readonly devices: AudioDevices;
  readonly settings: Settings;
  readonly lock: 'unknown' | 'ready' | 'locked';
  readonly ringing: boolean;
  /** Whose settings these are; null while nobody is signed in. */
  readonly userId: number | null;
}

export const defaultSettings: Settings = {
  microphone: '',
  speaker: '',
  ringer: '',
  autoAccept: false,
  plainMicrophone: false,
};

export const initialAudio: AudioState = {
  devices: { inputs: [], outputs: [] },
  settings: defaultSettings,
  lock: 'unknown',
  ringing: false,
  userId: null,
};
