import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findAccessibilityViolations } from '../../../design/tests/accessibility.mjs';
import { sampled } from '../../../design/tests/spread.mjs';
import { type Driver, inGallery } from './driver.ts';
import { testAccessibility } from './every-state.ts';

let page: Page;
const { open, show, sent, expectSent, setReactions, button, driver, fresh, isInWindow, expectNoOverflow } =
  inGallery((opened) => {
    page = opened;
  });

const announced = () => page.locator('[aria-live="polite"][aria-atomic] > p').allTextContents();

const sentTypes = async () => (await sent()).map((event) => event.type);

describe('the dock', () => {
  test("a double click on Call answers once and doesn't hang up", async () => {
    await open('ringing-lead');
    await setReactions({ acceptClicked: 'oncall', hangUpClicked: 'result' });
    await button('Call').dblclick();
    await page.waitForSelector('[data-view="oncall"]');
    await expect.poll(() => sentTypes()).toEqual(['acceptClicked']);
    await button('Hang Up').click();
    await expect.poll(() => sentTypes()).toEqual(['acceptClicked', 'hangUpClicked']);
  });

  test.each([
    ['ringing-lead', 'oncall', 'Call', 'Hang Up'],
    ['ringing-inbound', 'note', 'Accept', 'Save'],
    ['oncall', 'thankyou', 'Hang Up', 'Done'],
  ])('is in the same place in %s and %s', async (one, other, before, after) => {
    await open(one);
    const first = await button(before).boundingBox();
    await show(other);
    await expect.poll(() => button(after).boundingBox()).toEqual(first);
  });
});

describe('a ring from a colleague', () => {
  test.each([
    [
      'ringing-from-colleague',
      'Incoming Transfer!',
      /^Transfer from Aleksandra.*yearly price.*Last note: Two houses/,
    ],
    ['ringing-invited', 'Incoming Conference!', /^Aleksandra.* invites you.*yearly price/],
  ])('%s says who asks and why, also to screen readers', async (state, name, description) => {
    await open(state);
    const dialog = page.getByRole('alertdialog', { name, description });
    await dialog.waitFor();
  });
});

describe('a ring', () => {
  /** Presses a key, rings and answers within half a second; repeated on a slow machine. */
  async function answerWhileTyping(): Promise<string[]> {
    for (;;) {
      await open('waiting');
      const elapsedMs = await page.evaluate(async () => {
        const press = (key: string) =>
          document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
        const startedAt = performance.now();
        press('4');
        window.gallery.show('ringing-lead');
        while (!document.querySelector('[data-view="ringing"]')) await new Promise(requestAnimationFrame);
        press('Enter');
        return performance.now() - startedAt;
      });
      if (elapsedMs < 450) return sentTypes();
    }
  }

  test("isn't answered by an Enter that ends typing", async () => {
    await expect.poll(() => answerWhileTyping()).toEqual([]);
  });

  test.each([
    ['Enter', 'acceptClicked'],
    ['Escape', 'ignoreClicked'],
  ])('is answered by %s after a pause: %s', async (key, type) => {
    await open('ringing-lead');
    await page.keyboard.press(key);
    await expect.poll(() => sentTypes()).toEqual([type]);
  });

  test('is an alert dialog with its title, described by the card, and has the focus', async () => {
    await open('waiting');
    await show('ringing-lead');
    const dialog = page.getByRole('alertdialog', { name: 'Incoming Lead!' });
    await dialog.waitFor();
    await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'alertdialog');
    await expect.poll(() => dialog.getByText('Asked for a solar quote').isVisible()).toBe(true);
    await expect.poll(() => dialog.getByText('Bartholomew Okonkwo-Lindqvist').isVisible()).toBe(true);
  });

  test('closes an open dropdown', async () => {
    await open('waiting');
    await page.getByRole('button', { name: 'Priya Venkataraman' }).click();
    await page.getByRole('link', { name: 'Log out' }).waitFor();
    await show('ringing-lead');
    await page.getByRole('link', { name: 'Log out' }).waitFor({ state: 'hidden' });
  });
});

