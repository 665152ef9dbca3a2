/** The screens after a call, and New Call's verdict, in a real browser: keys, focus, colours, room. */
import { beforeAll, describe, expect, test } from 'vitest';
import { type GalleryDriver, startDriver } from './driver.ts';

let gallery: GalleryDriver;

beforeAll(async () => {
  gallery = await startDriver();
});

const text = () => gallery.page.getByRole('textbox');

describe('keys', () => {
  test.each([
    ['result', 'r', { type: 'retryClicked' }],
    ['result', 's', { type: 'smsClicked' }],
    ['tags', '2', { type: 'tagChosen', key: 'hot' }],
    ['tags', '7', { type: 'tagChosen', key: 'wrong' }],
    ['tags', 'Escape', { type: 'tagsSkipped' }],
    ['sms', 'Escape', { type: 'smsCancelled' }],
    ['sms', 'Control+Enter', { type: 'smsSubmitted', text: "Sorry we couldn't reach you!" }],
  ])('in %s the key %s is heard', async (state, key, event) => {
    await gallery.open(state);
    await gallery.page.keyboard.press(key);
    await expect.poll(() => gallery.sent()).toEqual([event]);
  });

  test.each([
    ['result-plain', 'r'],
    ['result-plain', 's'],
    ['result-sending', 's'],
    ['tags', '8'],
    ['tags-sending', '1'],
    ['sms-sending', 'Control+Enter'],
    ['note-saving', 'Control+Enter'],
  ])('in %s the key %s does nothing', async (state, key) => {
    await gallery.open(state);
    await gallery.page.keyboard.press(key);
    await expect.poll(() => gallery.sent()).toEqual([]);
  });
});

test('Remove by its key is asked about, and by a click it is not', async () => {
  await gallery.open('result');
  await gallery.page.keyboard.press('4');
  await gallery.button('Cancel').click();
  await gallery.page.getByRole('alertdialog').waitFor({ state: 'detached' });
  await gallery.page.keyboard.press('4');
  await gallery.button('Yes, remove').click();
  await expect.poll(() => gallery.sent()).toEqual([{ type: 'resultChosen', result: 'removed' }]);
  await gallery.open('result');
  await gallery.button('Remove').click();
  await expect.poll(() => gallery.sent()).toEqual([{ type: 'resultChosen', result: 'removed' }]);
});

test.each([
  ['note', 'noteSkipped'],
  ['sms', 'smsCancelled'],
])('Escape in %s asks before typed text is thrown away', async (state, event) => {
  await gallery.open(state);
  await text().fill('Prefers mornings');
  await gallery.page.keyboard.press('Escape');
  await gallery.button('Keep editing').waitFor();
  const [question, field] = [
    await gallery.page.getByRole('alertdialog').boundingBox(),
    await text().boundingBox(),
  ];
  expect(question?.width).toBe(field?.width);
  await gallery.page.keyboard.press('Escape');
  await gallery.button('Keep editing').waitFor({ state: 'detached' });
  await expect.poll(() => text().inputValue()).toBe('Prefers mornings');
  await gallery.page.keyboard.press('Escape');
  await gallery.button('Discard').click();
  await expect.poll(async () => (await gallery.sent()).at(-1)).toEqual({ type: event });
});

test.each(['note', 'sms'])(
  'in %s, typing on closes the question, and so does Escape in the field',
  async (state) => {
    await gallery.open(state);
    await text().fill('Prefers mornings');
    const asks = async () => {
      await gallery.page.keyboard.press('Escape');
      await gallery.button('Keep editing').waitFor();
      await text().click();
    };
    await asks();
    await gallery.page.keyboard.press('Escape');
    await gallery.button('Keep editing').waitFor({ state: 'detached' });
    await asks();
    await gallery.page.keyboard.press('End');
    await gallery.page.keyboard.type('.!');
    await gallery.button('Keep editing').waitFor({ state: 'detached' });
    await expect.poll(() => text().inputValue()).toBe('Prefers mornings.!');
  },
);

