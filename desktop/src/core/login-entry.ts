/** Start at login. Windows and macOS are asked by Electron; the desktops of Linux read a file. */

/** The app then waits beside the clock instead of opening its window. */
export const HIDDEN = '--hidden';

/** `program`: path of what is started. The freedesktop.org Autostart file. */
export function autostartFile(program: string): string {
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Offhook',
    `Exec=${quoted(program)} ${HIDDEN}`,
    'X-GNOME-Autostart-enabled=true',
    '',
  ].join('\n');
}

/** In a desktop entry an argument is quoted with these four escaped, and a backslash once more as a string; % is doubled. */
function quoted(argument: string): string {
  const escaped = argument
    .replace(/["`$\\]/g, '\\$&')
    .replace(/\\/g, '\\\\')
    .replace(/%/g, '%%');
  return `"${escaped}"`;
}

export function startsHidden(args: readonly string[], openedAtLogin: boolean): boolean {
  return openedAtLogin || args.includes(HIDDEN);
}
