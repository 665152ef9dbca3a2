export interface AudioDevice {
  readonly id: string;
  readonly label: string;
  /** Shared by the parts of one device, such as a headset's microphone and speaker; may be empty. */
  readonly group: string;
}

export interface AudioDevices {
  readonly inputs: readonly AudioDevice[];
  readonly outputs: readonly AudioDevice[];
}

/** Stored per user. A device ID of '' is the system's default. */
export interface Settings {
  readonly microphone: string;
  readonly speaker: string;
  readonly ringer: string;
  readonly autoAccept: boolean;
  /** Without echo cancellation, noise suppression and gain control. */
  readonly plainMicrophone: boolean;
  readonly notifyNotNow: boolean;
}

/** `unknown`: not supported, or not checked yet. */
export type NotifyPermission = 'unknown' | 'default' | 'granted' | 'denied';

export interface DeviceOffer {
  readonly label: string;
  readonly microphone: string | null;
  readonly speaker: string | null;
}

export interface DeviceNotice {
  readonly text: string;
  readonly offer: DeviceOffer | null;
}

/**
 * The ring sound and the devices.
 *
 *   lock:  unknown ──trial──► ready ◄── first gesture ── locked
 *   ring:  silent ◄──► ringing, exactly while the ringing view is shown
 */
export interface AudioState {
  readonly devices: AudioDevices;
  /** As chosen; `settingsInUse` replaces missing devices. */
  readonly settings: Settings;
  readonly notice: DeviceNotice | null;
  readonly lock: 'unknown' | 'ready' | 'locked';
  readonly ringing: boolean;
  readonly microphoneDenied: boolean;
  readonly notify: NotifyPermission;
  readonly userId: number | null;
}

export const defaultSettings: Settings = {
  microphone: '',
  speaker: '',
  ringer: '',
  autoAccept: false,
  plainMicrophone: false,
  notifyNotNow: false,
};

export const initialAudio: AudioState = {
  devices: { inputs: [], outputs: [] },
  settings: defaultSettings,
  notice: null,
  lock: 'unknown',
  ringing: false,
  microphoneDenied: false,
  notify: 'unknown',
  userId: null,
};
