import { beforeEach, describe, expect, test } from 'vitest';
import { galleryDriver } from './driver.ts';

const driver = galleryDriver();
const {
  alert,
  requests,
  button,
  field,
  hasFocus,
  expectRequests,
  expectAccessible,
  open,
  role,
  shown,
  title,
} = driver;

/** Until the next edit. */
const shownAsSaved = () => role('status').getByText('Saved', { exact: true }).waitFor();

/** Saves the team and returns its one request. */
async function saveTeam(): Promise<{ readonly body: Record<string, unknown> }> {
  await button('Save').click();
  await expect.poll(() => requests('changeTeam')).toHaveLength(1);
  const [sent] = (await requests('changeTeam')) as { body: Record<string, unknown> }[];
  if (!sent) throw new Error('no request was sent');
  return sent;
}

/** Drags a piece by its middle or end through these points. */
async function dragPiece(
  name: string,
  at: 'middle' | 'end',
  path: (start: { x: number; y: number }) => readonly (readonly [x: number, y: number])[],
): Promise<void> {
  const { mouse } = driver.page;
  // Playwright waits until the piece is stable and not covered.
  await button(name).hover();
  const box = await button(name).boundingBox();
  if (!box) throw new Error('the piece is not on the page');
  const start = { x: box.x + (at === 'end' ? box.width - 1 : box.width / 2), y: box.y + box.height / 2 };
  await mouse.move(start.x, start.y);
  await mouse.down();
  for (const [x, y] of path(start)) await mouse.move(x, y, { steps: 3 });
  await mouse.up();
}

describe('the schedule of a team', () => {
  beforeEach(async () => {
    await open('team');
    await button('Monday, 8 AM to 12 PM').waitFor();
  });

  test('shows whether it is open, until when, overnight hours and the next clock change', async () => {
    await shown('Open until 12:00 PM').waitFor();
    await shown(
      'Saturday’s hours run past midnight to Sunday 2:00 AM. Clocks change on Mar 14, 2027. Closed on holidays, next on Nov 26, 2026 (Thanksgiving Day).',
    ).waitFor();
  });

  test('arrow keys move and resize a piece, which keeps the focus and announces its new times', async () => {
    await button('Monday, 8 AM to 12 PM').focus();
    for (const [key, name] of [
      ['ArrowRight', 'Monday, 8:15 AM to 12:15 PM'],
      ['Shift+ArrowRight', 'Monday, 8:15 AM to 12:30 PM'],
      ['Shift+ArrowLeft', 'Monday, 8:15 AM to 12:15 PM'],
      ['Shift+ArrowUp', 'Monday, 8 AM to 12:15 PM'],
      ['Shift+ArrowDown', 'Monday, 8:15 AM to 12:15 PM'],
      ['ArrowLeft', 'Monday, 8 AM to 12 PM'],
      ['ArrowUp', 'Sunday, 8 AM to 12 PM'],
    ] as const) {
      await driver.page.keyboard.press(key);
      await hasFocus(name);
      await role('status').getByText(name, { exact: true }).waitFor({ state: 'attached' });
    }
    await shown('1 unsaved change').waitFor();
  });

  test('a piece that moves before another keeps the focus, even in a browser without moveBefore', async () => {
    const freshPage = await driver.openSeparately(() => {
      delete (Element.prototype as { moveBefore?: unknown }).moveBefore;
    });
    await freshPage.evaluate(() => window.gallery.show('team'));
    await freshPage.getByRole('button', { name: 'Monday, 1 PM to 6 PM', exact: true }).press('ArrowUp');
    const moved = freshPage.getByRole('button', { name: 'Sunday, 1 PM to 6 PM', exact: true });
    await moved.waitFor();
    await expect.poll(() => moved.evaluate((piece) => piece === document.activeElement)).toBe(true);
    await freshPage.context().close();
  });

  test('Delete removes a piece and focuses the next one', async () => {
    await button('Monday, 8 AM to 12 PM').press('Delete');
    await button('Monday, 8 AM to 12 PM').waitFor({ state: 'detached' });
    await hasFocus('Monday, 1 PM to 6 PM');
  });

  test('Enter opens a dialog that rejects times overlapping other hours and sets free ones', async () => {
    await button('Monday, 8 AM to 12 PM').press('Enter');
    const dialog = role('dialog', { name: 'Hours' });
    await dialog.getByLabel('To', { exact: true }).selectOption('2 PM');
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await dialog.getByRole('alert').getByText('These times overlap other hours.').waitFor();
    await expectAccessible();
    await dialog.getByLabel('To', { exact: true }).selectOption('12:30 PM');
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await button('Monday, 8 AM to 12:30 PM').waitFor();
    await dialog.waitFor({ state: 'detached' });
  });

  test('dragging a piece by its middle moves it to another day and time without opening a dialog', async () => {
    const tracks = await driver.page.locator('[data-tracks]').boundingBox();
    if (!tracks) throw new Error('the week is not on the page');
    // To Sunday, 90 minutes later, with a detour.
    await dragPiece('Monday, 8 AM to 12 PM', 'middle', ({ x, y }) => [
      [x + 40, y + tracks.height / 2],
      [x + (tracks.width * 1.5) / 24, y + (tracks.height * 6) / 7],
    ]);
    await button('Sunday, 9:30 AM to 1:30 PM').waitFor();
    await expect.poll(() => role('dialog').count()).toBe(0);
  });

  test('dragging the end of a piece extends it up to the next one', async () => {
    await dragPiece('Tuesday, 8 AM to 12 PM', 'end', ({ x, y }) => [[x + 300, y]]);
    await button('Tuesday, 8 AM to 1 PM').waitFor();
  });

  test('hours are added only when confirmed, and an overnight range is sent as two', async () => {
    const dialog = role('dialog', { name: 'Add hours' });
    await button('Add hours on Friday').click();
    await expect.poll(() => dialog.getByLabel('From', { exact: true }).inputValue()).toBe('1080');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await shown('1 unsaved change').count()).toBe(0);
    await button('Add hours on Sunday').click();
    await expectAccessible();
    await dialog.getByRole('button', { name: 'Add' }).click();
    await hasFocus('Sunday, 9 AM to 5 PM');
    await shown('1 unsaved change').waitFor();
    const { body } = await saveTeam();
    expect(Object.keys(body)).toEqual(['version', 'schedule']);
    const { pieces } = body['schedule'] as { pieces: { day: number; from: number; to: number }[] };
    expect(pieces.filter(({ day }) => day >= 6)).toEqual([
      { day: 6, from: 585, to: 780 },
      { day: 6, from: 1320, to: 1440 },
      { day: 7, from: 0, to: 120 },
      { day: 7, from: 540, to: 1020 },
    ]);
  });
});