describe('keys', () => {
  test.each([
    ['oncall', 'm', { type: 'muteClicked' }],
    ['result', '1', { type: 'resultChosen', result: 'contacted' }],
    ['result', '2', { type: 'resultChosen', result: 'voicemail' }],
    ['result', '3', { type: 'resultChosen', result: 'missed' }],
    ['thankyou', 'Enter', { type: 'doneClicked' }],
    ['thankyou', 'n', { type: 'addNoteClicked' }],
    ['note', 'Escape', { type: 'noteSkipped' }],
    ['waiting-newcall', 'Escape', { type: 'panelClosed' }],
  ])('in %s, the key %s acts', async (state, key, event) => {
    await open(state);
    await page.keyboard.press(key);
    await expectSent(event);
  });

  test('letters in a note are text, and Ctrl+Enter saves it', async () => {
    await open('note');
    await expect.poll(() => button('Save').isDisabled()).toBe(true);
    await page.keyboard.type('name');
    await page.keyboard.press('Control+Enter');
    await expect
      .poll(async () => (await sent()).filter(({ type }) => type !== 'draftTyped'))
      .toEqual([{ type: 'noteSubmitted', content: 'name' }]);
  });

  test('no other result can be chosen while one is being sent', async () => {
    await open('result-sending');
    await page.keyboard.press('2');
    await expectSent();
  });
});

test('the focus is never lost when the view changes', async () => {
  await open('waiting');
  for (const name of ['ringing-lead', 'oncall', 'result', 'result-sending', 'thankyou', 'note', 'waiting']) {
    await show(name);
    await page.waitForFunction(() => document.activeElement !== document.body);
  }
});

test('a panel takes the focus and returns it to its opener', async () => {
  await open('waiting');
  await setReactions({ navClicked: 'history', panelClosed: 'waiting' });
  await button('History').click();
  await page.waitForFunction(() => document.activeElement?.textContent === 'Call History');
  await button('Close').click();
  await page.waitForFunction(() => document.activeElement?.textContent === 'History');
});

test.each(['login', 'waiting', 'ringing-lead', 'oncall', 'result', 'tags', 'sms', 'note', 'thankyou'])(
  'in %s, the bar shows the logo',
  async (state) => {
    await open(state);
    const bar = page.getByRole('banner');
    await expect.poll(() => bar.getByText('Offhook', { exact: true }).isVisible()).toBe(true);
    // A visitor has neither picture nor dropdown.
    await expect.poll(() => bar.getByRole('button').count()).toBe(state === 'login' ? 0 : 1);
  },
);

describe('login', () => {
  test('sends the typed email and password', async () => {
    await open('login');
    await page.getByLabel('Email').fill('ann@demo.test');
    await page.getByLabel('Password').fill('secret');
    await button('Log in').click();
    await expectSent({ type: 'loginSubmitted', email: 'ann@demo.test', password: 'secret' });
  });

  test('focuses the email, without spell checking', async () => {
    await open('login');
    const email = page.getByLabel('Email');
    await expect.poll(() => email.evaluate((input) => input === document.activeElement)).toBe(true);
    expect(await email.evaluate((input) => (input as HTMLInputElement).spellcheck)).toBe(false);
  });

  test('draws one ring around the focused field', async () => {
    await open('login');
    const email = page.getByLabel('Email');
    await email.focus();
    const styles = await email.evaluate((input) =>
      [input, input.parentElement as Element].map((one) => getComputedStyle(one).outlineStyle),
    );
    expect(styles).toEqual(['none', 'solid']);
  });

  test.each([
    ['an empty email', '', 'secret'],
    ['an empty password', 'ann@demo.test', ''],
    ['an invalid email', 'abc', 'secret'],
  ])('is blocked by the browser with %s', async (_, email, password) => {
    await open('login');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(password);
    await button('Log in').click();
    await expectSent();
  });

  test("explains in the page's language why a field is invalid, and logs in once it's valid", async () => {
    await open('login');
    await page.evaluate(() => window.gallery.setLanguage('es'));
    const email = page.getByLabel('Correo electrónico');
    const password = page.getByLabel('Contraseña');
    const problem = (field: typeof email) =>
      field.evaluate((input) => (input as HTMLInputElement).validationMessage);
    await button('Iniciar sesión').click();
    await expect.poll(() => problem(email)).toBe('Completa este campo.');
    expect(await problem(password)).toBe('Completa este campo.');
    await email.fill('ann');
    await expect.poll(() => problem(email)).toBe('Ingresa una dirección de correo electrónico válida.');
    await email.fill('ann@demo.test');
    await expect.poll(() => problem(email)).toBe('');
    // A password manager may fill it this way.
    await password.evaluate((input) => {
      (input as HTMLInputElement).value = 'secret';
    });
    await email.press('Enter');
    await page.evaluate(() => window.gallery.setLanguage('en'));
    await expectSent({ type: 'loginSubmitted', email: 'ann@demo.test', password: 'secret' });
  });

  test('shows the error in a banner', async () => {
    await open('login-error');
    await expect
      .poll(() => page.getByRole('alert').locator('strong').textContent())
      .toBe('Your login credentials are invalid.');
  });
});

