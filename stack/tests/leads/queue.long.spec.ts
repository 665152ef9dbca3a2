import { valueOrThrow } from '@offhook/contract/client/api-error';
import { clientAt, logIn } from '@offhook/server/testing/servers/api-client';
import { expect, findParty, Phone, test } from '../phone.ts';

const LEADS = [
  { phone_number: '+14155550871', fname: 'Quinn', lname: 'One' },
  { phone_number: '+14155550872', fname: 'Quinn', lname: 'Two' },
  { phone_number: '+14155550873', fname: 'Quinn', lname: 'Three' },
] as const;

test('due leads ring one per free agent, and the next rings as soon as an agent is done', async ({
  browser,
  own,
}) => {
  await own.start();
  const { request } = await logIn(clientAt(own.url), 'admin@demo.test');
  const { data: teams } = valueOrThrow(await request('listTeams', {}));
  const id = teams.find(({ is_default }) => is_default)?.id ?? 0;
  const profile = { mode: 'round_robin', delay_seconds: 20 } as const;
  valueOrThrow(await request('changeTeam', { params: { id }, body: { profile } }));
  const callsTo = async (phone: string) =>
    valueOrThrow(await request('listCalls', { query: { search: phone } })).data;

  const openBen = () => Phone.open(browser, own.url, 'agent2@demo.test');
  // Keeps the login, whose page would be rung and closed.
  await (await openBen()).close();
  const ann = await Phone.open(browser, own.url, 'agent@demo.test');
  const line = ann.page.locator('[data-part="queue"]');
  await expect(line).toHaveText('No leads waiting');
  for (const lead of LEADS) await own.postLead(lead);
  await expect(line).toHaveText(/^3 leads waiting · next in 0:\d\d$/);

  await expect(ann.heading('Incoming Lead!')).toBeVisible();
  await expect(ann.page.getByRole('region', { name: 'Lead' }).getByText('Quinn One')).toBeVisible();
  await ann.button('Call').click();
  await findParty(own, LEADS[0].phone_number);
  await ann.hangUp();

  // Ann is in wrap-up, so the second lead rings Ben, and the third waits.
  const ben = await openBen();
  await expect(ben.heading('Incoming Lead!')).toBeVisible();
  await expect(ben.page.getByRole('region', { name: 'Lead' }).getByText('Quinn Two')).toBeVisible();
  await ben.button('Call').click();
  await findParty(own, LEADS[1].phone_number);
  await expect(ann.heading('Call Result')).toBeVisible();
  expect(await callsTo(LEADS[2].phone_number)).toEqual([]);

  // Without 'Done': the agent is free as soon as the result is saved.
  await ann.markContacted();
  await expect(ann.heading('Incoming Lead!')).toBeVisible();
  await expect(ann.page.getByRole('region', { name: 'Lead' }).getByText('Quinn Three')).toBeVisible();
  expect(await callsTo(LEADS[2].phone_number)).toMatchObject([{ status: 'ringing', retry: null }]);
  await ann.button('Ignore').click();
  await ben.hangUp();
  for (const phone of [ann, ben]) await phone.close();
});
