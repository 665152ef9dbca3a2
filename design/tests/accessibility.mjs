import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * axe stays in the page between calls, because its Playwright wrapper opens a second page each time (five times slower).
 * One-time animations are finished first, so that axe doesn't check colors that are still fading in.
 */
export async function findAccessibilityViolations(page, ...rules) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  return page.evaluate(async (values) => {
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getTiming().iterations === 1) animation.finish();
    }
    const { violations } = await window.axe.run(document, {
      resultTypes: ['violations'],
      // Nothing is cross-origin, and recordings needn't be loaded.
      preload: false,
      ...(values.length ? { runOnly: { type: 'rule', values } } : {}),
    });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(', ')}`);
  }, rules);
}