test('Undo counts on while a panel of the next call hides it', async () => {
  await gallery.open('oncall-undo');
  const bar = gallery.page.locator('[data-part="undo"]');
  await expect.poll(() => bar.textContent()).toContain('6 s');
  await gallery.show('oncall-undo-keypad');
  await gallery.show('oncall-undo');
  expect(await bar.textContent()).not.toContain('8 s');
});

test.each([380, 320])('Undo leaves the tiles of the next call in reach, %d px wide', async (width) => {
  await gallery.page.setViewportSize({ width, height: 720 });
  await gallery.open('oncall-undo');
  const bar = await gallery.page.locator('[data-part="undo"]').boundingBox();
  const hold = await gallery.button('Hold').boundingBox();
  expect(bar && hold && bar.y + bar.height <= hold.y).toBe(true);
  await gallery.show('oncall-undo-keypad');
  await gallery.page.getByRole('heading', { name: 'Keypad' }).waitFor();
  expect(await gallery.page.locator('[data-part="undo"]').count()).toBe(0);
});

test('Retry and SMS show with their permissions; Retry without a lead is there and dead', async () => {
  await gallery.open('result');
  await expect.poll(() => gallery.button('Retry').isEnabled()).toBe(true);
  await expect.poll(() => gallery.button('SMS').isEnabled()).toBe(true);
  await gallery.show('result-plain');
  await expect.poll(() => gallery.button('Retry').count()).toBe(0);
  await expect.poll(() => gallery.button('SMS').count()).toBe(0);
  await gallery.show('result-stranger');
  await expect.poll(() => gallery.button('Retry').getAttribute('aria-disabled')).toBe('true');
});

test('the text starts with the sentence, and cannot be sent blank', async () => {
  await gallery.open('sms');
  await expect.poll(() => text().inputValue()).toBe("Sorry we couldn't reach you!");
  await text().fill('  ');
  await expect.poll(() => gallery.button('Send').isDisabled()).toBe(true);
  await text().fill('x');
  await expect.poll(() => gallery.button('Send').isEnabled()).toBe(true);
});

test('a message and a note that failed keep their words', async () => {
  await gallery.open('sms');
  await text().fill('My own words');
  await gallery.show('sms-error');
  await gallery.page.getByRole('alert').waitFor();
  await expect.poll(() => text().inputValue()).toBe('My own words');
  await gallery.open('note');
  await text().fill('My own words');
  await gallery.show('note-error');
  await gallery.page.getByRole('alert').waitFor();
  await expect.poll(() => text().inputValue()).toBe('My own words');
});

test('what is on its way shows a spinner where it takes long', async () => {
  for (const state of ['result-sending', 'tags-sending', 'sms-sending', 'note-saving']) {
    await gallery.open(state);
    await gallery.page.getByRole('status').getByText('Sending').waitFor({ state: 'attached' });
  }
});

test('a tag has its own colour, and grey where that cannot be used', async () => {
  await gallery.open('tags');
  const look = (name: string) =>
    gallery.button(name).evaluate((tag) => {
      const { backgroundColor, color } = getComputedStyle(tag);
      return [backgroundColor, color];
    });
  await expect
    .poll(() => look('Nurture for spring campaign'))
    .toEqual(['rgb(253, 230, 138)', 'rgb(0, 0, 0)']);
  await expect.poll(() => look('Hot, call back today')).toEqual(['rgb(217, 45, 32)', 'rgb(255, 255, 255)']);
  await expect.poll(() => look('Not interested')).toEqual(['rgb(110, 110, 110)', 'rgb(255, 255, 255)']);
  await gallery.show('tags-none');
  await expect.poll(() => gallery.page.locator('[data-part="stage"] button').count()).toBe(0);
  await expect.poll(() => gallery.button('Skip').isEnabled()).toBe(true);
});

