import type { Page } from 'playwright-core';

/** The violated rules, each as `rule: element, element`. @param rules only these; all if empty */
export function findAccessibilityViolations(page: Page, ...rules: string[]): Promise<string[]>;
