import { expect, Phone, test } from '../phone.ts';
import { Product, waitUntil } from '../product.ts';

/** A separate product, because the test reads its audit log. */
const ownProduct = new Product();
test.beforeAll(() => ownProduct.start());
test.afterAll(() => ownProduct.dispose());

interface RecordedCall {
  readonly id: number;
  readonly recordings: readonly { readonly id: number; readonly duration_seconds: number }[];
}

test('a supervisor opens the link to a recording, logs in, hears it from that time on and comments; it counts as one playback', async ({
  browser,
}) => {
  test.slow();
  const admin = await Phone.visit(browser, ownProduct.url, '/admin/calls');
  await admin.page.setViewportSize({ width: 1280, height: 900 });
  await admin.signIn('admin@demo.test');
  await expect(admin.page.getByRole('heading', { level: 1, name: 'Calls' })).toBeVisible();
  const read = <A>(path: string): Promise<A> =>
    admin.page.evaluate(async (one) => (await fetch(`/api/v1/console/${one}`)).json(), path);
  const { data } = await read<{ data: { id: number; has_recording: boolean }[] }>('calls?limit=100');
  const recorded = data.find(({ has_recording }) => has_recording);
  const { call } = await read<{ call: RecordedCall }>(`calls/${recorded?.id}`);
  const [recording] = call.recordings;
  expect(recording?.duration_seconds).toBeGreaterThan(5);
  const plays = async () =>
    (await read<{ data: { subject: string }[] }>('audit-log?kind=plays')).data.map(({ subject }) => subject);
  expect(await plays()).toEqual([]);

  const supervisor = await Phone.visit(
    browser,
    ownProduct.url,
    `/admin/calls/${call.id}?recording=${recording?.id}&at=3`,
  );
  const { page } = supervisor;
  await page.setViewportSize({ width: 1280, height: 900 });
  await supervisor.signIn('supervisor@demo.test');
  await expect(page).toHaveURL(/recording=\d+&at=3$/);
  await expect(page.getByRole('slider', { name: 'Position' })).toHaveAttribute('aria-valuetext', /^0:03 of/);
  await expect(page.getByRole('rowheader', { name: 'Share of talk time' })).toBeVisible();
  expect(await plays()).toEqual([]);

  await page.keyboard.press(' ');
  const audio = page.locator('audio');
  const time = () => audio.evaluate((element: HTMLAudioElement) => element.currentTime);
  await waitUntil(async () => (await time()) > 3.2, 'the recording to play from 3 s on');
  expect(await time()).toBeGreaterThan(3);
  await page.keyboard.press(' ');
  await page.getByLabel('Speed', { exact: true }).selectOption('2×');
  expect(
    await audio.evaluate((element: HTMLAudioElement) => [element.playbackRate, element.preservesPitch]),
  ).toEqual([2, true]);
  await page.keyboard.press('ArrowLeft');
  await page.getByRole('slider', { name: 'Position' }).press('ArrowRight');
  expect(await plays()).toEqual([`recording ${recording?.id}: call ${call.id}`]);

  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  await page.getByLabel(/^Comment at/).fill('Well asked.');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Well asked.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Well asked.')).toBeVisible();
  await supervisor.close();
  await admin.close();
});
