/** Registers the app with the operating system: start at login, tel: links. */

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { App } from 'electron';
import { autostartFile, HIDDEN_FLAG } from '../core/login-entry.ts';

export interface System {
  readonly platform: NodeJS.Platform;
  /** What the system should start: the AppImage, not its unpacked content. */
  readonly program: string;
  /** In development the program is Electron, which needs the app's path. */
  readonly programArgs: readonly string[];
  readonly autostartPath: string;
}

export function setStartAtLogin(
  app: Pick<App, 'setLoginItemSettings'>,
  { platform, program, programArgs, autostartPath }: System,
  on: boolean,
): void {
  if (platform !== 'linux') {
    app.setLoginItemSettings({ openAtLogin: on, path: program, args: [...programArgs, HIDDEN_FLAG] });
  } else if (on) {
    mkdirSync(dirname(autostartPath), { recursive: true });
    writeFileSync(autostartPath, autostartFile(program));
  } else {
    rmSync(autostartPath, { force: true });
  }
}

export function setTelLinks(
  app: Pick<App, 'setAsDefaultProtocolClient' | 'removeAsDefaultProtocolClient'>,
  { program, programArgs }: System,
  on: boolean,
): void {
  const args: ['tel', string, string[]] = ['tel', program, [...programArgs]];
  if (on) app.setAsDefaultProtocolClient(...args);
  else app.removeAsDefaultProtocolClient(...args);
}
