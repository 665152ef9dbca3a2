/** What the operating system is told of the app: to start it at login, to hand it tel: links. */

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { App } from 'electron';
import { autostartFile, HIDDEN } from '../core/login-entry.ts';

export interface System {
  readonly platform: NodeJS.Platform;
  /** Of what the system starts: of the AppImage, not of what it unpacks. */
  readonly program: string;
  /** In development the program is Electron, which must be told what to run. */
  readonly programArgs: readonly string[];
  /** Linux only. */
  readonly autostartPath: string;
}

export function setStartAtLogin(
  app: Pick<App, 'setLoginItemSettings'>,
  { platform, program, programArgs, autostartPath }: System,
  on: boolean,
): void {
  if (platform !== 'linux') {
    app.setLoginItemSettings({ openAtLogin: on, path: program, args: [...programArgs, HIDDEN] });
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
