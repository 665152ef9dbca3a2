import { t } from '@offhook/i18n/phone';
import type { AudioDevice, AudioDevices, DeviceNotice, DeviceOffer, Settings } from './audio-state.ts';

type Use = 'microphone' | 'speaker' | 'ringer';

/** The browser's aliases of the system's default device. */
const SYSTEM_DEVICE_IDS: readonly string[] = ['', 'default', 'communications'];

export function realDevices(devices: readonly AudioDevice[]): readonly AudioDevice[] {
  return devices.filter(({ id, label }) => !SYSTEM_DEVICE_IDS.includes(id) && label !== '');
}

/** Without microphone access, browsers hide names and IDs. */
export function haveLabels({ inputs, outputs }: AudioDevices): boolean {
  return [inputs, outputs].some((devices) => realDevices(devices).length > 0);
}

/** Missing devices are replaced by the system's default. */
export function settingsInUse(devices: AudioDevices, settings: Settings): Settings {
  const available = (use: Use) => {
    const known = listFor(devices, use);
    // Without names, no device counts as missing.
    const isGone = realDevices(known).length > 0 && !known.some(({ id }) => id === settings[use]);
    return isGone ? '' : settings[use];
  };
  return {
    ...settings,
    microphone: available('microphone'),
    speaker: available('speaker'),
    ringer: available('ringer'),
  };
}

export function deviceInUse(devices: AudioDevices, settings: Settings, use: Use): AudioDevice | null {
  const known = listFor(devices, use);
  const real = realDevices(known);
  const systemDefault = known.find(({ id }) => id === 'default');
  return (
    real.find(({ id }) => id === settings[use]) ??
    real.find(({ group }) => group !== '' && group === systemDefault?.group) ??
    systemDefault ??
    real[0] ??
    null
  );
}

export function deviceNotice(
  before: AudioDevices,
  after: AudioDevices,
  settings: Settings,
): DeviceNotice | null {
  const offer = newDeviceOffer(before, after, settings);
  const lost = lostDevice(before, after, settings);
  if (lost) return { text: lost, offer };
  const back = reconnectedDevice(before, after, settings);
  if (back) return { text: t('audioDevice.back', { device: back }), offer: null };
  return offer && { text: t('audioDevice.connected', { device: offer.label }), offer };
}

function listFor({ inputs, outputs }: AudioDevices, use: Use): readonly AudioDevice[] {
  return use === 'microphone' ? inputs : outputs;
}

function isIn(devices: readonly AudioDevice[], { id }: AudioDevice): boolean {
  return devices.some((device) => device.id === id);
}

/** After an empty list, nothing counts as added: the devices may only have gained their names. */
function addedDevices(before: readonly AudioDevice[], after: readonly AudioDevice[]): readonly AudioDevice[] {
  if (realDevices(before).length === 0) return [];
  return realDevices(after).filter((device) => !isIn(before, device));
}

function lostDevice(before: AudioDevices, after: AudioDevices, settings: Settings): string | null {
  for (const use of ['microphone', 'speaker', 'ringer'] as const) {
    const used = deviceInUse(before, settings, use);
    if (!used || isIn(listFor(after, use), used)) continue;
    const next = deviceInUse(after, settingsInUse(after, settings), use);
    if (next) return t('audioDevice.replaced', { device: used.label, replacement: next.label });
    // If all names are gone, microphone access was revoked.
    if (haveLabels(after)) return t('audioDevice.gone', { device: used.label, use });
  }
  return null;
}

function reconnectedDevice(before: AudioDevices, after: AudioDevices, settings: Settings): string | null {
  for (const use of ['microphone', 'speaker', 'ringer'] as const) {
    const [arrived] = addedDevices(listFor(before, use), listFor(after, use)).filter(
      ({ id }) => id === settings[use],
    );
    if (arrived) return arrived.label;
  }
  return null;
}

/** A headset's microphone and speaker are offered together. */
function newDeviceOffer(before: AudioDevices, after: AudioDevices, settings: Settings): DeviceOffer | null {
  const isChosen = ({ id }: AudioDevice) => [settings.microphone, settings.speaker].includes(id);
  const microphones = addedDevices(before.inputs, after.inputs).filter((device) => !isChosen(device));
  const speakers = addedDevices(before.outputs, after.outputs).filter((device) => !isChosen(device));
  const [first] = [...microphones, ...speakers];
  if (!first) return null;
  const partOf = (device: AudioDevice) =>
    device === first || (first.group !== '' && device.group === first.group);
  return {
    label: first.label,
    microphone: microphones.find(partOf)?.id ?? null,
    speaker: speakers.find(partOf)?.id ?? null,
  };
}
