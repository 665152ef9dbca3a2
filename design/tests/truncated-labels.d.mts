import type { Page } from 'playwright-core';

export declare function findTruncatedLabels(page: Page): Promise<string[]>;