test('the question after a bad call is asked in passing: the likely issue first, no focus taken', async () => {
  await gallery.open('result-poor');
  const issue = gallery.page.getByLabel('What was wrong with the sound?');
  await expect.poll(() => issue.inputValue()).toBe('choppy-audio');
  await expect.poll(() => issue.locator('option').count()).toBe(6);
  await gallery.page.keyboard.press('1');
  await expect.poll(() => gallery.sent()).toEqual([{ type: 'resultChosen', result: 'contacted' }]);
  await gallery.open('thankyou-poor');
  await issue.selectOption('echo');
  await gallery.button('Report').click();
  await expect
    .poll(async () => (await gallery.sent()).filter(({ type }) => type !== 'feedbackTouched'))
    .toEqual([{ type: 'feedbackGiven', issue: 'echo' }]);
});

test('what was refused afterwards is told with its words, and read with a key', async () => {
  await gallery.open('waiting-refused');
  const dialog = gallery.page.getByRole('alertdialog');
  await dialog.getByText('Owns two properties').waitFor();
  await expect.poll(() => dialog.textContent()).toContain('was not saved. This call has ended.');
  await gallery.page.keyboard.press('Enter');
  await expect.poll(() => gallery.sent()).toEqual([{ type: 'refusalRead', id: 'one' }]);
});

test('words that were left unsent are offered in waiting: to go on with, or to throw away', async () => {
  await gallery.open('waiting-draft');
  const offer = gallery.page.getByRole('region', { name: 'Unsaved note' });
  await expect.poll(() => offer.textContent()).toContain('Bartholomew Okonkwo-Lindqvist');
  await gallery.react({ draftOpened: 'note-draft' });
  await offer.getByRole('button', { name: 'Continue' }).click();
  await expect.poll(() => text().inputValue()).toContain('Owns two properties');
  await gallery.open('waiting-draft-sms');
  await gallery.page
    .getByRole('region', { name: 'Unsent SMS' })
    .getByRole('button', { name: 'Discard' })
    .click();
  await expect.poll(() => gallery.sent()).toEqual([{ type: 'draftDropped', id: 'sms-1' }]);
});

test('Check for lead asks once, and is disabled until the answer', async () => {
  await gallery.open('waiting');
  await gallery.button('Check for lead').click();
  await expect.poll(() => gallery.sent()).toEqual([{ type: 'checkForLeadClicked' }]);
  await gallery.show('waiting-checking');
  await expect.poll(() => gallery.button('Check for lead').isDisabled()).toBe(true);
  await gallery.show('waiting-lead');
  await expect.poll(() => gallery.button('Check for lead').count()).toBe(0);
});

test('New Call says beforehand that the hour is wrong, or that a number must not be called, and stays usable', async () => {
  await gallery.open('waiting-newcall-later');
  await gallery.page.getByText(/It is 6:12 AM where this number is. Better from /).waitFor();
  await expect.poll(() => gallery.button('Call Now').isEnabled()).toBe(true);
  await gallery.open('waiting-newcall-barred');
  await gallery.page.getByText('This number is on the do-not-call list.').waitFor();
  await gallery.button('Call Now').click();
  await expect.poll(() => gallery.sent()).toMatchObject([{ type: 'callNowClicked', problem: null }]);
});

describe('room', () => {
  test.each([
    ['sms', ['Cancel', 'Send']],
    ['tags', ['Skip']],
    ['result', ['Retry', 'SMS']],
    ['note-unsent', ['Skip', 'Save']],
    ['thankyou-poor', ['Add Note', 'Done']],
  ])('%s at four times the size keeps its dock in sight, and nothing runs over', async (state, names) => {
    await gallery.open(state, 320, 256);
    for (const name of names) {
      const box = await gallery.button(name).boundingBox();
      expect(box && box.x >= 0 && box.x + box.width <= 320 && box.y >= 0 && box.y + box.height <= 256).toBe(
        true,
      );
    }
    await expect
      .poll(() => gallery.page.evaluate(() => document.documentElement.scrollWidth))
      .toBeLessThanOrEqual(320);
  });
});