describe('the page of a team', () => {
  beforeEach(async () => {
    await open('team');
    await role('grid', { name: 'Priority 1' }).waitFor();
  });

  test('an agent can be moved to another group by keyboard', async () => {
    const { page } = driver;
    const name = 'Aleksandra Wiśniewska-Kowalczyk';
    await page.getByRole('row', { name }).focus();
    for (const group of ['Priority 2', 'Priority 3']) {
      await page.keyboard.press('Alt+ArrowDown');
      await page.getByRole('grid', { name: group }).getByRole('row', { name }).waitFor();
      await hasFocus(name);
    }
    await shown('1 unsaved change').waitFor();
    const { body } = await saveTeam();
    expect(body['members']).toContainEqual({ user_id: 2, priority_group: 3 });
  });

  test('an agent can be dragged to another group', async () => {
    await role('row', { name: 'Priya Venkataraman' }).dragTo(role('grid', { name: 'Priority 2' }));
    await role('grid', { name: 'Priority 2' }).getByText('Priya Venkataraman').waitFor();
  });

  test('a choice that is longer than a column has two', async () => {
    const width = async (label: string) => (await field(label).boundingBox())?.width ?? 0;
    expect(await width('Wrap-up after a call')).toBeGreaterThan(1.5 * (await width('Wrap-up in seconds')));
  });

  test('an invalid list of minutes is explained beside the field, and nothing is sent', async () => {
    await field('Retries if no agent answers (minutes)').fill('1, soon');
    await shown('“soon” isn’t a whole number of minutes.').waitFor();
    await button('Save').click();
    await alert(/^Fix the marked fields/).waitFor();
    await expectRequests('changeTeam');
  });

  test('a rejected change shows the server’s error and keeps the edits', async () => {
    await field('Whisper text').fill('Ask about {category}');
    const { body } = await saveTeam();
    expect(body).toEqual({ version: 1, profile: { whisper_template: 'Ask about {category}' } });
    await alert('Choose another team in your account as the fallback.').waitFor();
    await expect.poll(() => field('Whisper text').inputValue()).toBe('Ask about {category}');
    await button('Discard').click();
    await driver.page.waitForFunction(() => !document.querySelector('[role="alert"]'));
    await expect.poll(() => field('Whisper text').inputValue()).toContain('{fname}');
  });

  test('another user’s change shows immediately, but doesn’t replace edits', async () => {
    const whisper = field('Whisper text');
    const changedElsewhere = () =>
      driver.page.evaluate(() => {
        window.gallery.answerAs('team-newer');
        window.gallery.notifySettingsChange();
      });
    const newer = title('Evening sales');
    await changedElsewhere();
    await newer.waitFor();

    await open('team');
    await title('Sales').waitFor();
    await whisper.fill('Mine');
    await changedElsewhere();
    const conflict = alert(/^Someone else changed this/);
    await conflict.waitFor();
    await expect.poll(() => whisper.inputValue()).toBe('Mine');
    await expectAccessible();
    await button('Discard').click();
    await newer.waitFor();
    await conflict.waitFor({ state: 'detached' });
    await expect.poll(() => whisper.inputValue()).toBe('Ask for the evening');
  });

  test("a tag in use shows its number of uses and can't be removed", async () => {
    await shown('Used 12 times').waitFor();
    await expect.poll(() => button('Remove tag 1').isDisabled()).toBe(true);
    await button('Remove tag 2').click();
    await shown('1 unsaved change').waitFor();
    const { body } = await saveTeam();
    expect(body['profile']).toMatchObject({ tags: [{ id: 1 }, { id: 3 }] });
  });

  test('leaving with unsaved changes asks for confirmation', async () => {
    await field('Whisper text').fill('New');
    await shown('1 unsaved change').waitFor();
    await role('link', { name: 'Numbers' }).click();
    const question = role('alertdialog', { name: 'Leave this page?' });
    await question.getByRole('button', { name: 'Stay' }).click();
    await question.waitFor({ state: 'detached' });
    await expect.poll(() => field('Whisper text').inputValue()).toBe('New');
    await role('link', { name: 'Numbers' }).click();
    await question.getByRole('button', { name: 'Leave' }).click();
    await title('Numbers').waitFor();
  });

  test('an agent can be found by name and added', async () => {
    await button('Remove Fatima al-Rashidi from the team').click();
    await role('row', { name: 'Fatima al-Rashidi' }).waitFor({ state: 'detached' });
    await button('Add agent').click();
    const dialog = role('dialog', { name: 'Add agent' });
    await dialog.getByLabel('Search').fill('fat');
    await dialog.getByRole('button', { name: 'Add Fatima al-Rashidi' }).click();
    await expectAccessible();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await role('grid', { name: 'Priority 2' }).getByText('Fatima al-Rashidi').waitFor();
    await expect.poll(() => shown('1 unsaved change').count()).toBe(0);
  });
});

