import { expect, hearing, nobodyTalks, Phone, party, test } from './phone.ts';
import { type Product, until } from './product.ts';

const LEAD = '+14155550100';
const base = test;

/** A supervisor beside the agent of every test. */
const withSupervisor = base.extend<{ supervisor: Phone }>({
  supervisor: async ({ browser, product }, use) => {
    const supervisor = await Phone.open(browser, product.url, 'supervisor@demo.test');
    await use(supervisor);
    await supervisor.close();
  },
});

async function open(supervisor: Phone, status: 'On Call' | 'Online'): Promise<void> {
  await supervisor.navigation.getByRole('button', { name: 'Conference', exact: true }).click();
  await expect(supervisor.heading('Conference')).toBeVisible();
  if (status === 'On Call') await supervisor.page.getByLabel('Status').selectOption(status);
}

/** Names of the lines of three parties in one call. */
async function three(product: Product) {
  const hears = await until(async () => {
    const all = await hearing(product);
    return Object.keys(all).length === 3 ? all : null;
  }, 'three parties');
  return Object.keys(hears);
}

withSupervisor('who may not supervise has no Conference in the navigation', async ({ phone }) => {
  await expect(phone.navigation.getByRole('button', { name: 'Call', exact: true })).toBeVisible();
  await expect(phone.navigation.getByRole('button', { name: 'Conference' })).toHaveCount(0);
});

withSupervisor(
  'a conference with an agent: both are rung, and they talk',
  async ({ phone, supervisor, product }) => {
    await open(supervisor, 'Online');
    await supervisor.row('Ann Reyes').getByRole('button', { name: 'Call', exact: true }).click();
    await expect(phone.page.getByRole('alertdialog', { name: 'Incoming Conference!' })).toBeVisible();
    await expect(phone.heading('Conference')).toBeVisible();
    await phone.button('Call').click();
    await phone.talks();
    await supervisor.talks();
    await expect(supervisor.heading('Conference')).toBeVisible();
    await phone.hearsSpeech();
    await supervisor.hearsSpeech();
    await phone.button('Hang Up').click();
    await expect(phone.heading('Call Result')).toBeVisible();
    await expect(supervisor.heading('Call Result')).toBeVisible();
    await nobodyTalks(product);
  },
);

withSupervisor.describe('beside a call with a lead', () => {
  withSupervisor.beforeEach(async ({ phone, supervisor, product }) => {
    await phone.newCall(LEAD, { first: 'Cora', last: 'Coached' });
    await phone.talks();
    await party(product, LEAD);
    await phone.hearsSpeech();
    await open(supervisor, 'On Call');
    await expect(supervisor.row('Ann Reyes')).toContainText('On Call');
  });

  withSupervisor.afterEach(async ({ phone, product }) => {
    await phone.button('Hang Up').click();
    await expect(phone.heading('Call Result')).toBeVisible();
    await nobodyTalks(product);
  });

  const act = async (supervisor: Phone, name: string) => {
    await supervisor.row('Ann Reyes').getByRole('button', { name, exact: true }).click();
    await supervisor.talks();
  };

  withSupervisor(
    'Listen: the supervisor hears both and nobody hears them',
    async ({ phone, supervisor, product }) => {
      await act(supervisor, 'Listen');
      await expect(supervisor.page.getByText('Nobody hears you.')).toBeVisible();
      for (const name of ['Hold', 'Transfer', 'Keypad']) await expect(supervisor.button(name)).toHaveCount(0);
      await supervisor.hearsSpeech();
      await three(product);
      await until(async () => {
        const all = await hearing(product);
        const counts = Object.values(all).map((heard) => heard.length);
        return all[LEAD]?.length === 1 && counts.sort().join() === '1,1,2';
      }, 'the supervisor alone to hear two');
      // Older than the supervisor's own part of it.
      await expect(supervisor.status).not.toHaveText(/^00:00$/);
      await supervisor.button('Hang Up').click();
      await supervisor.passes('Thank you!');
      await supervisor.ready();
      await phone.hearsSpeech();
    },
  );

  withSupervisor('Whisper: only the agent hears the supervisor', async ({ supervisor, product }) => {
    await act(supervisor, 'Whisper');
    await expect(supervisor.page.getByText('Only the agent hears you.')).toBeVisible();
    await three(product);
    await until(async () => {
      const all = await hearing(product);
      return all[LEAD]?.length === 1 && Object.values(all).filter((heard) => heard.length === 2).length === 2;
    }, 'agent and supervisor to hear two, the lead one');
    await supervisor.button('Hang Up').click();
    await supervisor.passes('Thank you!');
  });

  withSupervisor('Barge: everyone hears everyone', async ({ supervisor, product }) => {
    await act(supervisor, 'Barge');
    await expect(supervisor.page.getByText('Everyone hears you.')).toBeVisible();
    for (const name of ['Hold', 'Transfer', 'Keypad']) await expect(supervisor.button(name)).toBeVisible();
    await three(product);
    await until(
      async () => Object.values(await hearing(product)).every((heard) => heard.length === 2),
      'everyone to hear two',
    );
    await supervisor.button('Hang Up').click();
    await expect(supervisor.heading('Call Result')).toBeVisible();
  });
});

withSupervisor(
  'during a call a colleague is called into it from the Transfer selector',
  async ({ phone, supervisor, product }) => {
    await supervisor.newCall(LEAD);
    await supervisor.talks();
    await party(product, LEAD);
    await supervisor.button('Transfer').click();
    await supervisor.page.getByRole('radio', { name: 'Conference' }).check();
    await expect(supervisor.heading('Conference')).toBeVisible();
    await supervisor.row('Ann Reyes').getByRole('button', { name: 'Call', exact: true }).click();
    await expect(phone.page.getByRole('alertdialog', { name: 'Incoming Conference!' })).toBeVisible();
    await phone.button('Call').click();
    await phone.talks();
    await three(product);
    await until(
      async () => Object.values(await hearing(product)).every((heard) => heard.length === 2),
      'all three to hear each other',
    );
    await phone.button('Hang Up').click();
    await expect(phone.heading('Call Result')).toBeVisible();
    await supervisor.hearsSpeech();
    await supervisor.button('Hang Up').click();
    await expect(supervisor.heading('Call Result')).toBeVisible();
    await nobodyTalks(product);
  },
);
