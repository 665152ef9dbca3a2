/** Start at login. Electron handles Windows and macOS; Linux desktops read an autostart file. */

export const HIDDEN_FLAG = '--hidden';

export function autostartFile(program: string): string {
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Offhook',
    `Exec=${quoteArgument(program)} ${HIDDEN_FLAG}`,
    'X-GNOME-Autostart-enabled=true',
    '',
  ].join('\n');
}

/** Desktop entry quoting: escape these four characters, double backslashes again (string level), and double %. */
function quoteArgument(argument: string): string {
  const escaped = argument
    .replace(/["`$\\]/g, '\\$&')
    .replace(/\\/g, '\\\\')
    .replace(/%/g, '%%');
  return `"${escaped}"`;
}

export function startsHidden(args: readonly string[], openedAtLogin: boolean): boolean {
  return openedAtLogin || args.includes(HIDDEN_FLAG);
}