test.each(['teams', 'team'])(
  'phone numbers in %s read from left to right even in a right-to-left language',
  async (state) => {
    await driver.page.evaluate(() => window.gallery.setLanguage('pseudo'));
    try {
      await open(state);
      const number = driver.page.getByText('(415) 555-0199').first();
      await number.waitFor();
      const [bracket, digit] = await number.evaluate((element) => {
        const texts = document.createNodeIterator(
          element.closest('main') ?? document.body,
          NodeFilter.SHOW_TEXT,
        );
        for (let text = texts.nextNode(); text instanceof Text; text = texts.nextNode()) {
          text.data = text.data.replace(/\p{L}/gu, 'ש');
          const first = text.data.indexOf('(415)');
          const leftOf = (character: number) => {
            const range = document.createRange();
            range.setStart(text as Text, character);
            range.setEnd(text as Text, character + 1);
            return range.getBoundingClientRect().left;
          };
          if (first >= 0) return [leftOf(first), leftOf(first + 1)];
        }
        return [];
      });
      expect(bracket).toBeTypeOf('number');
      expect(bracket).toBeLessThan(digit ?? 0);
    } finally {
      await driver.page.evaluate(() => window.gallery.setLanguage('en'));
    }
  },
);

test('the agents table in Spanish breaks no status and no short email address in the middle of a word', async () => {
  const { page } = driver;
  await page.evaluate(() => window.gallery.setLanguage('es'));
  try {
    await open('agents', 1280);
    const broken = await page.evaluate(() => {
      const range = document.createRange();
      const texts = document.createTreeWalker(
        document.querySelector('tbody') ?? document.body,
        NodeFilter.SHOW_TEXT,
      );
      const found: string[] = [];
      while (texts.nextNode()) {
        const text = texts.currentNode.textContent ?? '';
        range.selectNodeContents(texts.currentNode);
        if (!/[\s-]/.test(text) && range.getClientRects().length > 1) found.push(text);
      }
      return found;
    });
    expect(broken).toEqual([]);
  } finally {
    await page.evaluate(() => window.gallery.setLanguage('en'));
  }
});

test('people without a team have no agent state: the list and their page say when they were last seen', async () => {
  await open('agents-supervisors');
  const row = (name: string) => role('row').filter({ hasText: name });
  await row('Jonathan Abernathy-Wellington')
    .getByText(/^Last seen Nov 17/)
    .waitFor();
  await row('Ada Reyes').getByText('–', { exact: true }).waitFor();
  expect(await driver.page.getByText('Not signed in').count()).toBe(0);
  expect(await role('table').getByText('Unavailable', { exact: true }).count()).toBe(0);
  await driver.expectAccessible();
  await open('agent-without-team');
  await driver.page.getByText('Without a team, this person gets no calls.').waitFor();
  expect(await shown('Available').count()).toBe(0);
});

