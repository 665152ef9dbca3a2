import type { Browser } from 'playwright-core';

/** @param room the folder whose `gallery.html` is opened; the softphone unless said */
export function openGallery(room?: string): Promise<{
  readonly browser: Browser;
  /** Of the gallery; the state goes into the hash. */
  readonly url: string;
  close(): Promise<void>;
}>;
