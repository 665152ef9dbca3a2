import type { AudioDevice, AudioDevices } from '../../core/audio/audio-state.ts';

export type AudioDevicesWatch = ReturnType<typeof watchAudioDevices>;

export interface AudioDevicesOptions {
  /** Undefined on an insecure page. */
  readonly media: MediaDevices | undefined;
  readonly onDevices: (devices: AudioDevices) => void;
  readonly warn: (message: string, error: unknown) => void;
}

export function watchAudioDevices({ media, onDevices, warn }: AudioDevicesOptions) {
  const read = async (): Promise<AudioDevices> => {
    const all = (await media?.enumerateDevices()) ?? [];
    return { inputs: devicesOfKind(all, 'audioinput'), outputs: devicesOfKind(all, 'audiooutput') };
  };

  /** Opens the microphone only to get the device names, so it's released immediately. */
  const requestAccess = async (): Promise<void> => {
    const stream = await media?.getUserMedia({ audio: true });
    for (const track of stream?.getTracks() ?? []) track.stop();
  };

  async function list(promptsForAccess: boolean): Promise<void> {
    const found = await read();
    onDevices(found);
    if (!promptsForAccess || found.inputs.every(({ label }) => label !== '')) return;
    await requestAccess();
    onDevices(await read());
  }

  /** `promptsForAccess`: prompts for microphone access if the devices have no names. */
  const listOrWarn = (promptsForAccess: boolean) =>
    void list(promptsForAccess).catch((error: unknown) =>
      warn('The audio devices could not be listed.', error),
    );

  media?.addEventListener('devicechange', () => listOrWarn(false));
  return { list: listOrWarn };
}

function devicesOfKind(all: readonly MediaDeviceInfo[], wanted: MediaDeviceKind): readonly AudioDevice[] {
  return all.flatMap(({ kind, deviceId, label, groupId }) =>
    kind === wanted ? [{ id: deviceId, label, group: groupId }] : [],
  );
}
