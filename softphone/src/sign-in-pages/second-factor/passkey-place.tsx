import { rich } from '@offhook/i18n/sign-in-pages';
import { Line } from '../frame.tsx';

/** Browsers offer a passkey only at the address that it was created for. */
export const isPasskeyPlace = (passkeysAt: string | null): boolean => passkeysAt === location.origin;

export function PasskeyPlace({ at, path }: { readonly at: string | null; readonly path: string }) {
  if (at === null || isPasskeyPlace(at)) return null;
  const link = (text: string) => (
    <a key="link" href={at + path}>
      {text}
    </a>
  );
  return <Line>{rich('passkey.place', { address: at, link })}</Line>;
}
