/** Launches of the installed phone that reuse this page, such as a tel: link. */

declare global {
  interface Window {
    /** Chromium only; https://wicg.github.io/web-app-launch/ */
    readonly launchQueue?: {
      readonly setConsumer: (consumer: (launch: { readonly targetURL?: string | null }) => void) => void;
    };
  }
}

export function watchLaunches({ launchQueue }: Pick<Window, 'launchQueue'>, onLink: (url: string) => void) {
  launchQueue?.setConsumer(({ targetURL }) => {
    if (!targetURL || !URL.canParse(targetURL)) return;
    const url = new URL(targetURL).searchParams.get('url');
    if (url !== null) onLink(url);
  });
}