test('a form says in the page language why a field is invalid, and is sent once every field is valid', async () => {
  await driver.page.evaluate(() => window.gallery.setLanguage('es'));
  try {
    await open('agents');
    await button('Agregar agente').click();
    const form = role('dialog', { name: 'Agregar agente' });
    const [name, email, password] = ['Nombre completo', 'Correo electrónico', 'Contraseña'].map((label) =>
      form.getByLabel(label, { exact: true }),
    );
    const problems = () =>
      form
        .locator('input')
        .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).validationMessage));
    const add = form.getByRole('button', { name: 'Agregar', exact: true });
    await add.click();
    await expect.poll(problems).toEqual(['Completa este campo.', 'Completa este campo.', '']);
    await name?.fill('Priya Venkataraman');
    await email?.fill('priya');
    await password?.pressSequentially('short');
    await add.click();
    await expect
      .poll(problems)
      .toEqual(['', 'Ingresa una dirección de correo electrónico válida.', 'Ingresa al menos 8 caracteres.']);
    await email?.fill('priya@demo.test');
    await password?.fill('long enough');
    await add.click();
    await expectRequests('addAgent', {
      body: {
        email: 'priya@demo.test',
        full_name: 'Priya Venkataraman',
        permissions: ['app-sms', 'app-retry', 'app-autoaccept'],
        password: 'long enough',
      },
    });
  } finally {
    await driver.page.evaluate(() => window.gallery.setLanguage('en'));
  }
});

