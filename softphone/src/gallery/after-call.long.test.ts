import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { inGallery } from './driver.ts';

let page: Page;
const { open, show, sent, expectSent, setReactions, button, isInWindow, expectNoOverflow } = inGallery(
  (opened) => {
    page = opened;
  },
);

const text = () => page.getByRole('textbox');

describe('keys', () => {
  test.each([
    ['result', 'r', { type: 'retryClicked' }],
    ['result', 's', { type: 'smsClicked' }],
    ['tags', '2', { type: 'tagChosen', key: 'hot' }],
    ['tags', '7', { type: 'tagChosen', key: 'wrong' }],
    ['tags', 'Escape', { type: 'tagsSkipped' }],
    ['sms', 'Escape', { type: 'smsCancelled' }],
    ['sms', 'Control+Enter', { type: 'smsSubmitted', text: "Sorry we couldn't reach you!" }],
  ])('in %s, the key %s acts', async (state, key, event) => {
    await open(state);
    await page.keyboard.press(key);
    await expectSent(event);
  });

  test.each([
    ['result-plain', 'r'],
    ['result-plain', 's'],
    ['result-sending', 's'],
    ['tags', '8'],
    ['tags-sending', '1'],
    ['sms-sending', 'Control+Enter'],
    ['note-saving', 'Control+Enter'],
  ])('in %s, the key %s does nothing', async (state, key) => {
    await open(state);
    await page.keyboard.press(key);
    await expectSent();
  });
});

test("Remove by key asks for confirmation; Remove by click doesn't", async () => {
  await open('result');
  await page.keyboard.press('4');
  await button('Cancel').click();
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  await page.keyboard.press('4');
  await button('Remove lead').click();
  await expectSent({ type: 'resultChosen', result: 'removed' });
  await open('result');
  await button('Remove').click();
  await expectSent({ type: 'resultChosen', result: 'removed' });
});

test.each([
  ['note', 'noteSkipped'],
  ['sms', 'smsCancelled'],
])('Escape in %s asks before typed text is discarded', async (state, event) => {
  await open(state);
  await text().fill('Prefers mornings');
  await page.keyboard.press('Escape');
  await button('Keep editing').waitFor();
  const [question, field] = [await page.getByRole('alertdialog').boundingBox(), await text().boundingBox()];
  expect(question?.width).toBe(field?.width);
  await page.keyboard.press('Escape');
  await button('Keep editing').waitFor({ state: 'detached' });
  await expect.poll(() => text().inputValue()).toBe('Prefers mornings');
  await page.keyboard.press('Escape');
  await button('Discard').click();
  await expect.poll(async () => (await sent()).at(-1)).toEqual({ type: event });
});

test.each(['note', 'sms'])(
  'in %s, typing closes the question, and so does Escape in the field',
  async (state) => {
    await open(state);
    await text().fill('Prefers mornings');
    const asks = async () => {
      await page.keyboard.press('Escape');
      await button('Keep editing').waitFor();
      await text().click();
    };
    await asks();
    await page.keyboard.press('Escape');
    await button('Keep editing').waitFor({ state: 'detached' });
    await asks();
    await page.keyboard.press('End');
    await page.keyboard.type('.!');
    await button('Keep editing').waitFor({ state: 'detached' });
    await expect.poll(() => text().inputValue()).toBe('Prefers mornings.!');
  },
);

test('Undo counts down while a panel of the next call hides it', async () => {
  await open('oncall-undo');
  const bar = page.locator('[data-part="undo"]');
  await expect.poll(() => bar.textContent()).toContain('6 s');
  await show('oncall-undo-keypad');
  await show('oncall-undo');
  expect(await bar.textContent()).not.toContain('8 s');
});

test.each([380, 320])("Undo doesn't cover the tiles of the next call at %d px", async (width) => {
  await page.setViewportSize({ width, height: 720 });
  await open('oncall-undo');
  const bar = await page.locator('[data-part="undo"]').boundingBox();
  const hold = await button('Hold').boundingBox();
  expect(bar && hold && bar.y + bar.height <= hold.y).toBe(true);
  await show('oncall-undo-keypad');
  await page.getByRole('heading', { name: 'Keypad' }).waitFor();
  expect(await page.locator('[data-part="undo"]').count()).toBe(0);
});

test("a notice doesn't cover the tiles beside an open panel", async () => {
  await open('oncall-undo-keypad', 1280, 760);
  await show('oncall-keypad-notice');
  const notice = await page.getByText('No agent accepted the transfer.').boundingBox();
  const tile = await button('Keypad').boundingBox();
  expect(notice && tile && notice.y + notice.height <= tile.y).toBe(true);
});

test('Retry and SMS are shown with their permissions; Retry without a lead is disabled', async () => {
  await open('result');
  await expect.poll(() => button('Retry').isEnabled()).toBe(true);
  await expect.poll(() => button('SMS').isEnabled()).toBe(true);
  await show('result-plain');
  await expect.poll(() => button('Retry').count()).toBe(0);
  await expect.poll(() => button('SMS').count()).toBe(0);
  await show('result-unknown-caller');
  await expect.poll(() => button('Retry').getAttribute('aria-disabled')).toBe('true');
});

