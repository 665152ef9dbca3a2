import { expect, findParty, LEAD, partyHears, partyHearsNothing, SPEECH, test } from '../phone.ts';
import { waitUntil } from '../product.ts';
import { downloadRecording, expectPlayback, findRecordedRow } from '../recordings.ts';
import { correlation, rms } from '../wav.ts';

test('an agent calls a lead: dialing, talking, mute, result, note, and a recording of both voices', async ({
  phone,
  product,
}) => {
  await phone.newCall(LEAD, { first: 'Robin', last: 'Outbound' });
  await phone.waitForBriefText('Dialing...');
  await phone.talks();
  await expect(phone.heading('Robin Outbound')).toBeVisible();
  await phone.waitForText('Ringing…');
  await expect(phone.page.getByText(/^Answered \d:\d\d ago$/)).toBeVisible();
  await expect(phone.button('Hold')).toBeEnabled();

  await test.step('the call has only the agent and the lead', async () => {
    await waitUntil(
      async () => (await findParty(product, LEAD)).hears.length === 1,
      'the lead to hear one voice',
    );
    const agent = (await product.lines()).find(({ kind }) => kind === 'client');
    expect((await findParty(product, LEAD)).hears).toEqual([agent?.call_sid]);
  });

  await test.step('both hear each other, and both meters move', async () => {
    await phone.hearsSpeech();
    await partyHears(product, LEAD, (level) => level > SPEECH, 'the lead to hear the agent');
    await waitUntil(async () => (await phone.countLitSegments('speaker')) > 0, 'the speaker meter to move');
    await waitUntil(
      async () => (await phone.countLitSegments('microphone')) > 0,
      'the microphone meter to move',
    );
    await expect(phone.status).not.toHaveText('00:00');
  });

  await test.step('the lead hears nothing while the agent is muted, and hears the agent again afterwards', async () => {
    await phone.button('Mute').click();
    await expect(phone.button('Muted')).toBeVisible();
    await partyHearsNothing(product, LEAD);
    await expect.poll(() => phone.countLitSegments('microphone')).toBe(0);
    await phone.button('Muted').click();
    await partyHears(product, LEAD, (level) => level > SPEECH, 'the lead to hear the agent again');
  });

  await phone.hangUp();
  await expect(phone.page.getByText('Call Ended').last()).toBeVisible();
  await waitUntil(
    async () => (await product.lines()).every((line) => line.to !== LEAD),
    'the lead to be hung up',
  );
  await phone.markContacted();
  await expect(phone.heading('Thank you!')).toBeVisible();
  await phone.button('Add Note').click();
  await expect(phone.button('Save')).toBeDisabled();
  await phone.page.getByRole('textbox', { name: 'Add Note' }).fill('Wants a quote by Friday.');
  await phone.button('Save').click();
  await expect(phone.navigation).toBeVisible();

  await test.step('the history has the call with its duration and its recording', async () => {
    const row = await findRecordedRow(phone, 'Robin Outbound');
    await expect(row).toContainText(/\d:\d\d/);
    const { agent, lead, rate, seconds } = await downloadRecording(phone, product, row);
    expect(seconds).toBeGreaterThan(0.5);
    expect(rms(agent)).toBeGreaterThan(SPEECH);
    expect(rms(lead)).toBeGreaterThan(SPEECH);
    // Two different voices, not one on both channels.
    expect(correlation(agent, lead, rate)).toBeLessThan(0.5);
    await expectPlayback(row);
  });
});

test('a call to a busy lead opens the result view, and the history shows ‘No Answer’', async ({ phone }) => {
  await phone.newCall('+14155550102', { first: 'Busy', last: 'Bee' });
  await expect(phone.heading('Call Result')).toBeVisible();
  await phone.button('Missed').click();
  await phone.button('Cancel').click();
  await expect(phone.heading('Thank you!')).toBeVisible();
  await phone.button('Done').click();
  await phone.navigation.getByRole('button', { name: 'History' }).click();
  const row = phone.page.getByRole('row').filter({ hasText: 'Busy Bee' }).first();
  await expect(row).toContainText('No Answer');
});

test('hanging up stops the lead’s phone from ringing', async ({ phone, product }) => {
  await phone.newCall('+14155550101');
  await waitUntil(
    async () =>
      (await product.lines()).find((line) => line.to === '+14155550101' && line.status === 'ringing'),
    'the lead to ring',
  );
  await phone.button('Hang Up').click();
  await waitUntil(
    async () => (await product.lines()).every((line) => line.to !== '+14155550101'),
    'the ringing to stop',
  );
});

test('an invalid number gets a clear error, and the inputs are kept', async ({ phone }) => {
  await phone.newCall('+1000', { first: 'No', last: 'Number' });
  await expect(phone.page.locator('strong', { hasText: 'This phone number is too short.' })).toBeVisible();
  await expect(phone.page.getByLabel('First Name')).toHaveValue('No');
});
