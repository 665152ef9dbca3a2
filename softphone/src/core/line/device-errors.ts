/** Every error also goes to the error list. */
export type DeviceErrorReaction = 'onlyListed' | 'microphoneAlert' | 'tokenAgain';

interface DeviceError {
  readonly category: 'network' | 'microphone' | 'account' | 'other';
  readonly reaction: DeviceErrorReaction;
}

const network: DeviceError = { category: 'network', reaction: 'onlyListed' };
const microphone: DeviceError = { category: 'microphone', reaction: 'microphoneAlert' };
/** For some accounts, the token isn't fetched again. */
const account: DeviceError = { category: 'account', reaction: 'tokenAgain' };
const other: DeviceError = { category: 'other', reaction: 'onlyListed' };

const DEVICE_ERRORS: Readonly<Record<number, DeviceError>> = {
  31005: network,
  31009: network,
  31401: microphone,
  31402: microphone,
  20101: account,
  20104: account,
  31205: account,
};

export function deviceError(code: number): DeviceError {
  return DEVICE_ERRORS[code] ?? other;
}
