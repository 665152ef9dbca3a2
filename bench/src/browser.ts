import configuration from '@offhook/stack/playwright';
import { type Browser, chromium } from '@playwright/test';

export async function launchBrowser(): Promise<Browser> {
  const options = configuration.use?.launchOptions ?? {};
  return chromium.launch(options);
}