test('the only route is named call and renders nothing visible', async () => {
  for (const state of ['login', 'waiting', 'oncall', 'result']) {
    await open(state);
    const routes = page.locator('[data-route]');
    await expect.poll(() => routes.count()).toBe(1);
    await expect.poll(() => routes.getAttribute('data-route')).toBe('call');
    await expect.poll(() => routes.evaluate((one) => one.outerHTML.length > 0 && one.innerHTML)).toBe('');
    await expect.poll(() => routes.isVisible()).toBe(false);
  }
});

test("an unsent result doesn't count as missing", async () => {
  await open('waiting-missing');
  const card = page.getByRole('heading', { name: 'Result missing: Olga Line' });
  await card.waitFor();
  await show('waiting-missing-unsent');
  await card.waitFor({ state: 'detached' });
});

test.each([
  ['es', 320],
  ['es', 380],
  ['pseudo', 320],
])(
  'a missing result shows the full time and duration of its call, in %s at %i px',
  async (language, width) => {
    await open('waiting-missing', width);
    await page.evaluate((wanted) => window.gallery.setLanguage(wanted), language);
    const about = page.locator('section p').filter({ hasText: '3:12' });
    await about.waitFor();
    const isTruncated = await about.evaluate((line) => line.scrollWidth > line.clientWidth);
    await page.evaluate(() => window.gallery.setLanguage('en'));
    expect(isTruncated).toBe(false);
  },
);

describe('New Call', () => {
  test('formats while typing, and sends the number with + and digits', async () => {
    await open('waiting-newcall');
    await page.getByRole('combobox', { name: 'Country' }).waitFor();
    await page.getByLabel('First Name').fill(' Lee ');
    await page.getByLabel('Phone Number').pressSequentially('4155550142');
    await expect.poll(() => page.getByLabel('Phone Number').inputValue()).toBe('(415) 555-0142');
    await page.getByLabel('Caller ID').selectOption('Main line ((415) 555-0199)');
    await button('Call Now').click();
    await expect
      .poll(async () => (await sent()).slice(-2))
      .toEqual([
        {
          type: 'newCallTyped',
          form: { fname: ' Lee ', lname: '', phoneNumber: '(415) 555-0142', country: null, callerId: '1' },
        },
        {
          type: 'callNowClicked',
          fname: 'Lee',
          lname: '',
          phoneNumber: '+14155550142',
          problem: null,
          callerId: '1',
          callerNumber: { name: 'Main line', phone_number_formatted: '(415) 555-0199' },
        },
      ]);
  });

  test('accepts 25 characters and shows what is wrong with the number', async () => {
    await open('waiting-newcall');
    await page.getByLabel('Phone Number').pressSequentially('1'.repeat(30));
    await expect.poll(async () => (await page.getByLabel('Phone Number').inputValue()).length).toBe(25);
    await button('Call Now').click();
    await expect
      .poll(async () => (await sent()).at(-1))
      .toMatchObject({ type: 'callNowClicked', problem: 'tooLong' });
  });

  test('typing in another field closes the question and keeps the focus there', async () => {
    await open('waiting-newcall-later');
    await button('Close').focus();
    await show('waiting-newcall-discard');
    await button('Keep editing').waitFor();
    await setReactions({ newCallTyped: 'waiting-newcall-later' });
    const lastName = page.getByLabel('Last Name');
    await lastName.click();
    await page.keyboard.press('End');
    await page.keyboard.type('Hs');
    await expect.poll(() => lastName.inputValue()).toMatch(/Hs$/);
    expect((await sent()).some(({ type }) => type === 'navClicked')).toBe(false);
  });

  test('is disabled while a call is being placed', async () => {
    await open('waiting-newcall-placing');
    await expect.poll(() => button('Call Now').isDisabled()).toBe(true);
    await expect.poll(() => page.getByLabel('Phone Number').inputValue()).toBe('+14155550142');
  });
});

