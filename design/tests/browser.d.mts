import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';

/** Launches another browser, for a test that needs its own options (`--…`). */
export function launchBrowser(...args: string[]): Promise<Browser>;

/** A context of the browser that all test files of a process share. */
export function newContext(options?: BrowserContextOptions): Promise<BrowserContext>;
