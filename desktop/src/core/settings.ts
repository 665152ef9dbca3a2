/** Saved settings. Invalid values are replaced by defaults. */
import * as z from 'zod/mini';
import { defaultKeys, type KeyCommand } from './keys.ts';
import { type AddressProblem, serverAddress } from './server-address.ts';

const whole = z.int();
const accelerator = z.string().check(z.maxLength(60), z.regex(/^([A-Za-z0-9]+(\+[A-Za-z0-9]+)+)?$/));

function settingsSchema(platform: NodeJS.Platform) {
  const keys = defaultKeys(platform);
  const key = (command: KeyCommand) => z.catch(accelerator, keys[command]);
  return z.catch(
    z.object({
      server: z.catch(z.nullable(z.string().check(z.refine((text) => serverOrigin(text) === text))), null),
      startAtLogin: z.catch(z.boolean(), false),
      telLinks: z.catch(z.boolean(), true),
      keys: z.catch(z.object({ accept: key('accept'), mute: key('mute'), hangUp: key('hangUp') }), keys),
      place: z.catch(z.nullable(z.object({ x: whole, y: whole, width: whole, height: whole })), null),
    }),
    { server: null, startAtLogin: false, telLinks: true, keys, place: null },
  );
}

export type DesktopSettings = z.infer<ReturnType<typeof settingsSchema>>;

function serverOrigin(text: string): string | null {
  const address = serverAddress(text);
  return address.ok ? address.origin : null;
}

export function readSettings(text: string | null, platform: NodeJS.Platform): DesktopSettings {
  let value: unknown = null;
  try {
    value = JSON.parse(text ?? 'null');
  } catch {
    // The file is incomplete, e.g. after a crash.
  }
  return z.parse(settingsSchema(platform), value);
}

export function resolveServer(
  fromEnvironment: string | undefined,
  settings: DesktopSettings,
): { readonly origin: string | null; readonly fixed: boolean; readonly problem: AddressProblem | null } {
  if (fromEnvironment === undefined || fromEnvironment.trim() === '')
    return { origin: settings.server, fixed: false, problem: null };
  const address = serverAddress(fromEnvironment);
  return address.ok
    ? { origin: address.origin, fixed: true, problem: null }
    : { origin: null, fixed: false, problem: address.problem };
}