describe('Call History', () => {
  /** A recording that ends pauses by itself, possibly before a busy machine clicks. */
  const repeat = (again: boolean) =>
    page.$$eval(
      'audio',
      (all, loop) => {
        for (const audio of all) audio.loop = loop;
      },
      again,
    );

  test('is a table with a row per call, and a native player if there is a recording', async () => {
    await open('history');
    const rows = page.locator('tbody tr');
    await rows.first().waitFor();
    await expect.poll(() => rows.count()).toBe(5);
    await expect.poll(() => rows.nth(0).locator('audio[controls][src]').count()).toBe(1);
    await expect.poll(() => rows.nth(1).locator('audio').count()).toBe(0);
    await expect.poll(() => rows.nth(2).textContent()).toContain('No agents answered');
    await expect.poll(() => rows.nth(0).locator('[data-icon="call_made"]').count()).toBe(1);
    await expect.poll(() => rows.nth(2).locator('[data-icon="call_received"]').count()).toBe(1);
  });

  test('has a labeled player that is visible when focused by keyboard, and that the button plays', async () => {
    await open('history');
    const player = page.locator('audio').first();
    await player.waitFor({ state: 'attached' });
    const name = await player.getAttribute('aria-label');
    expect(name).toMatch(/^Recording, Bartholomew Okonkwo-Lindqvist, Nov 20, /);
    await page.getByRole('button', { name: 'Play 0:12' }).focus();
    await page.keyboard.press('Tab');
    await expect.poll(() => player.evaluate((one) => one === document.activeElement)).toBe(true);
    await expect.poll(() => player.evaluate((one) => getComputedStyle(one).opacity)).toBe('1');
    const box = await player.boundingBox();
    expect(box && box.width > 200 && box.height >= 40).toBe(true);
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.querySelector('audio')?.paused === false);
  });

  test('pages forward, never below the first page', async () => {
    await open('history');
    await page.getByText('1 / 12').waitFor();
    await page.getByText('Previous', { exact: true }).click({ force: true });
    await expectSent();
    await page.getByRole('link', { name: 'Next', exact: true }).click();
    await expectSent({ type: 'historyPageChosen', page: 2 });
  });

  test('asks for what is searched and chosen, from the first page, and says when nothing is found', async () => {
    await open('history-page2');
    const lastQuery = () =>
      page.evaluate(() => window.gallery.requests.findLast(({ name }) => name === 'getHistory')?.query);
    await expect.poll(lastQuery).toEqual({ limit: 5, page: 2 });
    await page.keyboard.press('/');
    await page.keyboard.type('nobody');
    await page.getByText('No calls found.').waitFor();
    await page.getByLabel('Show').selectOption('No result yet');
    await expect.poll(lastQuery).toEqual({ limit: 5, page: 2, search: 'nobody', filter: 'no_result' });
    await expectSent({ type: 'historyPageChosen', page: 1 }, { type: 'historyPageChosen', page: 1 });
  });

  test('fits into 320 px with the reason of a missed call', async () => {
    await open('history', 320);
    const reason = page.getByText('Outside availability hours', { exact: true }).first();
    const line = reason.locator('xpath=../..');
    const [left, right] = [
      await reason.boundingBox(),
      await line.locator(':scope > :last-child').boundingBox(),
    ];
    expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThanOrEqual(right?.x ?? 0);
  });

  test('keeps its filters if a search fails, and tries again', async () => {
    await open('history');
    await page.evaluate(() => window.gallery.keepQueries('history-failed'));
    await page.getByLabel('Search').fill('Olga');
    await page.getByRole('alert').waitFor();
    expect(await page.getByLabel('Search').inputValue()).toBe('Olga');
    await page.evaluate(() => window.gallery.keepQueries('history'));
    await button('Try again').click();
    await page.getByRole('alert').waitFor({ state: 'detached' });
    expect(await page.getByLabel('Search').inputValue()).toBe('Olga');
  });

  test('starts a new call to a clicked lead', async () => {
    await open('history');
    await button('Siobhán Ní Dhomhnaill').click();
    await expectSent({
      type: 'historyLeadClicked',
      fname: 'Siobhán',
      lname: 'Ní Dhomhnaill',
      phoneNumber: '+353209125550',
    });
  });

  test('plays a recording, draws both lanes, seeks by 5 s and pauses for a ring', async () => {
    await open('history');
    await page.getByRole('button', { name: 'Play 0:12' }).click();
    const audio = await page.locator('audio').first().elementHandle();
    await page.waitForFunction(() => (document.querySelector('audio')?.currentTime ?? 0) > 0.1);
    await page.waitForFunction(() =>
      /V-1[0-9]/.test(document.querySelector('path[d^="M"][d*="V-1"]')?.getAttribute('d') ?? ''),
    );
    await page.getByRole('slider', { name: 'Position' }).press('ArrowRight');
    await page.waitForFunction(() => (document.querySelector('audio')?.currentTime ?? 0) > 5);
    await show('ringing-lead');
    await page.waitForSelector('[data-view="ringing"]');
    await expect.poll(() => audio?.evaluate((element) => (element as HTMLAudioElement).paused)).toBe(true);
  });

  test('plays one recording at a time', async () => {
    await open('history-page2');
    const play = (length: string) => page.getByRole('button', { name: `Play ${length}` }).click();
    const playing = () =>
      page.$$eval('audio', (all) => all.map((audio) => !(audio as HTMLAudioElement).paused));
    await page.getByRole('button', { name: 'Play 12:48' }).waitFor();
    await repeat(true);
    await play('12:48');
    await expect.poll(playing).toEqual([true, false]);
    await play('0:52');
    await expect.poll(playing).toEqual([false, true]);
    await expect.poll(() => page.getByRole('slider', { name: 'Position' }).count()).toBe(1);
  });

  test('plays at 1×, 1.5× and 2× speed, separately for each recording', async () => {
    await open('history-page2');
    const rates = () => page.$$eval('audio', (all) => all.map((audio) => audio.playbackRate));
    await page.getByRole('button', { name: 'Play 12:48' }).click();
    for (const [shown, rates1] of [
      ['Speed 1×', [1.5, 1]],
      ['Speed 1.5×', [2, 1]],
      ['Speed 2×', [1, 1]],
    ] as const) {
      await button(shown).click();
      await expect.poll(() => rates()).toEqual(rates1);
    }
  });

  test('seeks by key and pointer, but not before the start or after the end', async () => {
    await open('history');
    await page.getByRole('button', { name: 'Play 0:12' }).waitFor();
    await repeat(true);
    await page.getByRole('button', { name: 'Play 0:12' }).click();
    await page.waitForFunction(() => (document.querySelector('audio')?.duration ?? 0) > 0);
    await page.getByRole('button', { name: 'Pause 0:12' }).click();
    await repeat(false);
    const at = () => page.$eval('audio', (audio) => audio.currentTime / audio.duration);
    const slider = page.getByRole('slider', { name: 'Position' });
    // The audio played on until Pause took effect, and a key continues from the slider's position, which may lag.
    const after = async (key: string) => {
      await slider.press(key);
      return at();
    };
    await expect.poll(() => after('ArrowLeft')).toBe(0);
    expect(await after('ArrowLeft')).toBe(0);
    const box = await slider.boundingBox();
    await slider.click({ position: { x: (box?.width ?? 0) / 2, y: (box?.height ?? 0) / 2 } });
    await expect.poll(at).toBeGreaterThan(0.4);
    await expect.poll(() => at()).toBeLessThan(0.6);
    await expect.poll(() => after('ArrowRight')).toBe(1);
    expect(await after('ArrowRight')).toBe(1);
  });

  test('shows a spinner while loading, not the empty state', async () => {
    await open('history-loading');
    await page.getByRole('status').getByText('Loading').waitFor({ state: 'attached' });
    await expect.poll(() => page.getByText("You don't have any calls!").count()).toBe(0);
    await show('history-empty');
    await page.getByText("You don't have any calls!").waitFor();
  });
});

