import type { Page } from 'playwright-core';

/**
 * The rules that the page breaks, each as `rule: element, element`; none on a page that bars nobody.
 *
 * @param rules Only these rules; all of them when none is named.
 */
export function barriers(page: Page, ...rules: string[]): Promise<string[]>;