describe('invitations', () => {
  const openInvite = async (state: string) => {
    await open(state);
    await button('Invite people').click();
    const form = role('dialog', { name: 'Invite people' });
    await form.getByLabel('Email addresses').fill('Ada Form <ada@example.com>, ben@example.com\nnonsense');
    return form;
  };

  test('people are invited with role and teams, and each gets a line with what became of it', async () => {
    const form = await openInvite('agents');
    await form.getByText('“nonsense” isn’t an email address.').waitFor();
    await form.getByLabel('Role').selectOption('supervisor');
    await form.getByRole('checkbox', { name: 'Support' }).check();
    // The teams of the person are the first choice.
    await form.getByLabel('Supervises').selectOption('teams');
    const supervised = form.getByRole('group', { name: 'Supervised teams' });
    await expect.poll(() => supervised.getByRole('checkbox', { name: 'Support' }).isChecked()).toBe(true);
    await supervised.getByRole('checkbox', { name: 'Sales', exact: true }).check();
    await expectAccessible();
    await form.getByRole('button', { name: 'Invite 2 people' }).click();
    await expectRequests('invite', {
      body: {
        people: [
          { email: 'ada@example.com', full_name: 'Ada Form' },
          { email: 'ben@example.com', full_name: '' },
          { email: 'nonsense', full_name: '' },
        ],
        permissions: ['app-sms', 'app-retry', 'app-autoaccept', 'listen', 'whisper', 'barge'],
        team_ids: [2],
        supervised_team_ids: [1, 2],
      },
    });
    const results = role('dialog', { name: '1 person invited' });
    await results.getByText('Already in your account').waitFor();
    await results.getByText('Not an email address').waitFor();
    expect(await results.getByRole('button', { name: 'Copy' }).count()).toBe(0);
    await expectAccessible();
    await results.getByRole('button', { name: 'Correct 1 line' }).click();
    await expect.poll(() => form.getByLabel('Email addresses').inputValue()).toBe('nonsense');
    await expect.poll(() => form.getByLabel('Role').inputValue()).toBe('supervisor');
  });

  test('the only team is preselected, and agents without a team are warned about before they are invited', async () => {
    const form = await openInvite('agents-one-team');
    const team = form.getByRole('checkbox', { name: 'Support' });
    await expect.poll(() => team.isChecked()).toBe(true);
    await team.uncheck();
    await form
      .getByRole('status')
      .getByText('No team is chosen. Agents without a team get no calls.')
      .waitFor();
    await expectAccessible();
    await form.getByLabel('Role').selectOption('administrator');
    await form.getByText(/^No team is chosen/).waitFor({ state: 'detached' });
    await form.getByLabel('Role').selectOption('agent');
    await team.check();
    await form.getByRole('button', { name: 'Invite 2 people' }).click();
    await expect.poll(() => requests('invite')).toMatchObject([{ body: { team_ids: [2] } }]);
  });

  test('without mail, each person’s link can be copied, and all of them together', async () => {
    const form = await openInvite('agents-without-mail');
    await form.getByRole('button', { name: 'Invite 2 people' }).click();
    const results = role('dialog', { name: '2 people invited' });
    await results.getByRole('button', { name: 'Copy the link for ada@example.com' }).waitFor();
    await results.getByRole('button', { name: 'Copy all' }).waitFor();
    expect(await role('button', { name: /^Send the mail/ }).count()).toBe(0);
  });

  test('the list names the teams that an invited supervisor is limited to', async () => {
    await open('agents');
    const row = role('row').filter({ hasText: 'benedikt@harbourline-insurance.example' });
    await row.getByText('Supervises Support', { exact: true }).waitFor();
    expect(await driver.page.getByText(/^Supervises/).count()).toBe(1);
  });

  test('an invitation is revoked after a question, and a refused resend says why', async () => {
    await open('agents');
    await button('Send the mail to chloe@example.com again').click();
    await driver.page.getByText('A mail was sent a moment ago. Try again in a minute.').waitFor();
    await button('Revoke the invitation of chloe@example.com').click();
    const question = role('alertdialog', { name: 'Revoke the invitation of chloe@example.com?' });
    await question.getByRole('button', { name: 'Revoke' }).click();
    await expectRequests('revokeInvitation', { params: { id: 2 } });
  });

  test('a supervisor is limited to chosen teams, at least one, or supervises the whole account', async () => {
    await open('agent-supervises-teams');
    const choice = driver.page.getByLabel('Supervises', { exact: true });
    const supervised = role('group', { name: 'Supervised teams' });
    const sales = supervised.getByRole('checkbox', { name: 'Sales', exact: true });
    await expect.poll(() => sales.isChecked()).toBe(true);
    for (const name of ['Sales', /^Nachtschicht/]) await supervised.getByRole('checkbox', { name }).uncheck();
    await role('status').filter({ hasText: 'Choose at least one team.' }).waitFor();
    await expectAccessible();
    await supervised.getByRole('checkbox', { name: 'Support' }).check();
    await button('Save').click();
    await expectRequests('changeAgent', {
      params: { id: 1 },
      body: { version: 1, supervised_team_ids: [2] },
    });
    await choice.selectOption('account');
    await supervised.waitFor({ state: 'detached' });
    // An administrator isn't limited.
    await driver.page.getByLabel('Role', { exact: true }).selectOption('administrator');
    await choice.waitFor({ state: 'detached' });
  });

  test('a role sets the permissions of an agent, and other permissions are a custom role', async () => {
    await open('agent');
    const choice = driver.page.getByLabel('Role', { exact: true });
    await expect.poll(() => choice.inputValue()).toBe('custom');
    await choice.selectOption('supervisor');
    await expect.poll(() => role('switch', { name: 'Barge' }).isChecked()).toBe(true);
    await expect.poll(() => role('switch', { name: 'Administrator' }).isChecked()).toBe(false);
    expect(await choice.locator('option').allTextContents()).toEqual([
      'Agent',
      'Supervisor',
      'Administrator',
    ]);
    await role('switch', { name: 'Barge' }).click();
    await expect.poll(() => choice.inputValue()).toBe('custom');
  });
});

describe('secrets', () => {
  test('a new API key is shown once, in a dialog', async () => {
    await open('api-keys');
    await button('Create key').click();
    const form = role('dialog', { name: 'Create API key' });
    await form.getByLabel('Name').fill('Fair in May');
    await form.getByRole('button', { name: 'Create' }).click();
    const secretDialog = role('dialog', { name: 'Fair in May' });
    await expect
      .poll(() => secretDialog.getByLabel('API key').inputValue())
      .toBe('ok_0123456789abcdefghijklmnopqrstuv');
    await expectAccessible();
    await secretDialog.getByRole('button', { name: 'Done' }).click();
    await secretDialog.waitFor({ state: 'detached' });
    await expectRequests('addApiKey', { body: { name: 'Fair in May' } });
  });

  test('a new agent’s password is shown before their page', async () => {
    await open('agents');
    await button('Add agent').click();
    const form = role('dialog', { name: 'Add agent' });
    await form.getByLabel('Full name').fill('Priya Venkataraman');
    await form.getByLabel('Email').fill('priya@demo.test');
    await form.getByRole('button', { name: 'Add' }).click();
    // The form has a password field, too; wait for the dialog that follows it.
    const secretDialog = role('dialog', { name: 'Priya Venkataraman can now log in' });
    await secretDialog.getByRole('button', { name: 'Done' }).waitFor();
    await form.waitFor({ state: 'detached' });
    await expect
      .poll(() => secretDialog.getByLabel('Password', { exact: true }).inputValue())
      .toBe('brook-lantern-42-quartz');
    await secretDialog.getByRole('button', { name: 'Done' }).click();
    await title('Priya Venkataraman').waitFor();
  });
});

