import type { CallerId } from '@offhook/contract/agent/agent';

/** Characters. */
const MAX_NAME_LENGTH = 40;

export function callerIdText(callerId: CallerId): string {
  const { name, phone_number_formatted: phone } = callerId;
  const characters = [...name];
  const shown =
    characters.length > MAX_NAME_LENGTH ? `${characters.slice(0, MAX_NAME_LENGTH).join('')}…` : name;
  return phone === name ? shown : `${shown} (${phone})`;
}
