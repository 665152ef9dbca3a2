export const isInFirefox = (env) => env.OFFHOOK_BROWSER === 'firefox';

/** @param {Record<string, string | undefined>} env @returns {string} the Playwright configuration */
export const productConfig = (env) =>
  isInFirefox(env) ? 'stack/testing/firefox/playwright.config.mjs' : 'stack/playwright.config.ts';
