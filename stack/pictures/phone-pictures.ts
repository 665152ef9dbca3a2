/** The agent's pictures: a lead's minute, and what stands around it. */
import type { Page } from '@playwright/test';
import { ANN, BEN, NEWCOMER } from './day.ts';
import { NARROW, type Studio, WIDE } from './studio.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const panel = (studio: Studio, page: Page, key: 'navigation.history' | 'navigation.settings') =>
  page
    .getByRole('navigation', { name: studio.phone('navigation.label') })
    .getByRole('button', { name: studio.phone(key), exact: true });

/** Login, the first-day guide and the sound check of an agent who has had no calls. */
export async function takeFirstDay(studio: Studio): Promise<void> {
  const visitor = await studio.page(null, '/');
  await button(visitor, studio.login('login.submit')).waitFor();
  await studio.shoot(visitor, 'agent-login');
  await visitor.close();
  const page = await studio.openPhone(NEWCOMER);
  await heading(page, studio.phone('guide.title')).waitFor();
  await studio.shoot(page, 'agent-first-day');
  await panel(studio, page, 'navigation.settings').click();
  await button(page, studio.phone('soundCheck.check')).click();
  await page.getByText(studio.phone('soundCheck.heard')).waitFor();
  await heading(page, studio.phone('soundCheck.title')).scrollIntoViewIfNeeded();
  await studio.shoot(page, 'agent-sound-check');
  await page.close();
}

/** Takes the lead on the phone that rings, and waits for the answer. */
async function takeLead(studio: Studio, page: Page): Promise<void> {
  await button(page, studio.phone('ring.call')).click();
  await page.getByRole('timer').getByText(/^\d\d:\d\d$/).waitFor();
  await page.getByText(studio.phone('callRecording.on'), { exact: true }).first().waitFor();
}

/** A lead's minute: ring, call, result, note. @param each called at every screen */
export async function haveLeadsMinute(
  studio: Studio,
  page: Page,
  each: (screen: 'ring' | 'call' | 'result' | 'done') => Promise<void>,
): Promise<void> {
  const { product, cast } = studio;
  await product.postLead({ ...cast.hero });
  await heading(page, studio.phone('ring.lead')).waitFor();
  await each('ring');
  await takeLead(studio, page);
  await each('call');
  await button(page, studio.phone('call.hangUp')).click();
  await heading(page, studio.phone('result.title')).waitFor();
  await each('result');
  await button(page, studio.phone('result.contacted')).click();
  await button(page, cast.tags[0]).click();
  await heading(page, studio.phone('thankYou.title')).waitFor();
  await button(page, studio.phone('thankYou.addNote')).click();
  await page.getByRole('textbox').fill(cast.heroNote);
  await button(page, studio.phone('common.save')).click();
  await heading(page, studio.phone('thankYou.title')).waitFor();
  await each('done');
  await button(page, studio.phone('thankYou.done')).click();
  await heading(page, studio.phone('ready.ready')).waitFor();
}

/** An agent's day: a lead, a consultation, a callback, statuses, history. */
export async function takeWorkingDay(studio: Studio): Promise<void> {
  const { product, cast } = studio;
  const ann = await studio.openPhone(ANN);
  await haveLeadsMinute(studio, ann, async (screen) => {
    if (screen === 'ring') await studio.shoot(ann, 'agent-ring');
    if (screen === 'call') {
      await ann.setViewportSize(WIDE);
      await ann.getByText(studio.phone('lead.script'), { exact: true }).first().waitFor();
      await studio.shoot(ann, 'agent-call');
      await ann.setViewportSize(NARROW);
    }
    if (screen === 'result') await studio.shoot(ann, 'agent-result');
  });

  const ben = await studio.openPhone(BEN);
  await button(ben, studio.phone('status.title')).or(ben.getByRole('banner')).first().waitFor();
  await product.postLead({ ...cast.consulted });
  await heading(ann, studio.phone('ring.lead')).waitFor();
  await takeLead(studio, ann);
  await button(ann, studio.phone('call.transfer')).click();
  await ann.getByRole('radio', { name: studio.phone('consult.first') }).check({ force: true });
  await studio.shoot(ann, 'agent-transfer');
  await ann
    .getByRole('listitem')
    .filter({ hasText: 'Ben Okafor' })
    .getByRole('button', { name: studio.phone('people.call'), exact: true })
    .click();
  await heading(ben, studio.phone('ring.transfer')).waitFor();
  await button(ben, studio.phone('ring.accept')).click();
  await ann.getByText(studio.phone('consult.talking')).waitFor();
  await studio.shoot(ann, 'agent-consult');
  await ben.close();
}
