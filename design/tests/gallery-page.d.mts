import type { BrowserContextOptions, Page } from 'playwright-core';

/** @param project the folder whose `gallery.html` is opened; by default the softphone */
export function openGallery(project?: string): Promise<{
  readonly url: string;
  /** The page that all test files of a process share, emptied, because a new page costs a second. */
  readonly emptyPage: (options?: BrowserContextOptions) => Promise<Page>;
  readonly newPage: (options?: BrowserContextOptions) => Promise<Page>;
}>;
