/** Global shortcuts, which work while another program is in the foreground. */
import type { DesktopCommand, DesktopStatus } from '@offhook/contract/desktop';
import { isInCall } from './status.ts';

export type KeyCommand = Extract<DesktopCommand['type'], 'accept' | 'mute' | 'hangUp'>;

export type Keys = Readonly<Record<KeyCommand, string>>;

/** Ctrl+Alt is AltGr on many keyboards, and Option+Command belongs to macOS, so other combinations are used. */
export function defaultKeys(platform: NodeJS.Platform): Keys {
  return platform === 'darwin'
    ? { accept: 'Control+Command+A', mute: 'Control+Command+M', hangUp: 'Control+Command+H' }
    : { accept: 'Control+Shift+F9', mute: 'Control+Shift+F10', hangUp: 'Control+Shift+F11' };
}

/** Accelerator → command, for usable shortcuts only: the others stay free for other programs. */
export function activeKeys(keys: Keys, status: DesktopStatus): ReadonlyMap<string, KeyCommand> {
  const commands: readonly KeyCommand[] =
    status.lamp === 'ringing' ? ['accept'] : isInCall(status) ? ['hangUp', 'mute'] : [];
  const active = new Map<string, KeyCommand>();
  for (const command of commands) {
    const accelerator = keys[command];
    // If two commands have the same accelerator, the harmless one wins.
    if (accelerator !== '') active.set(accelerator, command);
  }
  return active;
}
