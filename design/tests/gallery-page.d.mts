import type { BrowserContextOptions, Page } from 'playwright-core';

/** @param room the folder whose `gallery.html` is opened; the softphone unless said */
export function openGallery(room?: string): Promise<{
  /** Of the gallery; the state goes into the hash. */
  readonly url: string;
  /** The page that all test files of a process share, emptied. A new page costs a second. */
  readonly emptyPage: () => Promise<Page>;
  /** A new page with its own storage and options. */
  readonly fresh: (options?: BrowserContextOptions) => Promise<Page>;
}>;
