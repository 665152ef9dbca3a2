/** Which browser the whole-product tests run in. */

/** @param {Record<string, string | undefined>} env @returns {boolean} */
export const isInFirefox = (env) => env.OFFHOOK_BROWSER === 'firefox';

/** @param {Record<string, string | undefined>} env @returns {string} the runner's configuration */
export const productConfig = (env) =>
  isInFirefox(env) ? 'stack/testing/firefox/playwright.config.mjs' : 'stack/playwright.config.ts';
