import { beforeEach, describe, expect, test } from 'vitest';
import { galleryDriver } from './driver.ts';

const driver = galleryDriver();
const { open, role, button, field, shown, requests, expectRequests, expectAccessible, alert } = driver;

const press = (key: string) => driver.page.keyboard.press(key);
const slider = () => role('slider', { name: 'Position', exact: true });
const position = () => slider().getAttribute('aria-valuetext');
const speed = () => field('Speed', { exact: true }).inputValue();

/** Replaces the browser's player: there is no file. */
async function fakePlayback() {
  await driver.page.evaluate(() => {
    const { prototype } = HTMLMediaElement;
    const times = new WeakMap<HTMLMediaElement, number>();
    const playing = new WeakSet<HTMLMediaElement>();
    const define = (name: keyof HTMLMediaElement, value: PropertyDescriptor) =>
      Object.defineProperty(prototype, name, { configurable: true, ...value });
    define('currentTime', {
      get(this: HTMLMediaElement) {
        return times.get(this) ?? 0;
      },
      set(this: HTMLMediaElement, time: number) {
        times.set(this, time);
        this.dispatchEvent(new Event('seeked'));
      },
    });
    define('duration', { get: () => 277 });
    define('readyState', { get: () => 4 });
    define('error', { get: () => null });
    define('paused', {
      get(this: HTMLMediaElement) {
        return !playing.has(this);
      },
    });
    define('play', {
      value(this: HTMLMediaElement) {
        playing.add(this);
        this.dispatchEvent(new Event('play'));
        return Promise.resolve();
      },
    });
    define('pause', {
      value(this: HTMLMediaElement) {
        playing.delete(this);
        this.dispatchEvent(new Event('pause'));
      },
    });
  });
}

describe('the player of a recording', () => {
  beforeEach(async () => {
    await driver.page.reload();
    await driver.page.waitForSelector('li a');
    await fakePlayback();
    await open('call-review');
    await shown('3:03').waitFor();
  });

  test('starts at the time of the link', async () => {
    expect(await position()).toBe('1:15 of 4:37');
    await button('Play').click();
    await expect.poll(position).toBe('1:15 of 4:37');
  });

  test('is operated with the keys of a video player', async () => {
    await press(' ');
    await button('Pause').waitFor();
    await press('ArrowRight');
    await expect.poll(position).toBe('1:20 of 4:37');
    await press('ArrowLeft');
    await press('ArrowLeft');
    await expect.poll(position).toBe('1:10 of 4:37');
    for (const [key, expected] of [
      ['.', '1.25'],
      ['.', '1.5'],
      [',', '1.25'],
    ] as const) {
      await press(key);
      await expect.poll(speed).toBe(expected);
    }
    expect(await driver.page.locator('audio').evaluate((audio: HTMLAudioElement) => audio.playbackRate)).toBe(
      1.25,
    );
    await press(' ');
    await button('Play').waitFor();
  });

  test('skips silence while it plays, if asked to', async () => {
    const playAt = (time: number) =>
      driver.page.locator('audio').evaluate((audio: HTMLAudioElement, at) => {
        audio.currentTime = at;
      }, time);
    await button('Play').click();
    await playAt(73);
    await expect.poll(position).toBe('1:13 of 4:37');
    await role('switch', { name: 'Skip silence', exact: true }).click();
    await expect.poll(position).toBe('1:40 of 4:37');
    await playAt(214);
    await expect.poll(position).toBe('3:37 of 4:37');
  });

  test('jumps to a comment and plays', async () => {
    await button('Play from 3:03').click();
    await expect.poll(position).toBe('3:03 of 4:37');
    await button('Pause').waitFor();
  });

  test('says that an agent paused the recording', async () => {
    await shown('Recording paused 1:12–1:41 (Priya Venkataraman)').waitFor();
  });
});

