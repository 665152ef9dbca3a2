import { expect, test } from 'vitest';
import { galleryDriver } from './driver.ts';

const driver = galleryDriver();
const { requests, button, open, role } = driver;

const card = (name: string) => role('region', { name });

test('a lead’s callback shows who set it and who calls, and a supervisor cancels it', async () => {
  await open('lead-callback');
  const callback = card('Callback');
  await callback.getByText('An agent set a callback').waitFor();
  expect(await callback.getByText('Ann Reyes', { exact: true }).count()).toBe(2);
  await button('Cancel callback').click();
  await expect.poll(() => requests('cancelLeadCallback')).toEqual([{ params: { id: 51 } }]);
});

test.each([
  ['lead', /^Scheduled for .+ Third attempt Outside availability hours$/],
  ['lead-calling', /^A call is in progress$/],
  ['lead-blocked', /^This lead isn’t called This number is on the do-not-call list\.$/],
  ['lead-due', /^Due since .+ The call waits for an agent of Sales: \d+ of \d+ available\.$/],
  ['lead-done', /^No call is scheduled The lead was contacted$/],
])('what happens next to a lead, in the state %s', async (state, expected) => {
  await open(state);
  await expect
    .poll(async () => (await card('Next call').innerText()).replace(/\s+/g, ' ').replace('Next call ', ''))
    .toMatch(expected);
});

test('the timeline shows one kind of event, the agents who were rung or not, and older events', async () => {
  await open('lead');
  const timeline = card('Timeline');
  await timeline.getByText('Lead changed').waitFor();
  await timeline.getByText('2 agents rung, 1 not rung').first().click();
  await timeline.getByText('Priya Venkataraman').nth(2).waitFor();
  await role('radio', { name: 'Texts' }).check({ force: true });
  expect(await timeline.getByRole('listitem').count()).toBe(2);
  await button('Older events').click();
  await button('Newer events').waitFor();
  const asked = await requests('readLeadTimeline');
  expect(asked.at(-1)).toMatchObject({ query: { before: expect.any(String) } });
  await button('Newer events').click();
  await expect.poll(() => button('Newer events').count()).toBe(0);
});
