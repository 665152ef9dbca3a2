import { useEffect } from 'react';
import type { DocumentStatus } from '../core/screen/phone-status.ts';

/** One change a second, far below the limit for photosensitivity. */
const BLINK_MS = 1_000;

/** While the phone rings, the icon and title blink for agents who can't hear the sound. */
export function useDocumentStatus(status: DocumentStatus, title: string): void {
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    const show = (shownStatus: string, shownTitle: string) => {
      if (icon) icon.href = `/favicon-${shownStatus}.svg`;
      document.title = shownTitle;
    };
    show(status, title);
    if (status !== 'ringing') return;
    let lit = true;
    const blink = setInterval(() => {
      lit = !lit;
      if (lit) show(status, title);
      else show('waiting', 'Offhook');
    }, BLINK_MS);
    return () => clearInterval(blink);
  }, [status, title]);

  useEffect(() => {
    const meta = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]');
    const dark = window.matchMedia('(prefers-color-scheme: dark)');
    const follow = () => {
      const color = getComputedStyle(document.documentElement).getPropertyValue(`--state-${status}`);
      if (meta) meta.content = color.trim();
    };
    follow();
    dark.addEventListener('change', follow);
    return () => dark.removeEventListener('change', follow);
  }, [status]);
}
