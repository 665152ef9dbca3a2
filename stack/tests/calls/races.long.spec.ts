/** Two agents accept the same lead. The server's tests race the claim itself. */
import { expect, findParty, test } from '../phone.ts';
import { waitUntil } from '../product.ts';

const RACES = 20;

for (const round of Array.from({ length: RACES }, (_, index) => index + 1)) {
  test(`when two agents click within 20 ms, one gets the lead and the other sees who (${round})`, async ({
    phone,
    other,
    product,
  }) => {
    // The simulated parties of these numbers talk.
    const number = `+14155550${139 + round}`;
    await product.postLead({ phone_number: number, fname: 'Race', lname: String(round) });
    await expect(phone.heading('Incoming Lead!')).toBeVisible();
    await expect(other.heading('Incoming Lead!')).toBeVisible();
    const resultViews: string[] = [];
    for (const [name, each] of [
      ['agent', phone],
      ['agent2', other],
    ] as const) {
      await each.page.exposeFunction('sawResult', () => resultViews.push(name));
      await each.page.evaluate(() => {
        new MutationObserver(() => {
          if (document.body.innerText.includes('Call Result'))
            (window as unknown as { sawResult(): void }).sawResult();
        }).observe(document.body, { childList: true, subtree: true });
      });
    }
    await Promise.all([phone.button('Call').click(), other.button('Call').click()]);
    await findParty(product, number);
    const winner = await waitUntil(async () => {
      for (const each of [phone, other]) {
        const loser = each === phone ? other : phone;
        if ((await loser.navigation.isVisible()) && (await each.button('Hang Up').isVisible())) return each;
      }
      return undefined;
    }, 'one agent to win');
    await winner.hearsSpeech();
    await waitUntil(
      async () => (await product.lines()).filter((line) => line.kind === 'client').length === 1,
      'the other phone’s leg to end',
    );
    expect(resultViews).toEqual([]);
    await winner.hangUp();
  });
}