test('a number is being checked before it counts as not connected', async () => {
  await open('numbers');
  for (const [number, state] of [
    ['(415) 555-0199', 'Connected'],
    ['(212) 555-0147', 'Not connected'],
    ['(312) 555-0123', 'Checking…'],
  ] as const)
    await role('row', { name: number }).getByText(state, { exact: true }).waitFor();
});

test('a refused number is marked until it is changed', async () => {
  await open('numbers');
  await button('Add number').click();
  const dialog = role('dialog', { name: 'Add number' });
  const number = dialog.getByLabel('Phone number');
  await number.fill('12');
  await dialog.getByLabel('Team').selectOption('Support');
  await dialog.getByRole('button', { name: 'Add' }).click();
  await dialog.getByRole('alert').getByText('Enter a valid phone number.').waitFor();
  expect(await number.getAttribute('aria-invalid')).toBe('true');
  await expectAccessible();
  await number.fill('+14155550199');
  await expect.poll(() => number.getAttribute('aria-invalid')).toBe('false');
  await dialog.getByRole('alert').waitFor({ state: 'detached' });
});

test.each(['numbers-failed', 'agents-failed'])(
  '%s shows one error, with room around it and a retry',
  async (state) => {
    await open(state);
    const error = driver.page.getByRole('alert');
    await error.waitFor();
    expect(await error.count()).toBe(1);
    const card = await driver.page.locator('main section').boundingBox();
    for (const part of [error, button('Try again')])
      expect((await part.boundingBox())?.x).toBeGreaterThanOrEqual((card?.x ?? 0) + 16);
  },
);

test('a console that can’t start says why on a page of its own, with a retry', async () => {
  await open('start-failed');
  await title('Offhook couldn’t start').waitFor();
  await alert('Can’t reach the server. Check your connection, then try again.').waitFor();
  await button('Try again').waitFor();
  await expectAccessible();
});

test("a number in use can't be removed, and the page shows why", async () => {
  await open('numbers');
  await button('Remove (415) 555-0199').click();
  await role('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await alert('This number has been used for calls and can’t be removed.').waitFor();
  await shown('Main line').waitFor();
});

test('a webhook test names the status that the receiver answers', async () => {
  await open('webhook-rejected');
  await button('Send test event').click();
  await shown('Not delivered: status 400').waitFor();
});

test('a webhook test shows its outcome, and a delivery can be resent', async () => {
  await open('webhook');
  await button('Send test event').click();
  await shown('Not delivered: No response within 10 s.').waitFor();
  await role('cell', { name: 'call_completed 703 (test)' }).waitFor();
  await button('Resend call_completed 702').click();
  await expectRequests('replayDelivery', { params: { id: 2 } });
});

test('a CRM shows the result of its last attempt, a test its error, and a new CRM asks for the fields of its kind', async () => {
  await open('integrations');
  for (const [crm, status] of [
    ['HubSpot', 'Connected'],
    [
      'ActiveCampaign',
      'Couldn’t connect: HTTP 403: You do not have permission to view or modify this resource.',
    ],
    ['Follow Up Boss', 'Not tested'],
  ] as const)
    await role('row', { name: crm }).getByText(status, { exact: true }).waitFor();
  await button('Test HubSpot').click();
  await shown('Couldn’t connect: The token is no longer valid.').waitFor();
  await button('Connect CRM').click();
  const form = role('dialog', { name: 'Connect CRM' });
  await form.getByLabel('Client ID').waitFor({ state: 'detached' });
  await form.getByLabel('CRM', { exact: true }).selectOption('Salesforce');
  await form.getByLabel('Token').fill('secret');
  await form.getByLabel('URL').fill('https://acme.my.salesforce.test');
  await form.getByLabel('Client ID').fill('client');
  await expectAccessible();
  await form.getByRole('button', { name: 'Connect' }).click();
  await form.getByRole('alert').getByText('Salesforce also needs the client ID.').waitFor();
  await expectRequests('addCrm', {
    body: {
      kind: 'salesforce',
      token: 'secret',
      url: 'https://acme.my.salesforce.test',
      client_id: 'client',
      makes_contacts: true,
      links_recordings: false,
    },
  });
});

test('an import with an API key shows the outcome of each line, also at its earlier address', async () => {
  await open('lead-file-moved');
  await title('Lead import').waitFor();
  await role('link', { name: 'Scheduled for Nov 18, 2026, 9:00 AM' }).waitFor();
  await shown('The phone number is not valid.').waitFor();
  await role('cell', { name: 'Rejected', exact: true }).waitFor();
  await role('link', { name: 'Already received' }).waitFor();
  await role('link', { name: 'Not called' }).waitFor();
  await expectAccessible();
});

test('a shorter retention asks for confirmation and says what is deleted; a longer one does not ask', async () => {
  await open('retention');
  const recordings = field('Keep recordings for');
  await recordings.selectOption('Forever');
  await field('Keep personal data for').selectOption('5 years');
  await button('Save').click();
  await expectRequests('changeRetention', { body: { version: 1, recordings_days: 0, personal_days: 1825 } });

  await open('retention');
  await recordings.selectOption('90 days');
  await button('Save').click();
  const question = role('alertdialog', { name: 'Delete older data?' });
  await question
    .getByText(/^Deletes recordings of calls up to \w+ \d+, \d{4}\. Deletion starts in one hour\./)
    .waitFor();
  // Screen readers announce what is deleted with the title.
  const descriptionId = await question.getAttribute('aria-describedby');
  expect(await driver.page.locator(`[id="${descriptionId}"]`).textContent()).toContain('can’t be recovered');
  await expectAccessible();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'detached' });
  expect(await requests('changeRetention')).toEqual([]);
  await shown('1 unsaved change').waitFor();
  await button('Save').click();
  await question.getByRole('button', { name: 'Save and delete' }).click();
  await expectRequests('changeRetention', { body: { version: 1, recordings_days: 90 } });
  await shown('1 unsaved change').waitFor({ state: 'detached' });
});

