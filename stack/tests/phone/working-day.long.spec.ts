/** A whole working day at one phone, by keys where it has them; prints what each part takes. */
import { expect, findParty, MAIN_LINE, type Phone, partyHears, SPEECH, test } from '../phone.ts';
import { type Product, waitUntil } from '../product.ts';

const LEADS = 10;
const CALLERS = 3;
const numberOf = (lead: number): string => `+1415555${6_000 + lead}`;

interface Taken {
  readonly part: string;
  readonly keys: number;
  readonly seconds: number;
}

/** Counts the agent's keys. */
class Agent {
  readonly phone: Phone;
  readonly day: Taken[] = [];
  #keys = 0;

  constructor(phone: Phone) {
    this.phone = phone;
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      this.#keys += 1;
      await this.phone.press(key);
    }
  }

  async does(part: string, act: () => Promise<void>): Promise<void> {
    await test.step(part, async () => {
      const [keys, startedAt] = [this.#keys, performance.now()];
      await act();
      const seconds = (performance.now() - startedAt) / 1_000;
      this.day.push({ part, keys: this.#keys - keys, seconds: Math.round(seconds * 10) / 10 });
    });
  }

  heading(name: string) {
    return expect(this.phone.heading(name)).toBeVisible();
  }

  async takeLead(product: Product, number: string, lname: string): Promise<void> {
    await product.postLead({ phone_number: number, fname: 'Day', lname });
    await this.heading('Incoming Lead!');
    await this.press('Enter');
    await hearEachOther(this.phone, product, number);
  }

  /** Call Result → Contacted, no tag, no note. */
  async finish(): Promise<void> {
    await this.heading('Call Result');
    await this.press('1');
    await this.heading('Tags & Stages');
    await this.press('Escape');
    await this.heading('Thank you!');
    await this.press('Enter');
  }
}

async function hearEachOther(phone: Phone, product: Product, number: string): Promise<void> {
  await findParty(product, number);
  await phone.hearsSpeech();
  await partyHears(product, number, (level) => level > SPEECH, `${number} to hear the agent`);
}

test('a day of ten leads, three callers, two hand-overs, a callback, a break and an outage goes by without a trap', async ({
  phone,
  other,
  product,
}) => {
  test.setTimeout(600_000);
  const agent = new Agent(phone);
  const { page } = phone;

  for (let lead = 1; lead <= LEADS; lead += 1) {
    const number = numberOf(lead);
    await agent.does(`lead ${lead}`, async () => {
      await agent.takeLead(product, number, `Lead${lead}`);
      await agent.press('e');
      await agent.finish();
      await phone.ready();
    });
  }

  for (let caller = 1; caller <= CALLERS; caller += 1) {
    const number = numberOf(LEADS + caller);
    await agent.does(`caller ${caller}`, async () => {
      await product.callIn(number, MAIN_LINE);
      await expect(page.getByRole('alertdialog')).toBeFocused();
      await agent.press('Enter');
      await hearEachOther(phone, product, number);
      await agent.press('e');
      await phone.ready();
    });
  }

  await agent.does('consult first, then hand over', async () => {
    const number = numberOf(20);
    await agent.takeLead(product, number, 'Consult');
    await agent.press('t');
    await agent.heading('Transfer');
    await page.getByRole('radio', { name: 'Consult first' }).check({ force: true });
    await phone.row('Ben Okafor').getByRole('button', { name: 'Call', exact: true }).click();
    await expect(other.page.getByRole('alertdialog', { name: 'Incoming Transfer!' })).toBeVisible();
    await other.press('Enter');
    await expect(page.getByRole('region', { name: 'Consulting' })).toContainText('Talking with you');
    await agent.press('c');
    await agent.finish();
    await hearEachOther(other, product, number);
    await other.hangUp();
    await other.markContacted();
    await other.button('Done').click();
    await other.ready();
  });

  await agent.does('park, then pick up', async () => {
    const number = numberOf(21);
    await agent.takeLead(product, number, 'Parked');
    await expect(phone.button('Park')).toBeEnabled();
    await agent.press('p');
    await agent.finish();
    await phone.button('Pick up').click();
    await phone.talks();
    await hearEachOther(phone, product, number);
    await agent.press('e');
    await agent.finish();
    await phone.ready();
  });

  await agent.does('callback', async () => {
    const number = numberOf(22);
    await agent.takeLead(product, number, 'Callback');
    await agent.press('e');
    await agent.heading('Call Result');
    await expect(phone.button('Call back…')).toBeVisible();
    await agent.press('b');
    await page.getByRole('button', { name: 'In 1 hour' }).focus();
    await agent.press('Enter');
    await expect(page.getByRole('button', { name: /^Callback: / })).toBeVisible();
    await agent.finish();
    await expect(page.getByRole('region', { name: 'My callbacks' }).getByText('Day Callback')).toBeVisible();
  });

  await agent.does('break', async () => {
    await agent.press('b');
    await expect(page.getByRole('menuitemradio', { name: /^Available/ })).toBeFocused();
    await agent.press('ArrowDown', 'Enter');
    await agent.heading('On break');
    await product.postLead({ phone_number: numberOf(23), fname: 'Bea', lname: 'Break' });
    await expect(other.heading('Incoming Lead!')).toBeVisible();
    await other.button('Ignore').click();
    await other.ready();
    await agent.press('b');
    await expect(page.getByRole('menuitemradio', { name: /^Break/ })).toBeFocused();
    await agent.press('ArrowUp', 'Enter');
    await agent.heading('Ready for calls');
  });

  await agent.does('outage of the server during a call', async () => {
    const number = numberOf(24);
    await agent.takeLead(product, number, 'Outage');
    const pid = product.pidOf('server');
    product.kill('server');
    await phone.hearsSpeech();
    await product.waitForRestart('server', pid);
    await waitUntil(async () => (await fetch(`${product.url}/healthz`)).ok, 'the server to be ready');
    await hearEachOther(phone, product, number);
    await agent.press('e');
    await agent.finish();
    await phone.ready();
  });

  for (const { part, keys, seconds } of agent.day)
    console.log(`${part.padEnd(36)} ${keys} keys ${seconds} s`);
  expect(agent.day.filter(({ part }) => part.startsWith('lead ')).map(({ keys }) => keys)).toEqual(
    Array.from({ length: LEADS }, () => 5),
  );
});
