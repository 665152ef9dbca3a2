import { valueOrThrow } from '@offhook/contract/client/api-error';
import { clientAt, logIn } from '@offhook/server/testing/servers/api-client';
import { expect, findParty, test } from '../phone.ts';

const LEAD = '+14155550881';

test('a callback set beside the result rings its agent when it is due, and is changed and canceled', async ({
  phone,
  product,
}) => {
  const { page } = phone;
  const list = page.getByRole('region', { name: 'My callbacks' });
  const picker = page.getByRole('region', { name: 'When should the callback be?' });
  await product.postLead({ phone_number: LEAD, fname: 'Cal', lname: 'Backer' });
  await expect(phone.heading('Incoming Lead!')).toBeVisible();
  await phone.button('Call').click();
  await findParty(product, LEAD);
  await phone.button('Hang Up').click();
  await expect(phone.heading('Call Result')).toBeVisible();
  await expect(phone.button('Call back…')).toBeVisible();
  await phone.press('b');
  await picker.getByRole('button', { name: 'In 1 hour' }).click();
  await expect(page.getByRole('button', { name: /^Callback: / })).toBeVisible();
  await phone.markContacted();
  await phone.button('Done').click();
  await expect(list.getByText('Cal Backer')).toBeVisible();

  // An hour passes.
  const { request } = await logIn(clientAt(product.url), 'agent@demo.test');
  const own = async () => valueOrThrow(await request('getCallbacks', {})).data;
  const [callback] = await own();
  const at = new Date(Date.now() + 1_000).toISOString();
  valueOrThrow(
    await request('setCallback', { params: { id: callback?.call_id ?? 0 }, body: { at, target: 'me' } }),
  );
  await expect(phone.heading('Incoming Lead!')).toBeVisible();
  await expect(page.getByText(/^Callback · set by .+ on /)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Lead' }).getByText('Cal Backer')).toBeVisible();
  await phone.button('Call').click();
  await findParty(product, LEAD);
  await phone.button('Hang Up').click();
  expect(await own()).toEqual([]);

  await phone.button('Call back…').click();
  await picker.getByRole('radio', { name: 'Team' }).check();
  await picker.getByRole('button', { name: 'In 1 hour' }).click();
  await phone.markContacted();
  await phone.button('Done').click();
  await expect(list.getByText(/for the team/)).toBeVisible();
  await list.getByRole('button', { name: 'Change callback for Cal Backer' }).click();
  await picker.getByRole('radio', { name: 'Me' }).check();
  await picker.getByRole('button', { name: 'Tomorrow morning' }).click();
  await expect(picker).toHaveCount(0);
  await expect(list.getByText(/for the team/)).toHaveCount(0);
  expect(await own()).toMatchObject([{ target: 'me' }]);
  await list.getByRole('button', { name: 'Change callback for Cal Backer' }).click();
  await picker.getByRole('button', { name: 'Cancel callback' }).click();
  await expect(list).toHaveCount(0);
  expect(await own()).toEqual([]);
});
