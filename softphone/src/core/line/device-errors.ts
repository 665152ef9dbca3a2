/** What the phone does about an error of the voice device. Every error is also kept in the error list. */
export type DeviceErrorReaction = 'onlyListed' | 'microphoneAlert' | 'tokenAgain';

const reactions: ReadonlyMap<number, DeviceErrorReaction> = new Map([
  [31009, 'onlyListed'],
  [31005, 'onlyListed'],
  [31401, 'microphoneAlert'],
  [31402, 'microphoneAlert'],
  [31205, 'tokenAgain'],
  [20101, 'tokenAgain'],
  [20104, 'tokenAgain'],
]);

export function reactionTo(code: number): DeviceErrorReaction {
  return reactions.get(code) ?? 'onlyListed';
}

export const MICROPHONE_ALERT = 'Unable to access your microphone. Please check your browser permissions.';
export const CONNECTION_ALERT = 'Connection error code 8';