test('a meter has five bars, lit by volume, with at most 12 changes a second', async () => {
  await open('oncall');
  const lit = (name: string) => page.getByRole('meter', { name }).locator('[data-lit="true"]').count();
  await expect.poll(() => page.getByRole('meter', { name: 'Speaker' }).locator('[data-lit]').count()).toBe(5);
  await expect
    .poll(() => page.getByRole('meter', { name: 'Microphone' }).locator('[data-lit]').count())
    .toBe(5);
  expect([await lit('Speaker'), await lit('Microphone')]).toEqual([4, 2]);
  const changes = await page.evaluate(async () => {
    let count = 0;
    const observer = new MutationObserver(() => {
      count += 1;
    });
    observer.observe(document.body, { subtree: true, attributeFilter: ['aria-valuenow'] });
    const startedAt = performance.now();
    for (let step = 0; step < 60; step += 1) {
      window.gallery.setBars(step % 6, 3);
      await new Promise(requestAnimationFrame);
    }
    observer.disconnect();
    // 1/12 s, rounded because the clock has whole milliseconds.
    return { count, most: 1 + (performance.now() - startedAt) / 83 };
  });
  expect(changes.count).toBeLessThanOrEqual(changes.most);
});

test.each([
  ['oncall-whispered', ['Connected', 'Supervisor Sam is whispering to you']],
  ['oncall-recording-paused', ['Connected', 'Recording paused']],
  ['oncall-ringing', ['On call', 'Ringing…']],
  ['thankyou-unsent', ['Call Ended', 'Saved. We’ll send it when you’re back online.']],
  ['waiting', ['Waiting for calls']],
])('in %s, screen readers announce each text by itself', async (state, texts) => {
  await open(state);
  expect(await announced()).toEqual(texts);
});

