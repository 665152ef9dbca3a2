/** The keys of the whole desktop, as many as do something now. */
import type { GlobalShortcut } from 'electron';
import type { KeyCommand } from '../core/keys.ts';

export function createDesktopKeys(
  shortcuts: Pick<GlobalShortcut, 'register' | 'unregister'>,
  pressed: (command: KeyCommand) => void,
  warn: (message: string, detail: unknown) => void,
) {
  const held = new Map<string, KeyCommand>();

  function take(accelerator: string, command: KeyCommand): void {
    try {
      if (shortcuts.register(accelerator, () => pressed(command))) held.set(accelerator, command);
      else warn('Another program has this key.', accelerator);
    } catch (error) {
      warn(`${accelerator} is no key.`, error);
    }
  }

  return {
    hold: (wanted: ReadonlyMap<string, KeyCommand>) => {
      for (const [accelerator, command] of held) {
        if (wanted.get(accelerator) === command) continue;
        shortcuts.unregister(accelerator);
        held.delete(accelerator);
      }
      for (const [accelerator, command] of wanted) {
        if (!held.has(accelerator)) take(accelerator, command);
      }
    },
  };
}