describe('a comment', () => {
  beforeEach(async () => {
    await driver.page.reload();
    await driver.page.waitForSelector('li a');
    await open('call-review');
    await shown('3:03').waitFor();
  });

  test('is written at the current time with C and Ctrl+Enter', async () => {
    await press('c');
    await field('Comment at 1:15').fill('cc, well done.');
    await expectAccessible();
    await press('Control+Enter');
    await expectRequests('addRecordingComment', {
      params: { id: 1 },
      body: { at_ms: 75_000, text: 'cc, well done.' },
    });
    await field('Comment at 1:15').waitFor({ state: 'detached' });
  });

  test('is typed at once, also the second one', async () => {
    for (const text of ['Good opening.', 'A clear summary.']) {
      await button('Comment').click();
      await driver.page.keyboard.type(text);
      expect(await field('Comment at 1:15').inputValue()).toBe(text);
      await press('Escape');
      await field('Comment at 1:15').waitFor({ state: 'detached' });
    }
  });

  test('that is rejected stays in the field', async () => {
    await open('call-review-rejected');
    await button('Comment').click();
    await field('Comment at 0:00').fill('One more');
    await button('Save').click();
    await alert('A recording can have at most 200 comments.').waitFor();
    expect(await field('Comment at 0:00').inputValue()).toBe('One more');
    await press('Escape');
    await field('Comment at 0:00').waitFor({ state: 'detached' });
  });

  test('is edited by its author, who alone sees the buttons', async () => {
    expect(await button('Edit the comment at 3:03').count()).toBe(0);
    expect(await button('Remove the comment at 3:03').count()).toBe(0);
    await button('Edit the comment at 0:38').click();
    await field('Comment at 0:38').fill('Better');
    await button('Save').click();
    await expectRequests('changeRecordingComment', { params: { id: 1 }, body: { text: 'Better' } });
  });

  test('is removed after a question', async () => {
    await button('Remove the comment at 0:38').click();
    expect(await requests('removeRecordingComment')).toEqual([]);
    await role('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await expectRequests('removeRecordingComment', { params: { id: 1 } });
  });
});

describe('a scorecard', () => {
  test('is filled in beside the player, and shows its score before it is saved', async () => {
    await open('call-review');
    await button('Fill in').click();
    const group = (name: string) => role('group', { name, exact: true });
    await group('Did the agent introduce themselves?').getByLabel('Yes').check();
    await group('How well did the agent listen?').getByLabel('3', { exact: true }).check();
    await shown('Score: 67%').waitFor();
    await field('What should the agent try next time?').fill('Ask for it');
    await expectAccessible();
    await button('Save').click();
    await expectRequests('saveScorecard', {
      params: { id: 77 },
      body: {
        answers: [
          { question_id: 1, value: 1, text: null },
          { question_id: 2, value: 3, text: null },
          { question_id: 3, value: null, text: 'Ask for it' },
        ],
      },
    });
    await button('Fill in').waitFor();
  });

  test('without questions leads an administrator to them', async () => {
    await open('call-review-pending');
    await role('link', { name: 'Add questions' }).click();
    await driver.title('Scorecard').waitFor();
  });

  test('names its fields on a narrow page, where the columns have no heads', async () => {
    await open('scorecard', 390);
    for (const head of ['Question', 'Answer', 'Weight'])
      await expect
        .poll(() =>
          driver.page
            .locator('li', { has: field('Text of question 1') })
            .getByText(head, { exact: true })
            .isVisible(),
        )
        .toBe(true);
  });

  test('asks the questions that an administrator edits', async () => {
    await open('scorecard');
    await button('Move question 2 up').click();
    await button('Add question').click();
    await button('Save').click();
    await alert('Enter the text of every question.').waitFor();
    const isMarked = (label: string) => field(label).getAttribute('aria-invalid');
    expect(await isMarked('Text of question 4')).toBe('true');
    expect(await isMarked('Text of question 3')).toBe('false');
    await field('Text of question 4').fill('Named the price?');
    await field('Weight of question 4').fill('5');
    await button('Save').click();
    await expectRequests('changeScorecardQuestions', {
      body: {
        version: 1,
        list: [
          { id: 2, text: 'How well did the agent listen?', kind: 'rating', weight: 2 },
          { id: 1, text: 'Did the agent introduce themselves?', kind: 'yes_no', weight: 1 },
          { id: 3, text: 'What should the agent try next time?', kind: 'text', weight: 0 },
          { text: 'Named the price?', kind: 'yes_no', weight: 5 },
        ],
      },
    });
    await role('status').getByText('Saved', { exact: true }).waitFor();
  });
});

test('the link to a recording names the time', async () => {
  await driver.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await open('call-review');
  await shown('3:03').waitFor();
  await button('Copy link').click();
  await shown('Link copied.').waitFor();
  const link = await driver.page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/\/admin\/calls\/77\?recording=1&at=75$/);
});

describe('an external link', () => {
  test('is created for the chosen days, and shown once', async () => {
    await driver.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await open('call-external-links');
    await button('External link').click();
    await field('Works for').selectOption('30 days');
    await expectAccessible();
    await button('Create link').click();
    await expectRequests('createExternalLink', { params: { id: 1 }, body: { days: 30 } });
    expect(await field('Link address', { exact: true }).inputValue()).toMatch(
      /\/apps\/webrtc\/recording#[\w-]{43}$/,
    );
    await expectAccessible();
    await button('Copy').click();
    await shown('Copied.').waitFor();
    await button('Done').click();
    await button('External link').waitFor();
  });

  test('that is rejected says why', async () => {
    await open('call-external-links-rejected');
    await button('External link').click();
    await button('Create link').click();
    await alert('A recording can have at most 20 external links. Revoke one first.').waitFor();
  });

  test('is listed with its plays, and revoked after a question', async () => {
    await open('call-external-links');
    await driver.page.getByText(/^Played 3 times, last /).waitFor();
    await shown('Not played yet').waitFor();
    await role('button', { name: /^Revoke the link of Tobias/ }).click();
    expect(await requests('revokeExternalLink')).toEqual([]);
    await role('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await expectRequests('revokeExternalLink', { params: { id: 2 } });
  });

  test('isn’t offered if the account allows none', async () => {
    await open('call-review');
    await button('Copy link').waitFor();
    expect(await button('External link').count()).toBe(0);
  });
});
