/** The agent's pictures: a lead's minute, and what stands around it. */
import type { Page } from '@playwright/test';
import { ANN, BEN, NEWCOMER } from './day.ts';
import { NARROW, type Studio, WIDE } from './studio.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const openPanel = (studio: Studio, page: Page, key: 'navigation.history' | 'navigation.settings') =>
  page
    .getByRole('navigation', { name: studio.phone('navigation.label') })
    .getByRole('button', { name: studio.phone(key), exact: true })
    .click();

/** Login, the first-day guide and the sound check of an agent who has had no calls. */
export async function takeFirstDay(studio: Studio): Promise<void> {
  const visitor = await studio.page(null, '/');
  await button(visitor, studio.login('login.submit')).waitFor();
  await studio.shoot(visitor, 'agent-login');
  await visitor.close();
  const page = await studio.openPhone(NEWCOMER);
  await heading(page, studio.phone('guide.title')).waitFor();
  await studio.shoot(page, 'agent-first-day');
  await openPanel(studio, page, 'navigation.settings');
  await button(page, studio.phone('soundCheck.check')).click();
  await page.getByText(studio.phone('soundCheck.heard')).waitFor();
  await studio.shoot(page, 'agent-sound-check');
  await page.close();
}

/** Takes the lead on the phone that rings, and waits for the answer. */
export async function takeLead(studio: Studio, page: Page): Promise<void> {
  await heading(page, studio.phone('ring.lead')).waitFor();
  await button(page, studio.phone('ring.call')).click();
  await page
    .getByRole('timer')
    .getByText(/^\d\d:\d\d$/)
    .waitFor();
  await page.getByText(studio.phone('callRecording.on'), { exact: true }).first().waitFor();
}

async function hangUp(studio: Studio, page: Page): Promise<void> {
  await button(page, studio.phone('call.hangUp')).click();
  await heading(page, studio.phone('result.title')).waitFor();
}

async function recordContact({ phone, cast }: Studio, page: Page, note: string): Promise<void> {
  await button(page, phone('result.contacted')).click();
  await page.getByRole('button', { name: cast.tags[0] }).click();
  await heading(page, phone('thankYou.title')).waitFor();
  await button(page, phone('thankYou.addNote')).click();
  await page.getByRole('textbox').fill(note);
  await button(page, phone('common.save')).click();
  await heading(page, phone('ready.ready')).waitFor();
}

/** A lead's minute: ring, call, result, note. @returns its screens for the README, light and dark */
export async function takeLeadsMinute(studio: Studio, ann: Page): Promise<Record<Scheme, Buffer[]>> {
  const screens: Record<Scheme, Buffer[]> = { light: [], dark: [] };
  const captureBoth = async () => {
    for (const scheme of ['dark', 'light'] as const) {
      await ann.emulateMedia({ colorScheme: scheme });
      screens[scheme].push(await studio.capture(ann));
    }
  };
  await studio.product.postLead({ ...studio.cast.hero });
  await heading(ann, studio.phone('ring.lead')).waitFor();
  await studio.shoot(ann, 'agent-ring');
  await captureBoth();
  await takeLead(studio, ann);
  await ann.setViewportSize(WIDE);
  await ann.getByRole('tab', { name: studio.phone('lead.script') }).click();
  await ann.getByText(/“.*Harbor Home Services/).waitFor();
  await studio.shoot(ann, 'agent-call');
  await ann.setViewportSize(NARROW);
  await captureBoth();
  await hangUp(studio, ann);
  await studio.shoot(ann, 'agent-result');
  await captureBoth();
  await recordContact(studio, ann, studio.cast.heroNote);
  return screens;
}

type Scheme = 'light' | 'dark';

/** A transfer after a talk with the colleague. */
export async function takeConsultation(studio: Studio, ann: Page): Promise<void> {
  const ben = await studio.openPhone(BEN);
  await studio.product.postLead({ ...studio.cast.consulted });
  await takeLead(studio, ann);
  await button(ann, studio.phone('call.transfer')).click();
  await ann.getByRole('radio', { name: studio.phone('consult.first') }).check({ force: true });
  await studio.shoot(ann, 'agent-transfer');
  await ann
    .getByRole('listitem')
    .filter({ hasText: 'Ben Okafor' })
    .getByRole('button', { name: studio.phone('people.call'), exact: true })
    .click();
  await ben.getByRole('button', { name: studio.phone('ring.accept'), exact: true }).click();
  await ann.getByText(studio.phone('consult.talking')).waitFor();
  await studio.shoot(ann, 'agent-consult');
  await button(ann, studio.phone('consult.back')).click();
  await hangUp(studio, ann);
  await recordContact(studio, ann, studio.cast.notes[0] ?? '');
  await ben.close();
}

/** A lead who asks to be called later, and the waiting screen that reminds of it. */
export async function takeCallback(studio: Studio, ann: Page): Promise<void> {
  await studio.product.postLead({ ...studio.cast.calledBack });
  await takeLead(studio, ann);
  await hangUp(studio, ann);
  await button(ann, studio.phone('callback.action'))
    .or(ann.getByText(studio.phone('callback.action')))
    .first()
    .click();
  await ann.getByText(studio.phone('callback.in1Hour')).first().waitFor();
  await studio.shoot(ann, 'agent-callback');
  await ann.getByRole('button', { name: studio.phone('callback.in1Hour') }).click();
  await recordContact(studio, ann, studio.cast.callbackNote);
  await heading(ann, studio.phone('callback.mine'))
    .or(ann.getByText(studio.phone('callback.mine')))
    .first()
    .waitFor();
  await studio.shoot(ann, 'agent-waiting');
}

export async function takeStatusAndHistory(studio: Studio, ann: Page): Promise<void> {
  await ann.keyboard.press('b');
  await ann.getByRole('menuitemradio').first().waitFor();
  await studio.shoot(ann, 'agent-status');
  await ann.keyboard.press('Escape');
  await openPanel(studio, ann, 'navigation.history');
  await heading(ann, studio.phone('history.title')).waitFor();
  await ann.locator('[data-panel] tbody tr').first().waitFor();
  await studio.shoot(ann, 'agent-history');
  await ann.keyboard.press('Escape');
}

export const openAnn = (studio: Studio): Promise<Page> => studio.openPhone(ANN);