test.each([
  ['oncall-nothearing', 'No audio is coming in.', 'Check your network, or hang up and call again.'],
  ['oncall-notheard', 'The other side can’t hear you.', 'Check your network, or hang up and call again.'],
  ['oncall-silentmicrophone', 'Your microphone is silent.', 'Check its mute switch and cable.'],
])(
  'in %s, the status bar shows the problem and what to do, and screen readers announce it',
  async (state, text, advice) => {
    await open('oncall');
    await show(state);
    await page.locator('strong', { hasText: text }).waitFor();
    await expect
      .poll(() => page.getByRole('group').getByText(advice, { exact: true }).isVisible())
      .toBe(true);
    await expect.poll(announced).toEqual([text, advice, 'Connected']);
    await show('oncall');
    await page.locator('strong', { hasText: text }).waitFor({ state: 'detached' });
  },
);

test('beside an open panel, the status bar still shows the problem', async () => {
  await open('oncall-nothearing-transfer');
  await expect
    .poll(() => page.locator('strong', { hasText: 'No audio is coming in.' }).isVisible())
    .toBe(true);
});

describe('layout', () => {
  test("a panel beside the phone doesn't move the phone", async () => {
    await open('waiting', 1280, 760);
    const before = await button('Call').boundingBox();
    await show('history');
    await page.waitForSelector('[data-panel]');
    await expect.poll(() => button('Call').boundingBox()).toEqual(before);
  });

  test.each([
    ['ringing-lead', 'Ignore', 'Call'],
    ['oncall', 'Mute', 'Hang Up'],
    ['note', 'Skip', 'Save'],
    ['thankyou', 'Add Note', 'Done'],
  ])('%s at 4× zoom keeps %s and %s visible', async (state, out, on) => {
    await open(state, 320, 256);
    for (const name of [out, on]) expect(await isInWindow(button(name))).toBe(true);
    await expectNoOverflow();
  });
});

