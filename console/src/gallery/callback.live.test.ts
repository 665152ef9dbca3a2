import { expect, test } from 'vitest';
import { galleryDriver } from './driver.ts';

const driver = galleryDriver();
const { requests, button, open } = driver;

test('a lead’s callback shows who set it and who calls, and a supervisor cancels it', async () => {
  await open('lead-callback');
  await driver.page.getByText('An agent set a callback').waitFor();
  expect(await driver.page.getByText('Ann Reyes', { exact: true }).count()).toBeGreaterThanOrEqual(2);
  await button('Cancel callback').click();
  await expect.poll(() => requests('cancelLeadCallback')).toEqual([{ params: { id: 51 } }]);
});
