/** Plays what the party of a call hears. */
export function ListenButton(_: { readonly callSid: string }) {
  return null;
}
