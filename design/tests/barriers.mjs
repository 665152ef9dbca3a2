/** What stands in somebody's way on a page, found by axe. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * axe stays in the page between two questions: its wrapper for Playwright brings it anew and opens a second page
 * each time, which costs five times the question itself. What still fades in has not yet the colors that it is judged
 * by, so what moves once is sent to its end; what goes on (a ring) goes on.
 */
export async function barriers(page, ...rules) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  return page.evaluate(async (values) => {
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getTiming().iterations === 1) animation.finish();
    }
    const { violations } = await window.axe.run(document, {
      resultTypes: ['violations'],
      // Nothing here comes from a foreign origin, and a recording need not have loaded to be judged.
      preload: false,
      ...(values.length ? { runOnly: { type: 'rule', values } } : {}),
    });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(', ')}`);
  }, rules);
}
