import {
  expect,
  findParty,
  LEAD,
  type Phone,
  partyHears,
  SPEECH,
  test,
  waitForHangUps,
  whoHearsWhom,
} from '../phone.ts';
import { type Product, waitUntil } from '../product.ts';

/** The agent talks to the colleague, and the lead hears music. */
async function consult(phone: Phone, other: Phone, product: Product, last: string): Promise<void> {
  await phone.talkTo(LEAD, { first: 'Cleo', last });
  await findParty(product, LEAD);
  await phone.button('Transfer').click();
  await phone.page.getByRole('radio', { name: 'Consult first' }).check({ force: true });
  await phone.row('Ben Okafor').getByRole('button', { name: 'Call', exact: true }).click();
  await expect(other.page.getByRole('alertdialog', { name: 'Incoming Transfer!' })).toBeVisible();
  await expect(
    other.page.getByText('Transfer from Ann Reyes. You’ll talk to each other first.'),
  ).toBeVisible();
  // Until the colleague answers, the lead talks to the agent.
  expect((await whoHearsWhom(product))[LEAD]).toHaveLength(1);
  await other.button('Accept').click();
  await expect(phone.page.getByRole('region', { name: 'Consulting' })).toContainText('Talking with you');
  await expect(other.page.getByRole('region', { name: 'Consulting' })).toContainText('On hold with music');
  await expectPrivateTalk(product);
  await partyHears(product, LEAD, (level) => level > SPEECH, 'the lead to hear music');
  await phone.hearsSpeech();
  await other.hearsSpeech();
}

/** The agents hear each other, and neither hears the lead. */
async function expectPrivateTalk(product: Product): Promise<void> {
  await waitUntil(async () => {
    const { [LEAD]: lead, ...agents } = await whoHearsWhom(product);
    const heard = Object.values(agents);
    return (
      lead?.length === 0 && heard.length === 2 && heard.every((them) => them.length === 1 && them[0] !== LEAD)
    );
  }, 'the agents to hear only each other, and the lead to hear no one');
}

const hearsOfLead = (product: Product, count: number) =>
  waitUntil(
    async () => (await whoHearsWhom(product))[LEAD]?.length === count,
    `the lead to hear ${count} ${count === 1 ? 'agent' : 'agents'}`,
  );

test('Complete connects the consulted colleague with the lead, who was never cut off', async ({
  phone,
  other,
  product,
}) => {
  await consult(phone, other, product, 'Completed');
  const party = await findParty(product, LEAD);
  await phone.press('c');
  await expect(phone.heading('Call Result')).toBeVisible();
  await hearsOfLead(product, 1);
  await expect(other.page.getByRole('region', { name: 'Consulting' })).toHaveCount(0);
  await other.hearsSpeech();
  expect((await findParty(product, LEAD)).call_sid).toBe(party.call_sid);
  await other.hangUp();
  await waitForHangUps(product);
});

test('Back returns the agent to the lead, and the colleague is asked for no result', async ({
  phone,
  other,
  product,
}) => {
  await consult(phone, other, product, 'Returned');

  await test.step('the consultation survives a reload of the agent’s page', async () => {
    await phone.page.reload();
    await phone.talks();
    await expect(phone.page.getByRole('region', { name: 'Consulting' })).toContainText('Talking with you');
    await expectPrivateTalk(product);
  });

  await phone.press('b');
  await other.ready();
  await expect(phone.button('Hold')).toBeVisible();
  await hearsOfLead(product, 1);
  await phone.hearsSpeech();
  await phone.hangUp();
  await waitForHangUps(product);
});

test('Conference lets all three talk; a colleague who hangs up while consulted leaves the lead with the agent', async ({
  phone,
  other,
  product,
}) => {
  await consult(phone, other, product, 'Conferenced');
  await phone.press('f');
  await hearsOfLead(product, 2);
  await expect(phone.button('Transfer')).toBeVisible();
  await other.hangUp();
  await hearsOfLead(product, 1);
  await phone.hangUp();
  await phone.markContacted();
  await phone.button('Done').click();
  await waitForHangUps(product);

  await other.markContacted();
  await other.button('Done').click();
  await other.ready();
  await consult(phone, other, product, 'Left');
  await other.button('Hang Up').click();
  await other.ready();
  await expect(phone.page.getByText('Your colleague left. You’re back with the lead.')).toBeVisible();
  await hearsOfLead(product, 1);
  await phone.hangUp();
  await waitForHangUps(product);
});

test('a hold in a conference shows on both agents’ phones, and either agent ends it', async ({
  phone,
  other,
  product,
}) => {
  await consult(phone, other, product, 'Shared');
  await phone.press('f');
  await hearsOfLead(product, 2);
  const names = [
    [phone, 'Ben Okafor'],
    [other, 'Ann Reyes'],
  ] as const;
  for (const [one, colleague] of names)
    await expect(one.page.locator('[data-part="agents"]')).toHaveText(`Also in the call: ${colleague}`);

  await phone.press('h');
  for (const one of [phone, other]) {
    await expect(one.heading('On hold')).toBeVisible();
    await expect(one.button('Resume')).toBeVisible();
  }
  await expect(other.page.locator('[data-part="hold"]')).toHaveText('Ann Reyes put the call on hold');
  await expect(phone.page.locator('[data-part="hold"]')).toHaveCount(0);
  await hearsOfLead(product, 0);

  await test.step('the hold survives a reload of the colleague’s page', async () => {
    await other.page.reload();
    await other.talks();
    await expect(other.heading('On hold')).toBeVisible();
    await expect(other.page.locator('[data-part="hold"]')).toHaveText('Ann Reyes put the call on hold');
  });

  await other.press('h');
  for (const one of [phone, other]) await expect(one.heading('On call')).toBeVisible();
  await hearsOfLead(product, 2);

  await product.endCalls();
  for (const one of [phone, other]) {
    await expect(one.page.locator('[data-part="lead-left"]')).toHaveText('Cleo Shared hung up');
    await one.hearsSpeech();
  }
  await other.hangUp();
  await expect(phone.heading('Call Result')).toBeVisible();
  await waitForHangUps(product);
});

test('a lead who hangs up during a consultation leaves the agents talking until the agent is done', async ({
  phone,
  other,
  product,
}) => {
  await consult(phone, other, product, 'Gone');
  await product.endCalls();
  await expect(phone.page.getByRole('region', { name: 'Consulting' })).toContainText('Hung up');
  await phone.hearsSpeech();
  await phone.button('Done').click();
  await expect(phone.heading('Call Result')).toBeVisible();
  await other.ready();
  await waitForHangUps(product);
});
