import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';

export function launchBrowser(...args: string[]): Promise<Browser>;

/** Opens a context in the browser that all test files of a process share. */
export function newContext(options?: BrowserContextOptions): Promise<BrowserContext>;
