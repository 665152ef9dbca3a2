/** The browser's dialogs for passkeys. Null if the user closed the dialog, or no passkey fits. */
import { startAuthentication, startRegistration } from '@simplewebauthn/browser';

type CreateOptions = Parameters<typeof startRegistration>[0]['optionsJSON'];
type AskOptions = Parameters<typeof startAuthentication>[0]['optionsJSON'];
type PasskeyResponse = { readonly id: string };

/** As sent by the server, which made them with the library's other half. */
export interface PasskeyOptions {
  readonly challenge: string;
}

export async function createPasskey(options: PasskeyOptions): Promise<PasskeyResponse | null> {
  return startRegistration({ optionsJSON: options as CreateOptions }).then(toJson, () => null);
}

export async function askBrowserForPasskey(options: PasskeyOptions): Promise<PasskeyResponse | null> {
  return startAuthentication({ optionsJSON: options as AskOptions }).then(toJson, () => null);
}

const toJson = (response: { readonly id: string }): PasskeyResponse => response;
