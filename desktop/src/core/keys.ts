/** Keys that work while another program is in front. */
import type { DesktopCommand, DesktopStatus } from '@offhook/contract/desktop';
import { isTalking } from './status.ts';

export type KeyCommand = Extract<DesktopCommand['type'], 'accept' | 'mute' | 'hangUp'>;

/** Electron's accelerators; empty: no key. */
export type Keys = Readonly<Record<KeyCommand, string>>;

/**
 * Control and Alt together are AltGr on many keyboards, with which letters are typed, and Command with Option are the
 * window manager's own on a Mac; hence function keys here and Control with Command there.
 */
export function defaultKeys(platform: NodeJS.Platform): Keys {
  return platform === 'darwin'
    ? { accept: 'Control+Command+A', mute: 'Control+Command+M', hangUp: 'Control+Command+H' }
    : { accept: 'Control+Shift+F9', mute: 'Control+Shift+F10', hangUp: 'Control+Shift+F11' };
}

/** Only those that do something now: the rest of the day they are other programs' keys. Accelerator → command. */
export function keysInUse(keys: Keys, status: DesktopStatus): ReadonlyMap<string, KeyCommand> {
  const commands: readonly KeyCommand[] =
    status.lamp === 'ringing' ? ['accept'] : isTalking(status) ? ['hangUp', 'mute'] : [];
  const wanted = new Map<string, KeyCommand>();
  for (const command of commands) {
    const accelerator = keys[command];
    // Where two were given the same key, the one that ends nothing has it.
    if (accelerator !== '') wanted.set(accelerator, command);
  }
  return wanted;
}