test('retention shows the next and the last deletion', async () => {
  await open('retention');
  const { page } = driver;
  await page.getByText(/^Next deletion: .+\. Older data is deleted every hour\.$/).waitFor();
  await page.getByText(/^Last deletion: .+/).waitFor();
});

test('calling rules send texting hours, the consent rule and a region with announced recordings', async () => {
  await open('calling-rules');
  await field('Texts until').selectOption('7 PM');
  await role('switch', { name: 'Require consent for texts' }).click();
  await field('Exception 1', { exact: true }).selectOption('Not announced');
  await button('Add exception').click();
  await field('Exception 2 prefix').fill('+1 305');
  await button('Save').click();
  await shownAsSaved();
  await expectRequests('changeRules', {
    body: {
      version: 1,
      texting_from_minute: 540,
      texting_to_minute: 1140,
      texts_need_consent: false,
      recording_regions: [
        { prefix: '+1212', announces: false },
        { prefix: '+1305', announces: true },
      ],
    },
  });
});

test('holidays are those of the country’s calendar, without the dates that are there, and one’s own', async () => {
  await open('calling-rules');
  await button('Add United States, 2026').click();
  await expect.poll(() => driver.page.getByRole('textbox', { name: /^Date of holiday/ }).count()).toBe(3);
  const added = button('United States, 2026: added');
  await expect.poll(() => added.isDisabled()).toBe(true);
  await button('Remove holiday 1').click();
  await button('Add United States, 2026').click();
  await added.waitFor();
  const edges = async (name: RegExp) => {
    const boxes = await Promise.all((await role('textbox', { name }).all()).map((one) => one.boundingBox()));
    return new Set(boxes.map((box) => `${box?.x} ${box?.width}`)).size;
  };
  expect([await edges(/^Date of holiday/), await edges(/^Name of holiday/)]).toEqual([1, 1]);
  await button('Add holiday').click();
  await field('Name of holiday 4').fill('Inventory');
  await button('Save').click();
  await alert('Enter a date for each holiday.').waitFor();
  const lastDate = role('textbox', { name: 'Date of holiday 4' });
  expect(await lastDate.getAttribute('aria-invalid')).toBe('true');
  await expectAccessible();
  await lastDate.fill('12/24/2026');
  await button('Save').click();
  await expectRequests('changeRules', {
    body: {
      version: 1,
      holidays: [
        { date: '2026-09-07', name: 'Labor Day' },
        { date: '2026-11-26', name: 'Thanksgiving Day' },
        { date: '2026-12-25', name: 'Christmas Day' },
        { date: '2026-12-24', name: 'Inventory' },
      ],
    },
  });
});

test('a loaded list of holidays says which years it has, and offers no empty calendar', async () => {
  await open('calling-rules-holidays-added');
  await expect.poll(() => button('United States, 2026: added').isDisabled()).toBe(true);
  expect(await button('Add United States, 2027').count()).toBe(0);
  await button('Remove holiday 2').click();
  await button('Add United States, 2026').waitFor();
});

