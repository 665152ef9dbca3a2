import type { CallerId } from '@offhook/contract/entities';

/** Characters. */
const NAME_LENGTH = 40;

export function callerIdText(callerId: CallerId): string {
  const { name, phone_number_formatted: phone } = callerId;
  const characters = [...name];
  const shown = characters.length > NAME_LENGTH ? `${characters.slice(0, NAME_LENGTH).join('')}…` : name;
  return phone === name ? shown : `${shown} (${phone})`;
}
