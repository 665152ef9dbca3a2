import { expect, test } from '../phone.ts';

test('the history shows every kind of call, five per page, and Previous stops at the first page', async ({
  phone,
}) => {
  const { page } = phone;
  const rows = page.locator('[data-panel] tbody tr');
  const previous = page.getByRole('link', { name: 'Previous', exact: true });
  // A recent result shows an Undo countdown.
  const firstRow = async () => ((await rows.first().textContent()) ?? '').replace(/Undo \d+ s$/, '');
  const next = page.getByRole('link', { name: 'Next', exact: true });
  const listed = page.waitForRequest((request) => request.url().includes('/api/v1/mycalls'));
  await phone.navigation.getByRole('button', { name: 'History' }).click();
  expect(Object.fromEntries(new URL((await listed).url()).searchParams)).toEqual({ limit: '5', page: '1' });
  await expect(phone.heading('Call History')).toBeVisible();
  await expect(rows).toHaveCount(5);

  await test.step('Next and Previous change the page, and Previous stops at the first one', async () => {
    const first = await firstRow();
    await expect(previous).toHaveAttribute('aria-disabled', 'true');
    await next.click();
    await expect(rows.first()).not.toContainText(first);
    await previous.click();
    await expect(rows.first()).toContainText(first);
  });

  await test.step('the pages together have every kind of row', async () => {
    const seen: string[] = [];
    for (;;) {
      await expect(rows.first()).toBeVisible();
      seen.push(...(await rows.allTextContents()));
      if ((await next.getAttribute('aria-disabled')) === 'true') break;
      const before = await firstRow();
      await next.click();
      await expect(rows.first()).not.toContainText(before);
    }
    const all = seen.join('\n');
    for (const text of [
      'No agents answered',
      'All agents busy',
      'Outside availability hours',
      'No Answer',
      'Retry #',
      'Followup #',
      'Ann Reyes',
    ]) {
      expect(all).toContain(text);
    }
  });

  await test.step('a search by number and a filter find calls, and are gone when the panel opens again', async () => {
    await page.getByLabel('Show').selectOption('Inbound');
    await expect(page.locator('[data-panel] [data-icon="call_made"]')).toHaveCount(0);
    await expect(page.locator('[data-panel] [data-icon="call_received"]').first()).toBeVisible();
    await page.getByLabel('Show').selectOption('All calls');
    await page.getByLabel('Search').fill('nobody of this name');
    await expect(page.getByText('No calls found.')).toBeVisible();
    await phone.press('Escape');
    await expect(rows).toHaveCount(5);
    await phone.press('Escape');
    await expect(phone.heading('Call History')).toHaveCount(0);
    await phone.openHistory();
    await expect(page.getByLabel('Search')).toHaveValue('');
    await expect(rows).toHaveCount(5);
  });
});
