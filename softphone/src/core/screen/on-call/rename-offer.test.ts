import type { Lead } from '@offhook/contract/leads/lead';
import { describe, expect, it, test } from 'vitest';
import type { PhoneEvent } from '../../events.ts';
import {
  accepted,
  callNow,
  callOf,
  effectTypes,
  lead as lee,
  PLACED_KEY,
  run,
  signedInAs,
  talk,
} from '../../sample-events.ts';
import { fullName, renameOffer } from './rename-offer.ts';

const olga: Lead = { ...lee, fname: 'Olga', lname: 'Line', label: 'Olga Line' };
const stored = { fname: 'Olga', lname: 'Line' };

describe('the offer to rename a lead', () => {
  test.each([
    ['has the typed name', { fname: 'Olga', lname: 'Lind' }, 'Olga Lind'],
    ['combines the typed part with the stored part', { fname: 'Helga', lname: '' }, 'Helga Line'],
    ['has no extra spaces', { fname: ' Olga  Maria ', lname: 'Line' }, 'Olga Maria Line'],
    ['is made even if only the letter case differs', { fname: 'olga', lname: 'line' }, 'olga line'],
  ])('%s', (_what, typed, name) => {
    const offer = renameOffer(typed, stored);
    expect(offer && fullName(offer)).toBe(name);
  });

  test.each([
    ['the stored name is typed', { fname: 'Olga ', lname: ' Line' }, stored],
    ['a part of the stored name is typed', { fname: 'Olga', lname: '' }, stored],
    ['no name is typed', { fname: '', lname: ' ' }, stored],
    ['the number belongs to no lead', { fname: 'Olga', lname: 'Lind' }, null],
    ['the lead has no name', { fname: 'Olga', lname: 'Lind' }, { fname: '', lname: '' }],
  ])("isn't made if %s", (_when, typed, lead) => {
    expect(renameOffer(typed, lead)).toBeNull();
  });
});

const click = { ...callNow, fname: 'Olga', lname: 'Lind' } as PhoneEvent;
const placed: PhoneEvent = {
  type: 'callPlaced',
  callUserId: 88,
  call: callOf({ type: 'outbound', lead: olga }),
};
const dial = [...signedInAs(), click, placed];
const opened = accepted(PLACED_KEY, 1_000);
const rename: PhoneEvent = { type: 'renameClicked' };
const lind: Lead = { ...olga, lname: 'Lind', label: 'Olga Lind' };
const renamed: PhoneEvent = {
  type: 'leadRenamed',
  callId: 55,
  call: callOf({ type: 'outbound', lead: lind, whispertext: 'Olga Lind, Solar' }),
  lead: lind,
  at: 1_980,
};
const failed: PhoneEvent = { type: 'renameFailed', callId: 55, error: 'This call has ended.' };
const refreshed = (lead: Lead | null): PhoneEvent => ({
  type: 'callRefreshed',
  callKey: PLACED_KEY,
  call: callOf({ type: 'outbound', lead }),
  at: 2_000,
  askedAt: 1_990,
});

function view(events: readonly PhoneEvent[]) {
  const { view: shown } = run(events).state.screen;
  if (shown.name !== 'oncall') throw new Error(`The view is ${shown.name}.`);
  return shown;
}

describe('a call under a different name than the stored one', () => {
  it('is placed immediately under the stored name, with the offer', () => {
    const { state, last } = run(dial);
    expect(effectTypes(last)).toContain('connectLine');
    expect(state.screen.view).toMatchObject({
      conversation: { lead: { lname: 'Line' } },
      rename: { fname: 'Olga', lname: 'Lind', sending: false, error: null },
    });
  });

  it.each([
    ['while dialing', dial],
    ['during the call', [...dial, opened]],
  ])('renames the lead with one request %s, and confirms it', (_when, events) => {
    expect(effectTypes(run([events, rename]).last)).toEqual(['renameLead']);
    expect(run([events, rename]).last).toContainEqual({
      type: 'renameLead',
      callId: 55,
      fname: 'Olga',
      lname: 'Lind',
    });
    expect(run([events, rename, rename]).last).toEqual([]);
    expect(view([...events, rename, renamed])).toMatchObject({
      rename: null,
      notice: 'Renamed to Olga Lind.',
      conversation: { lead: { label: 'Olga Lind' }, call: { whispertext: 'Olga Lind, Solar' } },
    });
  });

  it('keeps the stored name when the agent declines', () => {
    expect(view([...dial, { type: 'renameDeclined' }])).toMatchObject({
      rename: null,
      conversation: { lead: { lname: 'Line' } },
    });
  });

  it('shows why renaming failed, and lets the agent try again', () => {
    const events = [...dial, opened, rename, failed];
    expect(view(events).rename).toMatchObject({ sending: false, error: 'This call has ended.' });
    expect(effectTypes(run([events, rename]).last)).toEqual(['renameLead']);
  });

  it.each<[string, Lead | null]>([
    ['already has the name', lind],
    ["isn't the call's lead anymore", null],
  ])('drops the offer when its lead %s', (_what, lead) => {
    expect(view([...dial, opened, refreshed(lead)]).rename).toBeNull();
  });

  it('keeps the offer and its request when something else about the call changes', () => {
    expect(view([...dial, opened, rename, refreshed({ ...olga, company: 'Acme' })]).rename).toMatchObject({
      lname: 'Lind',
      sending: true,
    });
  });

  it('ignores the response for another call', () => {
    const other = { ...renamed, callId: 54 } as PhoneEvent;
    expect(view([...dial, opened, rename, other]).rename).toMatchObject({ sending: true });
  });
});

it('a call placed under the stored name has no offer', () => {
  const same = { ...callNow, fname: 'Olga', lname: 'Line' } as PhoneEvent;
  expect(view([...signedInAs(), same, placed]).rename).toBeNull();
  expect(view([...signedInAs(), ...talk()]).rename).toBeNull();
});