describe('at 4× zoom', () => {
  test('the head and the pager of the history scroll away with the list', async () => {
    await open('history-callback', 320, 256);
    const row = page.locator('[data-panel] tbody tr').nth(1);
    await row.scrollIntoViewIfNeeded();
    expect(await isInWindow(page.getByRole('heading', { name: 'Call History' }))).toBe(false);
    expect(await isInWindow(row)).toBe(true);
    const pager = page.getByRole('navigation', { name: 'Pages' });
    await pager.scrollIntoViewIfNeeded();
    expect(await isInWindow(pager)).toBe(true);
    await expectNoOverflow();
  });

  test.each(['waiting-break', 'waiting-wrapup'])('%s shows the status and its time', async (state) => {
    await open(state, 320, 256);
    const bottom = async (element: Locator) => {
      const box = await element.boundingBox();
      return box ? box.y + box.height : Number.NaN;
    };
    const end = await bottom(page.locator('[data-part="content"]'));
    await expect.poll(() => bottom(page.getByRole('timer'))).toBeLessThanOrEqual(end);
  });
});

test("a panel that can't be loaded shows an error, and the phone keeps working", async () => {
  // The file with all panels, not one with the same prefix.
  const file = /\/panels-[\w-]{8}\.js$/;
  // A page that has loaded the file keeps it, and preloads it soon after it starts.
  await page.goto('about:blank');
  await page.route(file, (route) => route.abort());
  await open('waiting');
  // Bypasses the driver, which waits for the panel.
  await page.evaluate(() => window.gallery.show('history'));
  await page.getByRole('alert').getByText('Something went wrong. Please try again.').waitFor();
  await show('ringing-lead');
  await button('Call').click();
  await expect.poll(() => sentTypes()).toEqual(['acceptClicked']);
  // This page remembers the failed import.
  await page.unroute(file);
  await page.goto('about:blank');
});

test('the tab shows the status by icon, title and color', async () => {
  await open('waiting');
  await show('oncall');
  await page.waitForFunction(() => document.title === 'On call – Bartholomew Okonkwo-Lindqvist');
  await expect.poll(() => page.locator('link[rel="icon"]').getAttribute('href')).toBe('/favicon-oncall.svg');
  await expect.poll(() => page.locator('meta[name="theme-color"]').getAttribute('content')).toBe('#2b4dbb');
});

describe('in a hidden tab, which draws no frames,', () => {
  let hidden: Driver;
  beforeAll(async () => {
    hidden = await fresh();
    await hidden.page.clock.install();
    await hidden.open('waiting');
    await hidden.page.clock.pauseAt((await hidden.page.evaluate(() => Date.now())) + 60_000);
  });
  afterAll(() => hidden?.page.context().close());

  test('the title announces a ring immediately', async () => {
    await hidden.page.evaluate(() => window.gallery.show('ringing-lead'));
    expect(await hidden.page.title()).toContain('Incoming Lead!');
  });
});

test('Escape within one frame after a letter asks before the letter is discarded', async () => {
  await open('note');
  await page.evaluate(async () => {
    const field = document.querySelector('textarea');
    if (!field) throw new Error('There is no field.');
    field.focus();
    document.execCommand('insertText', false, 'x');
    // Rendering and effects, but no frame and no timer.
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
  });
  await button('Keep editing').waitFor();
  expect(await sentTypes()).not.toContain('noteSkipped');
});

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  beforeAll(async () => {
    await open('waiting');
    await page.emulateMedia({ colorScheme: theme });
  });
  afterAll(() => page.emulateMedia({ colorScheme: 'light' }));

  test.each([
    ['oncall', 'Hang Up'],
    ['note', 'Save'],
    ['result', 'Retry'],
    ['ringing-lead', 'Ignore'],
    ['ringing-lead', 'Call'],
  ])('in %s, the hovered button %s is readable', async (name, label) => {
    await show(name);
    await button(label).hover();
    expect(await findAccessibilityViolations(page, 'color-contrast')).toEqual([]);
  });
});

testAccessibility(driver, sampled);