test('holidays that couldn’t be loaded are asked for again, and the error is shown', async () => {
  await open('calling-rules-no-calendar');
  await button('Add United States, 2026').click();
  await alert('Something went wrong. Please try again.').waitFor();
  await driver.page.evaluate(() => window.gallery.answerAs('calling-rules'));
  await button('Add United States, 2026').click();
  await button('United States, 2026: added').waitFor();
  await alert('Something went wrong. Please try again.').waitFor({ state: 'detached' });
});

test('an earlier address of the webhooks leads to the integrations', async () => {
  await open('webhooks-moved');
  await role('heading', { level: 1, name: 'Integrations' }).waitFor();
});

test('switching off separate hours for texts makes texts follow the calling hours', async () => {
  await open('calling-rules');
  await role('switch', { name: 'Separate hours for texts' }).click();
  await field('Texts until').waitFor({ state: 'detached' });
  await button('Save').click();
  await expectRequests('changeRules', {
    body: { version: 1, texting_from_minute: null, texting_to_minute: null },
  });
});

test('a team has a setting for recording announcements', async () => {
  await open('team');
  const announced = field('Recording announcement');
  expect(await announced.inputValue()).toBe('by_region');
  const meaning = () =>
    announced.evaluate(
      (one) => document.getElementById(one.getAttribute('aria-describedby') ?? '')?.textContent,
    );
  expect(await meaning()).toMatch(/Our list isn’t legal advice\.$/);
  await announced.selectOption('Never');
  expect(await meaning()).toMatch(/^Calls are recorded without saying so\. Many places forbid that/);
  await driver.expectAccessible();
  await announced.selectOption('Always');
  expect(await saveTeam()).toMatchObject({ body: { profile: { recording_announcement: 'always' } } });
});

/** Simulates another user's change to the account, which also changes the version of its retention settings. */
async function changeAccountElsewhere(): Promise<void> {
  await driver.page.evaluate(() => {
    window.gallery.answerAs('retention-newer');
    window.gallery.notifySettingsChange();
  });
  await driver.page
    .locator('option', { hasText: 'Default (90 days)' })
    .first()
    .waitFor({ state: 'attached' });
}

test('another user’s change to the account doesn’t block an edit', async () => {
  await open('retention');
  await field('Keep personal data for').selectOption('5 years');
  await changeAccountElsewhere();
  await button('Save').click();
  await expectRequests('changeRetention', { body: { version: 2, personal_days: 1825 } });
});

test('a new region row shows its error only once Save is pressed', async () => {
  await open('calling-rules');
  await button('Add region').click();
  await expect.poll(() => driver.page.getByLabel(/^Region \d+ prefix$/).count()).toBe(3);
  expect(await alert(/such as \+1212/).count()).toBe(0);
  await button('Save').click();
  await alert(/such as \+1212/).waitFor();
  await expectRequests('changeRules');
});

test('another user’s change to the account doesn’t block a confirmation', async () => {
  await open('retention');
  await field('Keep recordings for').selectOption('30 days');
  await button('Save').click();
  const question = role('alertdialog', { name: 'Delete older data?' });
  await question.waitFor();
  await changeAccountElsewhere();
  await question.getByRole('button', { name: 'Save and delete' }).click();
  await expectRequests('changeRetention', { body: { version: 2, recordings_days: 30 } });
});

test.each([
  ['team', 'Schedule'],
  ['agent', 'Permissions'],
  ['calling-rules', 'Regions'],
  ['retention', 'Personal data'],
  ['do-not-call', 'Listed numbers'],
  ['integrations', 'CRMs'],
  ['api-keys', 'Lead sources'],
  ['lead-file', 'Lines'],
])('%s fits in 360 px', async (state, title) => {
  await open(state, 360, 720);
  await role('heading', { level: 2, name: title }).waitFor();
  await expect
    .poll(() => driver.page.evaluate(() => document.documentElement.scrollWidth))
    .toBeLessThanOrEqual(360);
});

test('retention shows its periods whole in Spanish', async () => {
  await driver.page.evaluate(() => window.gallery.setLanguage('es'));
  await open('retention');
  const room = await driver.page.locator('main select').evaluateAll((selects) =>
    selects.map((select) => {
      const { font, paddingInlineStart, paddingInlineEnd } = getComputedStyle(select);
      const canvas = document.createElement('canvas').getContext('2d');
      if (!canvas || !(select instanceof HTMLSelectElement)) return 0;
      canvas.font = font;
      const text = canvas.measureText(select.selectedOptions[0]?.text ?? '').width;
      const padding = Number.parseFloat(paddingInlineStart) + Number.parseFloat(paddingInlineEnd);
      return select.clientWidth - padding - text;
    }),
  );
  await driver.page.evaluate(() => window.gallery.setLanguage('en'));
  expect(room).toHaveLength(2);
  expect(Math.min(...room)).toBeGreaterThan(0);
});
