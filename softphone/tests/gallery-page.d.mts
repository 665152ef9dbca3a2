import type { Browser } from 'playwright-core';

export function openGallery(): Promise<{
  readonly browser: Browser;
  /** Of the gallery; the state goes into the hash. */
  readonly url: string;
  close(): Promise<void>;
}>;
