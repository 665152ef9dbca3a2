import { valueOrThrow } from '@offhook/contract/client/api-error';
import type { TeamChange } from '@offhook/contract/console/people/team-entities';
import { clientAt, logIn } from '@offhook/server/testing/servers/api-client';
import { expect, LEAD, MAIN_LINE, Phone, test } from '../phone.ts';
import type { Product } from '../product.ts';

async function setWrapUp(own: Product, profile: NonNullable<TeamChange['profile']>): Promise<void> {
  const { request } = await logIn(clientAt(own.url), 'admin@demo.test');
  const { data: teams } = valueOrThrow(await request('listTeams', {}));
  for (const { id } of teams)
    valueOrThrow(await request('changeTeam', { params: { id }, body: { profile } }));
}

async function takeCall(own: Product, phone: Phone): Promise<void> {
  await own.callIn(LEAD, MAIN_LINE);
  await phone.button('Accept').click();
  await phone.hearsSpeech();
  await phone.button('Hang Up').click();
  await expect(phone.heading('Thank you!')).toBeVisible();
}

test('a team’s wrap-up keeps leads waiting until its time is over or the agent is done, after a reload and in another tab too', async ({
  browser,
  own,
}) => {
  test.slow();
  await own.start();
  await setWrapUp(own, { wrap_up: 'fixed', wrap_up_seconds: 40, delay_seconds: 5 });
  const ann = await Phone.open(browser, own.url, 'agent@demo.test');
  const board = await Phone.visit(browser, own.url, '/admin/');
  await board.signIn('supervisor@demo.test');
  const tile = board.row('Ann Reyes').first();

  await takeCall(own, ann);
  await expect(ann.page.getByText(/^Wrap-up 0:\d\d$/)).toBeVisible();
  await expect(tile).toHaveAttribute('data-state', 'wrapup');
  await expect(tile).toContainText(/0:\d\d.*Wrap-up/s);
  await own.postLead({ phone_number: '+14155550881', fname: 'Wanda', lname: 'Waits' });
  await ann.page.reload();
  await expect(ann.heading('Wrap-up')).toBeVisible();
  const second = await Phone.beside(ann, own.url);
  await expect(second.heading('Wrap-up')).toBeVisible();
  await expect(ann.heading('Wrap-up')).toBeVisible();
  // Longer than the wrap-up.
  const untilOver = { timeout: 90_000 };
  for (const tab of [ann, second]) await expect(tab.heading('Incoming Lead!')).toBeVisible(untilOver);
  await second.page.close();
  await ann.button('Ignore').click();

  await setWrapUp(own, { wrap_up: 'until_done' });
  await ann.ready();
  await takeCall(own, ann);
  await expect(ann.page.getByText('No calls until you’re done')).toBeVisible();
  await own.postLead({ phone_number: '+14155550882', fname: 'Dora', lname: 'Done' });
  await expect(ann.heading('Thank you!')).toBeVisible();
  await ann.page.reload();
  await expect(ann.heading('Wrap-up')).toBeVisible();
  await expect(tile).toHaveAttribute('data-state', 'wrapup');
  await ann.button('Done').click();
  await expect(ann.heading('Incoming Lead!')).toBeVisible();
  await ann.button('Ignore').click();
  await board.close();
  await ann.close();
});
