import type { Page } from 'playwright-core';

export declare function cutLabels(page: Page): Promise<string[]>;
