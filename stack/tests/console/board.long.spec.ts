import { expect, findParty, PASSWORD, Phone, test } from '../phone.ts';

const LEAD = '+14155550233';

test('a supervisor logs in to the board, sees an agent ring, talk and wrap up, and listens', async ({
  browser,
  phone,
  product,
}) => {
  const board = await Phone.visit(browser, product.url, '/admin/');
  await board.page.getByLabel('Email').fill('supervisor@demo.test');
  await board.page.getByLabel('Password').fill(PASSWORD);
  await board.button('Log in').click();
  await expect(board.heading('Live board')).toBeVisible();
  await expect(board.page).toHaveURL(/\/admin\/?$/);

  const tile = board.row('Ann Reyes').first();
  const waiting = board.page.getByRole('region', { name: 'Waiting leads' });
  await expect(tile).toHaveAttribute('data-state', 'available');
  await product.postLead({ phone_number: LEAD, fname: 'Grace', lname: 'Waiting' });
  await expect(phone.heading('Incoming Lead!')).toBeVisible();
  await expect(tile).toHaveAttribute('data-state', 'ringing');
  await expect(tile).toContainText('Grace Waiting');
  await expect(waiting).toContainText('Grace Waiting');
  await phone.button('Call').click();
  await phone.talks();
  await findParty(product, LEAD);
  await expect(tile).toHaveAttribute('data-state', 'oncall');
  await expect(waiting).not.toContainText('Grace Waiting');

  // The supervisor has no phone open yet.
  const listen = tile.getByRole('button', { name: 'Listen', exact: true });
  await listen.click();
  await expect(board.page.getByRole('alert')).toContainText('Your phone isn’t online.');
  const supervisorPhone = await Phone.beside(board, product.url);
  await supervisorPhone.ready();
  await listen.click();
  await expect(board.page.getByText('Connecting your phone to listen to Ann Reyes.')).toBeVisible();
  // Firefox opens a microphone only in the foreground tab.
  await supervisorPhone.page.bringToFront();
  await supervisorPhone.talks();
  await supervisorPhone.hearsSpeech();

  await phone.hangUp();
  await expect(tile).toHaveAttribute('data-state', 'wrapup');
  await expect(tile).toContainText('Call Result');
  await board.close();
});
