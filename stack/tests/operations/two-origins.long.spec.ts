import { expect, type Page } from '@playwright/test';
import { Phone, partyHears, SPEECH } from '../phone.ts';
import { waitUntil } from '../product.ts';
import { findRecordedRow } from '../recordings.ts';
import { blockThirdPartyCookies, test } from './two-origins.ts';

const LEAD = '+14155550241';

test('an agent can use a page on another origin of the site: login, call, recording, logout', async ({
  browser,
  site,
}) => {
  test.slow();
  const phone = await Phone.visit(browser, site.page);
  const { page } = phone;
  await blockThirdPartyCookies(page);
  await page.reload();
  await phone.login('agent@demo.test');
  await test.step('the session belongs to the API’s origin', async () => {
    const cookies = await phone.context.cookies();
    expect(cookies.map(({ name, domain, secure, sameSite }) => [name, domain, secure, sameSite])).toEqual([
      ['__Host-offhook_session', new URL(site.api).hostname, true, 'Lax'],
    ]);
  });

  const { body } = await site.product.postLead({
    phone_number: LEAD,
    fname: 'Olga',
    lname: 'Elsewhere',
    profile_picture: `${site.serverUrl}/icons/icon-192.png`,
  });
  await expect(phone.heading('Incoming Lead!')).toBeVisible();
  await test.step('the lead’s picture loads', async () => {
    const picture = page.locator(`img[src^="${site.api}/api/v1/pictures/leads/"]`).first();
    await waitUntil(
      () => picture.evaluate((image: HTMLImageElement) => image.naturalWidth === 192),
      'the picture to load',
    );
  });
  await phone.button('Call').click();
  await phone.talks();
  await phone.hearsSpeech();
  await partyHears(site.product, LEAD, (level) => level > SPEECH, 'the lead to hear the agent');
  // A recording of one syllable looks like one that failed to decode. The lead answers after up to two seconds.
  await expect(phone.status).toHaveText(/^\d\d:(0[6-9]|[1-5]\d)$/);
  await phone.button('Hang Up').click();
  await phone.markContacted();
  await phone.button('Add Note').click();
  await page.getByRole('textbox', { name: 'Add Note' }).fill('From another origin.');
  await phone.button('Save').click();
  await expect(phone.navigation).toBeVisible();

  await test.step('the history plays the recording and draws its waveform', async () => {
    const row = await findRecordedRow(phone, 'Olga Elsewhere');
    await row.getByRole('button', { name: /^Play/ }).click();
    await expectPlaybackAndWaveform(page);
  });

  await page.getByRole('button', { name: 'Ann Reyes' }).click();
  await page.getByRole('link', { name: 'Log out' }).click();
  await expect(phone.button('Log in')).toBeVisible();

  await test.step('an administrator opens the call in the console', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`${site.page}/admin/calls/${body.call_id}`);
    await phone.signIn('admin@demo.test');
    await expect(page).toHaveURL(`${site.page}/admin/calls/${body.call_id}`);
    await expect(page.getByText('From another origin.')).toBeVisible();
    await phone.button('Play').click();
    await expectPlaybackAndWaveform(page);
  });

  await test.step('a lead import is uploaded, and a number is removed from a list', async () => {
    await page.getByRole('link', { name: 'Leads', exact: true }).first().click();
    await page.getByRole('link', { name: 'Import leads' }).click();
    await page.getByLabel('Lead import file').setInputFiles({
      name: 'leads.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('phone_number,fname\n+14155550242,Imre\n'),
    });
    await expect(page).toHaveURL(/\/admin\/leads\/import\/\d+$/);
    await phone.button('Import 1 lead').click();
    await expect(page.getByText('1 lead imported')).toBeVisible();
    await page.getByRole('link', { name: 'Do-not-call list', exact: true }).click();
    await phone.button('Add number').click();
    await page.getByRole('dialog').getByLabel('Phone number').fill('+14155550243');
    await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click();
    await page.getByRole('button', { name: /^Remove .*0243 from the list$/ }).click();
    await phone.button('Remove').click();
    await expect(page.getByText('(415) 555-0243')).toHaveCount(0);
  });

  expect(site.strayRequests, 'API requests sent to the pages’ origin').toEqual([]);
  expect(phone.console.filter((line) => /Content Security Policy|CORS|blocked/i.test(line))).toEqual([]);
  await phone.close();
});

