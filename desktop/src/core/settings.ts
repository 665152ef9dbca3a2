/** What the app remembers. What a file says wrongly is as if it said nothing; the rest of it holds. */
import * as z from 'zod/mini';
import { defaultKeys, type KeyCommand } from './keys.ts';
import { serverAddress } from './server-address.ts';

const whole = z.int();
const accelerator = z.string().check(z.maxLength(60), z.regex(/^([A-Za-z0-9]+(\+[A-Za-z0-9]+)+)?$/));

function settingsSchema(platform: NodeJS.Platform) {
  const keys = defaultKeys(platform);
  const key = (command: KeyCommand) => z.catch(accelerator, keys[command]);
  return z.catch(
    z.object({
      /** Origin; null: nobody has said it yet. */
      server: z.catch(z.nullable(z.string().check(z.refine((text) => serverOrigin(text) === text))), null),
      startAtLogin: z.catch(z.boolean(), false),
      telLinks: z.catch(z.boolean(), true),
      keys: z.catch(z.object({ accept: key('accept'), mute: key('mute'), hangUp: key('hangUp') }), keys),
      /** Of the window; null: nobody has moved it yet. */
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

/** `text`: of the file, or null where there is none. */
export function readSettings(text: string | null, platform: NodeJS.Platform): DesktopSettings {
  let value: unknown = null;
  try {
    value = JSON.parse(text ?? 'null');
  } catch {
    // A file that was cut short by a fall of the machine.
  }
  return z.parse(settingsSchema(platform), value);
}

/** The environment's word counts more than what was typed. `error`: what is wrong with it. */
export function serverOf(
  fromEnvironment: string | undefined,
  settings: DesktopSettings,
): { readonly origin: string | null; readonly fixed: boolean; readonly error: string | null } {
  if (fromEnvironment === undefined || fromEnvironment.trim() === '')
    return { origin: settings.server, fixed: false, error: null };
  const address = serverAddress(fromEnvironment);
  return address.ok
    ? { origin: address.origin, fixed: true, error: null }
    : { origin: null, fixed: false, error: `OFFHOOK_SERVER: ${address.error}` };
}