test("the text starts with the default, and can't be sent blank", async () => {
  await open('sms');
  await expect.poll(() => text().inputValue()).toBe("Sorry we couldn't reach you!");
  await text().fill('  ');
  await expect.poll(() => button('Send').isDisabled()).toBe(true);
  await text().fill('x');
  await expect.poll(() => button('Send').isEnabled()).toBe(true);
});

test('a failed text or note keeps its content', async () => {
  for (const view of ['sms', 'note']) {
    await open(view);
    await text().fill('My own words');
    await show(`${view}-error`);
    await page.getByRole('alert').waitFor();
    await expect.poll(() => text().inputValue()).toBe('My own words');
  }
});

test('a slow request shows a spinner', async () => {
  for (const state of ['result-sending', 'tags-sending', 'sms-sending', 'note-saving']) {
    await open(state);
    await page.getByRole('status').getByText('Sending').waitFor({ state: 'attached' });
  }
});

test("a tag has its own color, or gray if that's invalid", async () => {
  await open('tags');
  const colors = (name: string) =>
    button(name).evaluate((tag) => {
      const { backgroundColor, color } = getComputedStyle(tag);
      return [backgroundColor, color];
    });
  await expect
    .poll(() => colors('Nurture for spring campaign'))
    .toEqual(['rgb(253, 230, 138)', 'rgb(0, 0, 0)']);
  await expect.poll(() => colors('Hot, call back today')).toEqual(['rgb(217, 45, 32)', 'rgb(255, 255, 255)']);
  await expect.poll(() => colors('Not interested')).toEqual(['rgb(110, 110, 110)', 'rgb(255, 255, 255)']);
  await show('tags-none');
  await expect.poll(() => page.locator('[data-part="content"] button').count()).toBe(0);
  await expect.poll(() => button('Skip').isEnabled()).toBe(true);
});

test("the question after a bad call preselects the likely issue and doesn't take the focus", async () => {
  await open('result-poor');
  const issue = page.getByLabel('What was wrong with the audio?');
  await expect.poll(() => issue.inputValue()).toBe('choppy-audio');
  await expect.poll(() => issue.locator('option').count()).toBe(6);
  await page.keyboard.press('1');
  await expectSent({ type: 'resultChosen', result: 'contacted' });
  await open('thankyou-poor');
  await issue.selectOption('echo');
  await button('Report').click();
  await expect
    .poll(async () => (await sent()).filter(({ type }) => type !== 'feedbackStarted'))
    .toEqual([{ type: 'feedbackGiven', issue: 'echo' }]);
});

test('a late rejection shows its text and closes with a key', async () => {
  await open('waiting-rejected');
  const dialog = page.getByRole('alertdialog');
  await dialog.getByText('Owns two properties').waitFor();
  await expect.poll(() => dialog.textContent()).toContain('wasn’t saved. This call has ended.');
  await page.keyboard.press('Enter');
  await expectSent({ type: 'rejectionRead', id: 'one' });
});

test('unsent text is offered in the waiting view to continue or discard', async () => {
  await open('waiting-draft');
  const offer = page.getByRole('region', { name: 'Unsaved note' });
  await expect.poll(() => offer.textContent()).toContain('Bartholomew Okonkwo-Lindqvist');
  await setReactions({ draftOpened: 'note-draft' });
  await offer.getByRole('button', { name: 'Continue' }).click();
  await expect.poll(() => text().inputValue()).toContain('Owns two properties');
  await open('waiting-draft-sms');
  await page.getByRole('region', { name: 'Unsent text' }).getByRole('button', { name: 'Discard' }).click();
  await expectSent({ type: 'draftDiscarded', id: 'sms-1' });
});

test('Check for lead is sent once, and disabled until the response', async () => {
  await open('waiting');
  await button('Check for lead').click();
  await expectSent({ type: 'checkForLeadClicked' });
  await show('waiting-checking');
  await expect.poll(() => button('Check for lead').isDisabled()).toBe(true);
  await show('waiting-lead');
  await expect.poll(() => button('Check for lead').count()).toBe(0);
});

test('New Call warns in advance about calling hours or a blocked number, and stays usable', async () => {
  await open('waiting-newcall-later');
  await page.getByText(/It is 6:12 AM where this number is. Try again after /).waitFor();
  await expect.poll(() => button('Call Now').isEnabled()).toBe(true);
  await open('waiting-newcall-barred');
  await page.getByText('This number is on the do-not-call list.').waitFor();
  await button('Call Now').click();
  await expect.poll(() => sent()).toMatchObject([{ type: 'callNowClicked', problem: null }]);
});

describe('layout', () => {
  test.each([
    ['sms', ['Cancel', 'Send']],
    ['tags', ['Skip']],
    ['result', ['Retry', 'SMS']],
    ['note-unsent', ['Skip', 'Save']],
    ['thankyou-poor', ['Add Note', 'Done']],
  ])('%s at 4× zoom keeps its dock visible, and nothing overflows', async (state, names) => {
    await open(state, 320, 256);
    for (const name of names) expect(await isInWindow(button(name))).toBe(true);
    await expectNoOverflow();
  });
});
