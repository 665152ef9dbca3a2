import type { CallerId } from '@offhook/contract/entities';

/** The name, cut to `length` characters with an ellipsis, then the number in brackets where it is another text. */
export function callerIdText(callerId: CallerId, length: number): string {
  const { name, phone_number_formatted: phone } = callerId;
  const characters = [...name];
  const shown = characters.length > length ? `${characters.slice(0, length).join('')}…` : name;
  return phone === name ? shown : `${shown} (${phone})`;
}
