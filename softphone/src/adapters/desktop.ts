/** The desktop wrapper, when the page runs in one: it is told of incoming calls and raises its own notification. */
declare global {
  interface Window {
    readonly desktop?: { readonly incomingCall?: (call: { title: string; name: string }) => unknown };
  }
}

export function notifyDesktop({ desktop }: Pick<Window, 'desktop'>, title: string, name: string): void {
  desktop?.incomingCall?.({ title, name });
}
