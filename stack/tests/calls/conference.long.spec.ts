import { expect, findParty, LEAD, type Phone, test, waitForHangUps, whoHearsWhom } from '../phone.ts';
import { type Product, waitUntil } from '../product.ts';

async function openConference(supervisor: Phone, status: 'On Call' | 'Online'): Promise<void> {
  await supervisor.navigation.getByRole('button', { name: 'Conference', exact: true }).click();
  await expect(supervisor.heading('Conference')).toBeVisible();
  if (status === 'On Call') await supervisor.page.getByLabel('Status').selectOption(status);
}

async function waitForThreeParties(product: Product) {
  const hears = await waitUntil(async () => {
    const all = await whoHearsWhom(product);
    return Object.keys(all).length === 3 ? all : null;
  }, 'three parties to be in the call');
  return Object.keys(hears);
}

test('an agent who can’t supervise has no Conference in the navigation', async ({ phone }) => {
  await expect(phone.navigation.getByRole('button', { name: 'Call', exact: true })).toBeVisible();
  await expect(phone.navigation.getByRole('button', { name: 'Conference' })).toHaveCount(0);
});

test('a conference rings both agents, and they talk', async ({ phone, supervisor, product }) => {
  await openConference(supervisor, 'Online');
  await supervisor.row('Ann Reyes').getByRole('button', { name: 'Call', exact: true }).click();
  await expect(phone.page.getByRole('alertdialog', { name: 'Incoming Conference!' })).toBeVisible();
  await expect(phone.heading('Conference')).toBeVisible();
  await phone.button('Call').click();
  await phone.talks();
  await supervisor.talks();
  await expect(supervisor.heading('Conference')).toBeVisible();
  await phone.hearsSpeech();
  await supervisor.hearsSpeech();
  await phone.hangUp();
  await expect(supervisor.heading('Call Result')).toBeVisible();
  await waitForHangUps(product);
});

test('a conference that the colleague ignores ends, and Call Result says who didn’t answer', async ({
  phone,
  supervisor,
  product,
}) => {
  await openConference(supervisor, 'Online');
  await supervisor.row('Ann Reyes').getByRole('button', { name: 'Call', exact: true }).click();
  await supervisor.talks();
  await phone.button('Ignore').click();
  await expect(supervisor.heading('Call Result')).toBeVisible();
  await expect(supervisor.page.locator('[data-part="end-reason"]')).toContainText('Ann Reyes didn’t answer.');
  await waitForHangUps(product);
});

test('a supervisor listens, whispers and barges in, and each party hears and sees what they should', async ({
  phone,
  supervisor,
  product,
}) => {
  await phone.talkTo(LEAD, { first: 'Cora', last: 'Coached' });
  await findParty(product, LEAD);
  await phone.hearsSpeech();
  const join = async (name: 'Listen' | 'Whisper' | 'Barge') => {
    await openConference(supervisor, 'On Call');
    await expect(supervisor.row('Ann Reyes')).toContainText('On Call');
    await supervisor.row('Ann Reyes').getByRole('button', { name, exact: true }).click();
    await supervisor.talks();
    await waitForThreeParties(product);
  };
  const others = ['Hold', 'Transfer', 'Keypad'];
  const joinedSupervisor = phone.page.locator('[data-part="supervisor"]');
  const hearing = supervisor.page.locator('[data-part="hearing"]');

  await test.step('Listen: the supervisor hears both, and no one hears the supervisor', async () => {
    await join('Listen');
    await expect(hearing).toHaveText('No one can hear you.');
    await expect(joinedSupervisor).toHaveCount(0);
    for (const name of others) await expect(supervisor.button(name)).toHaveCount(0);
    await supervisor.hearsSpeech();
    await waitUntil(async () => {
      const all = await whoHearsWhom(product);
      const counts = Object.values(all).map((heard) => heard.length);
      return all[LEAD]?.length === 1 && counts.sort().join() === '1,1,2';
    }, 'only the supervisor to hear two parties');
    // The call started before the supervisor joined.
    await expect(supervisor.status).not.toHaveText(/^00:00$/);
    await supervisor.button('Hang Up').click();
    await supervisor.waitForBriefText('Thank you!');
    await supervisor.ready();
    await phone.hearsSpeech();
  });

  await test.step('Whisper: only the agent hears the supervisor', async () => {
    await join('Whisper');
    await expect(hearing).toHaveText('Only the agent can hear you.');
    await waitUntil(async () => {
      const all = await whoHearsWhom(product);
      return all[LEAD]?.length === 1 && Object.values(all).filter((heard) => heard.length === 2).length === 2;
    }, 'the agent and the supervisor to hear two parties, and the lead one');
    await expect(joinedSupervisor).toHaveText('Sam Whitfield is whispering to you');
    await supervisor.button('Hang Up').click();
    await supervisor.ready();
    await expect(joinedSupervisor).toHaveCount(0);
  });

  await test.step('Barge: everyone hears everyone', async () => {
    await join('Barge');
    await expect(hearing).toHaveText('Everyone can hear you.');
    for (const name of others) await expect(supervisor.button(name)).toBeVisible();
    await waitUntil(
      async () => Object.values(await whoHearsWhom(product)).every((heard) => heard.length === 2),
      'everyone to hear two parties',
    );
    await expect(joinedSupervisor).toHaveText('Sam Whitfield has joined the call');
    await expect(supervisor.page.locator('[data-part="agent"]')).toHaveText('Agent: Ann Reyes');
  });

  await test.step('Hold by the agent: the supervisor sees that only the agent hears them, and can resume', async () => {
    await phone.press('h');
    await expect(supervisor.heading('On hold')).toBeVisible();
    await expect(hearing).toHaveText('Only Ann Reyes can hear you.');
    await waitUntil(async () => (await whoHearsWhom(product))[LEAD]?.length === 0, 'the lead to hear no one');
    await supervisor.press('h');
    await expect(phone.heading('On call')).toBeVisible();
    await expect(hearing).toHaveText('Everyone can hear you.');
    await waitUntil(async () => (await whoHearsWhom(product))[LEAD]?.length === 2, 'the lead to hear both');
  });

  await test.step('the lead hangs up: both phones show it, and agent and supervisor talk on', async () => {
    await product.endCalls();
    for (const one of [phone, supervisor]) {
      await expect(one.page.locator('[data-part="lead-left"]')).toHaveText('Cora Coached hung up');
      await one.hearsSpeech();
    }
  });

  await phone.hangUp();
  await expect(supervisor.heading('Call Result')).toBeVisible();
  await waitForHangUps(product);
});
