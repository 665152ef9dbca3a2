import type { GlobalShortcut } from 'electron';
import type { KeyCommand } from '../core/keys.ts';

export function createGlobalShortcuts(
  shortcuts: Pick<GlobalShortcut, 'register' | 'unregister'>,
  onPressed: (command: KeyCommand) => void,
  warn: (message: string, detail: unknown) => void,
) {
  const registered = new Map<string, KeyCommand>();

  function register(accelerator: string, command: KeyCommand): void {
    try {
      if (shortcuts.register(accelerator, () => onPressed(command))) registered.set(accelerator, command);
      else warn('Another program uses this shortcut.', accelerator);
    } catch (error) {
      warn(`${accelerator} is not a valid shortcut.`, error);
    }
  }

  return {
    update: (activeShortcuts: ReadonlyMap<string, KeyCommand>) => {
      for (const [accelerator, command] of registered) {
        if (activeShortcuts.get(accelerator) === command) continue;
        shortcuts.unregister(accelerator);
        registered.delete(accelerator);
      }
      for (const [accelerator, command] of activeShortcuts) {
        if (!registered.has(accelerator)) register(accelerator, command);
      }
    },
  };
}