test('the sign-in pages, which are on the API’s origin, lead back to the page’s', async ({
  browser,
  site,
}) => {
  const phone = await Phone.visit(browser, site.page);
  const { page } = phone;
  const link = (name: string) => page.getByRole('link', { name, exact: true });
  for (const [start, back] of [
    ['Forgot your password?', 'Log in'],
    ['Log in with a passkey', 'Log in with a password'],
    ['Log in with your organization', 'Log in another way'],
  ] as const) {
    await link(start).click();
    await link(back).waitFor();
    expect(new URL(page.url()).origin).toBe(site.api);
    await link(back).click();
    await expect(page).toHaveURL(`${site.page}/`);
    await expect(phone.button('Log in')).toBeVisible();
  }
  await link('Log in with Google').click();
  await expect(
    page.locator('strong', { hasText: 'Google login is not set up on this server.' }),
  ).toBeVisible();
  expect(new URL(page.url()).origin).toBe(site.page);

  await test.step('a mailed link does too', async () => {
    await page.goto(`${site.api}/apps/webrtc/new-password#expired`);
    await link('Log in').click();
    await expect(page).toHaveURL(`${site.page}/`);
  });
  await test.step('a crafted link doesn’t lead elsewhere', async () => {
    await page.goto(`${site.api}/apps/webrtc/forgotten-password?page=${site.otherSite}`);
    await link('Log in').click();
    await expect(page).toHaveURL(`${site.page}/`);
  });
  await test.step('the sign-in settings lead back to the console', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`${site.page}/admin/calls`);
    await phone.signIn('admin@demo.test');
    await link('Sign-in and security').click();
    await link('Back to Offhook').waitFor();
    expect(new URL(page.url()).origin).toBe(site.api);
    await link('Back to Offhook').click();
    await expect(page).toHaveURL(`${site.page}/admin`);
  });
  await phone.close();
});

test('a page on another site can’t read or change anything in the browser’s session', async ({
  browser,
  site,
}) => {
  const phone = await Phone.visit(browser, site.page);
  await phone.login('agent2@demo.test');
  const otherPage = await phone.context.newPage();
  await blockThirdPartyCookies(otherPage);
  await otherPage.goto(site.otherSite);
  const cookies = await otherPage.evaluate(async (tracker) => {
    const callTracker = () => fetch(tracker, { credentials: 'include' }).then((response) => response.text());
    return [await callTracker(), await callTracker()];
  }, site.tracker);
  expect(cookies, 'This browser keeps no third-party cookies').toEqual(['', '']);
  const outcomes = await otherPage.evaluate(async (api) => {
    const send = (path: string, init: RequestInit = {}) =>
      fetch(api + path, { credentials: 'include', ...init }).then(
        ({ status }) => status,
        () => 'refused',
      );
    const openSocket = (path: string) =>
      new Promise((resolve) => {
        const socket = new WebSocket(api.replace('https', 'wss') + path);
        socket.onopen = () => resolve('open');
        socket.onerror = () => resolve('refused');
      });
    return [
      await send('/api/v1/user'),
      await send('/api/v1/user/logout', { method: 'POST', mode: 'cors' }),
      await openSocket('/voice/signal'),
      await openSocket('/app/some-key'),
    ];
  }, site.api);
  expect(outcomes).toEqual(['refused', 'refused', 'refused', 'refused']);
  await phone.reload();
  await phone.close();
});

async function expectPlaybackAndWaveform(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.querySelectorAll('audio')].some(({ currentTime }) => currentTime > 0.1),
  );
  // A waveform that failed to decode is flat.
  await page.waitForFunction(() =>
    [...document.querySelectorAll('path[d^="M"]')].some((path) =>
      /V-[12]\d/.test(path.getAttribute('d') ?? ''),
    ),
  );
}
