import { describe, expect, test } from 'vitest';
import type { PhoneEvent } from '../events.ts';
import {
  callNow,
  callOf,
  cancelled,
  dial,
  disconnected,
  type EventInput,
  effectTypes,
  formsLoaded,
  KEY,
  nav,
  offered,
  presence,
  ring,
  run,
  signedInAs,
  talk,
  tile,
  user,
} from '../sample-events.ts';
import { banner } from '../screen/ringing/alerts.ts';
import {
  emptyForm,
  emptyForms,
  emptyPerson,
  type NewCallForm,
  type PersonForm,
  type StoredForms,
} from '../screen/screen-state.ts';
import { currentNotice } from '../screen/status-line.ts';
import { viewName } from '../screen/view-name.ts';
import { storedForms } from './forms.ts';
import { addLead, asksToDiscard, unfinishedForm } from './typed.ts';

const agent = signedInAs();
const beforeForms = agent.filter(({ type: name }) => name !== 'formsLoaded');
const olga: NewCallForm = {
  fname: 'Olga',
  lname: 'Line',
  phoneNumber: '(415) 55',
  country: 'CA',
  callerId: '4',
};
const { callerId: _, ...olgaPerson } = olga;
const rex: PersonForm = { fname: 'Rex', lname: 'Moved', phoneNumber: '+14155550150', country: null };
const type = (form: NewCallForm = olga): PhoneEvent => ({ type: 'newCallTyped', form });
const typing: readonly PhoneEvent[] = [...agent, nav('new_call'), type()];
const close: PhoneEvent = { type: 'panelClosed' };
const discard: PhoneEvent = { type: 'formDiscarded' };
const link: PhoneEvent = { type: 'telLinkOpened', url: 'tel:+14155550143' };
const lead: PhoneEvent = {
  type: 'historyLeadClicked',
  fname: 'Rex',
  lname: 'Moved',
  phoneNumber: '+14155550150',
};
const lost: PhoneEvent = { type: 'deviceUnregistered' };
const BARRED = 'This lead must not be called.';
const rejected: PhoneEvent = { type: 'callPlacingFailed', error: BARRED };

const screenOf = (events: EventInput) => run(events).state.screen;
const panelOf = (events: EventInput) => {
  const { view } = screenOf(events);
  return view.name === 'waiting' ? (view.panel?.name ?? null) : view.name;
};

describe('text typed in New Call', () => {
  test('is stored on every keystroke, for its user', () => {
    expect(run(typing).last).toEqual([
      { type: 'saveForms', userId: user.id, forms: { newCall: olga, offered: null, addLead: null } },
    ]);
  });

  test.each<[string, readonly EventInput[]]>([
    ['opening another panel', [nav('history')]],
    ['an ignored ring', [ring(), 'ignoreClicked']],
    ['a ring cancelled during its lookup', [offered, cancelled()]],
    ['a call', [talk({ direction: 'inbound' }), disconnected(), 'doneClicked']],
    ['a lost device', [lost]],
    ['a rejected call', [callNow, rejected]],
    ['a tel: link', [link]],
    ['closing the panel while the call is being placed', [callNow, close]],
    ['an expired session', ['sessionExpired']],
  ])('survives %s', (_, events) => {
    expect(screenOf([typing, events]).forms.newCall).toEqual(olga);
  });

  test('is offered in the waiting view after a ring and can be continued', () => {
    const events = [typing, ring(), 'ignoreClicked'] satisfies EventInput;
    const { state } = run(events);
    expect(viewName(state)).toBe('waiting');
    expect(unfinishedForm(state)).toEqual({ contact: 'Olga Line', refusal: null });
    const back = run([events, nav('new_call')]).state;
    expect(unfinishedForm(back)).toBeNull();
    expect(back.screen.forms.newCall).toEqual(olga);
  });

  test('is named by its number if there is no name', () => {
    const { state } = run([typing, type({ ...olga, fname: ' ', lname: '' }), nav('history')]);
    expect(unfinishedForm(state)?.contact).toBe('(415) 55');
  });

  test('is offered in the waiting view after a lost device, which closes the panel and blocks keys', () => {
    const { state } = run([typing, lost]);
    expect([panelOf([typing, lost]), unfinishedForm(state)?.contact]).toEqual([null, 'Olga Line']);
    expect(state.screen.unpromptedChanges).toBe(screenOf(typing).unpromptedChanges + 1);
  });

  test.each<[string, readonly EventInput[]]>([
    ['discarded', [close, discard]],
    ['discarded in the waiting view', [nav('history'), discard]],
    ['placed', [callNow, dial.slice(1)]],
    ['erased', [type({ ...olga, fname: ' ', lname: '', phoneNumber: '' })]],
    ['followed by a logout', ['logoutClicked']],
  ])('is removed from storage when it is %s', (_, events) => {
    const { all } = run([typing, events]);
    expect(all.filter(({ type: name }) => name === 'saveForms').at(-1)).toMatchObject({
      forms: { newCall: null },
    });
  });

  test("isn't shown to the next user", () => {
    expect(screenOf([typing, 'logoutClicked']).forms).toEqual(emptyForms);
    const other = [formsLoaded({ newCall: olga }, user.id + 1)];
    expect(screenOf([beforeForms, other]).forms.newCall).toEqual(emptyForm);
  });

  test('has a maximum length', () => {
    const long = 'x'.repeat(500);
    const { newCall } = screenOf([
      ...typing,
      type({ ...olga, fname: long, lname: long, phoneNumber: long }),
    ]).forms;
    expect([newCall.fname.length, newCall.lname.length, newCall.phoneNumber.length]).toEqual([100, 100, 250]);
  });

  test('may come from a follower tab, even after a ring', () => {
    const more = { ...olga, fname: 'Olga M' };
    expect(screenOf([typing, ring(), type(more)]).forms.newCall).toEqual(more);
    expect(screenOf([typing, dial, type(more)]).forms.newCall).toEqual(emptyForm);
  });
});

describe('closing New Call', () => {
  test.each<[string, PhoneEvent]>([
    ['Escape or the close icon', close],
    ['its navigation item', nav('new_call')],
  ])('by %s asks first if something was typed', (_, how) => {
    const { state } = run([typing, how]);
    expect([asksToDiscard(state), panelOf([typing, how])]).toEqual([true, 'new_call']);
  });

  test.each<[string, readonly EventInput[]]>([
    ['nothing was typed', [...agent, nav('new_call')]],
    ['only a caller ID was chosen', [...agent, nav('new_call'), type({ ...emptyForm, callerId: '4' })]],
    ['it was only prefilled with a lead', [...agent, nav('history'), lead]],
    ['the call is being placed', [...typing, callNow]],
    ['a ring is being looked up', [...typing, offered]],
  ])("doesn't ask if %s", (_, events) => {
    const { state } = run([events, close]);
    expect([asksToDiscard(state), panelOf([events, close])]).toEqual([false, null]);
  });

  test('clears a form that was only prefilled', () => {
    expect(screenOf([agent, nav('history'), lead, close]).forms.newCall).toEqual(emptyForm);
  });

  test('Discard closes and clears the form; Keep editing changes nothing', () => {
    const discarded = [...typing, close, discard];
    expect([panelOf(discarded), screenOf(discarded).forms.newCall]).toEqual([null, emptyForm]);
    const kept = [typing, close, 'formKept'] satisfies EventInput;
    expect([panelOf(kept), asksToDiscard(run(kept).state)]).toEqual(['new_call', false]);
    expect(screenOf(kept).forms.newCall).toEqual(olga);
  });

  test.each<[string, PhoneEvent]>([
    ['a second Escape', close],
    ['a keystroke', type({ ...olga, fname: 'Olga M' })],
    ['another panel', nav('history')],
    ['a ring', offered],
    ['Call Now', callNow],
  ])('%s closes the question and keeps the text', (_, event) => {
    const { state } = run([typing, close, event]);
    expect(asksToDiscard(state)).toBe(false);
    expect(state.screen.forms.newCall.lname).toBe('Line');
  });

  test('Discard without a form does nothing', () => {
    expect(effectTypes(run([agent, discard]).last)).toEqual([]);
  });
});

describe('a person offered while something is typed', () => {
  test('a number from a tel: link is offered in New Call', () => {
    const { forms, view } = screenOf([typing, nav('history'), link]);
    expect(view).toMatchObject({ panel: { name: 'new_call' } });
    expect([forms.newCall, forms.offered]).toEqual([olga, { ...emptyPerson, phoneNumber: '+14155550143' }]);
  });

  test('a number from a tel: link joins typed names that have no number', () => {
    const names = { ...olga, phoneNumber: '' };
    const { forms } = screenOf([agent, nav('new_call'), type(names), link, 'offeredPersonUsed']);
    expect(forms).toMatchObject({
      newCall: { ...names, phoneNumber: '+14155550143', country: null },
      offered: null,
    });
  });

  test('a number from a tel: link never joins the name of another number', () => {
    const { forms } = screenOf([typing, link, 'offeredPersonUsed']);
    expect(forms).toMatchObject({ newCall: { fname: '', lname: '', phoneNumber: '+14155550143' } });
    expect(forms.offered).toEqual(olgaPerson);
  });

  test('can be dismissed', () => {
    const { forms } = screenOf([typing, link, 'offeredPersonDismissed']);
    expect([forms.newCall, forms.offered]).toEqual([olga, null]);
  });

  test("isn't offered if the same person was already typed", () => {
    const same = type({ ...emptyForm, phoneNumber: '+14155550143' });
    expect(screenOf([agent, nav('new_call'), same, link]).forms.offered).toBeNull();
  });

  test('fills the form after the call is placed', () => {
    const { forms } = screenOf([typing, link, dial]);
    expect([forms.newCall.phoneNumber, forms.newCall.fname, forms.offered]).toEqual([
      '+14155550143',
      '',
      null,
    ]);
    expect(storedForms(forms).newCall?.phoneNumber).toBe('+14155550143');
  });

  test('waits while a call is being placed; an error of that call stays with the dialed number', () => {
    const first: PhoneEvent = { ...lead, fname: 'Ann', lname: 'First', phoneNumber: '+14155550151' };
    const events = [...agent, nav('history'), first, callNow, nav('history'), lead, rejected];
    const { forms } = screenOf(events);
    expect([forms.newCall.phoneNumber, forms.refusal, forms.offered?.phoneNumber]).toEqual([
      '+14155550151',
      BARRED,
      '+14155550150',
    ]);
  });

  test("can't be used while a call is being placed, and fills the form afterwards", () => {
    const { forms } = screenOf([typing, link, callNow, 'offeredPersonUsed', dial.slice(1)]);
    expect(forms.newCall.phoneNumber).toBe('+14155550143');
  });

  test('replaces an unedited prefill', () => {
    const { forms } = screenOf([agent, nav('history'), lead, link]);
    expect(forms).toMatchObject({ newCall: { fname: '', phoneNumber: '+14155550143' }, offered: null });
  });
});

describe('a person chosen while something is typed', () => {
  const chosen: readonly PhoneEvent[] = [...typing, nav('history'), lead];

  test('fills the whole form; the typed text is offered, and nothing asks to discard', () => {
    const { forms, view } = screenOf(chosen);
    expect(view).toMatchObject({ panel: { name: 'new_call' } });
    expect(forms).toMatchObject({ newCall: { ...rex, callerId: '4' }, offered: olgaPerson });
    expect(asksToDiscard(run([chosen, close]).state)).toBe(false);
  });

  test('who was edited is replaced too, so that a name never stands beside the number of another person', () => {
    const edited = type({ ...emptyForm, ...rex, phoneNumber: '+14155550177' });
    const { forms } = screenOf([agent, nav('history'), lead, edited, lead]);
    expect(forms).toMatchObject({ newCall: rex, offered: { ...rex, phoneNumber: '+14155550177' } });
  });

  test('gives way to the typed text again, and is then forgotten unless edited', () => {
    const { forms } = screenOf([chosen, 'offeredPersonUsed']);
    expect([forms.newCall, forms.offered]).toEqual([olga, null]);
    const edited = type({ ...emptyForm, ...rex, fname: 'Max' });
    const swapped = screenOf([chosen, edited, 'offeredPersonUsed']).forms;
    expect(swapped).toMatchObject({ newCall: olgaPerson, offered: { fname: 'Max' } });
  });

  test.each<[string, readonly EventInput[]]>([
    ['the panel is closed', [close]],
    ['the edited person is discarded', [type({ ...emptyForm, ...rex, fname: 'Max' }), close, discard]],
    ['the person is called', [callNow, dial.slice(1)]],
    ['another person is chosen and the panel is closed', [{ ...lead, fname: 'Ann' }, close]],
    ['a link arrives and the panel is closed', [link, close]],
  ])('gives the form back to the typed text when %s', (_, events) => {
    const { forms } = screenOf([chosen, events]);
    expect(forms).toMatchObject({ newCall: olgaPerson, offered: null });
  });

  test('leaves the typed text in storage for a reloaded page', () => {
    const stored = run(chosen).all.filter(({ type: name }) => name === 'saveForms');
    expect(stored.at(-1)).toMatchObject({ forms: { newCall: null, offered: olgaPerson } });
    const { forms } = screenOf([beforeForms, formsLoaded({ offered: olgaPerson })]);
    expect(forms).toMatchObject({ newCall: olgaPerson, offered: null });
  });
});

describe('the error of a call that was not placed', () => {
  const refused = [...typing, callNow, rejected];
  test.each<[string, NewCallForm, string | null]>([
    ['goes when the number changes', { ...olga, phoneNumber: '(415) 555-0177' }, null],
    ['goes when the country changes', { ...olga, country: 'US' }, null],
    ['stays while only a name changes', { ...olga, fname: 'Olga M' }, BARRED],
  ])('%s', (_, form, error) => {
    expect(banner(run([refused, type(form)]).state)).toBe(error);
  });

  test('goes when another person is chosen', () => {
    expect(banner(run([refused, lead]).state)).toBeNull();
  });
});

describe('a reloaded page', () => {
  const early = beforeForms;
  const stored: StoredForms = { newCall: olga, offered: null, addLead: null };

  test('loads and offers the typed text', () => {
    expect(run(early).last).toContainEqual({ type: 'loadForms', userId: user.id });
    const { state, last } = run([early, formsLoaded(stored)]);
    expect(unfinishedForm(state)?.contact).toBe('Olga Line');
    expect(effectTypes(last)).toEqual([]);
  });

  test('with a tel: link keeps the typed text and offers the number', () => {
    const { forms, view } = screenOf([early, link, formsLoaded(stored)]);
    expect(view).toMatchObject({ panel: { name: 'new_call' } });
    expect(forms).toMatchObject({ newCall: olga, offered: { phoneNumber: '+14155550143' } });
  });

  test('loses neither stored text nor text typed before the storage is read', () => {
    const rex = { ...emptyForm, fname: 'Rex' };
    const { state, last } = run([early, nav('new_call'), type(rex), formsLoaded(stored)]);
    expect(state.screen.forms).toMatchObject({ newCall: rex, offered: { fname: 'Olga' } });
    expect(effectTypes(last)).toEqual(['saveForms']);
  });

  test('reads the storage only once', () => {
    expect(
      screenOf([...typing, formsLoaded({ newCall: { ...emptyForm, fname: 'Rex' } })]).forms,
    ).toMatchObject({ newCall: olga, offered: null });
  });

  test("doesn't store a number that only came from a link", () => {
    expect(run([agent, link]).all.filter(({ type: name }) => name === 'saveForms')).toEqual([]);
  });

  test('clears its forms when another tab becomes the phone', () => {
    const { state, last } = run([typing, 'pageLockLost']);
    expect(state.screen.forms).toEqual(emptyForms);
    expect(effectTypes(last)).not.toContain('saveForms');
  });
});

describe("a call that can't be placed", () => {
  test('shows its error only in New Call, whatever panel is open', () => {
    const events = [...typing, callNow, nav('settings'), rejected];
    expect([panelOf(events), banner(run(events).state)]).toEqual(['new_call', BARRED]);
    const { state } = run([events, nav('settings')]);
    expect(banner(state)).toBeNull();
    expect(unfinishedForm(state)?.refusal).toBe(BARRED);
  });

  test('shows the reason even if the device was lost in the meantime', () => {
    const events = [...typing, callNow, lost, rejected];
    const { state } = run(events);
    expect([panelOf(events), unfinishedForm(state)?.refusal]).toEqual([null, BARRED]);
    expect(banner(run([events, nav('new_call')]).state)).toBe(BARRED);
    expect(banner(run([typing, callNow, lost, nav('new_call'), rejected]).state)).toBe(BARRED);
  });

  test('shows its error after an intervening ring', () => {
    const ringing: EventInput = [typing, callNow, lost, ring(), rejected];
    expect(viewName(run(ringing).state)).toBe('ringing');
    expect(unfinishedForm(run([ringing, 'ignoreClicked']).state)?.refusal).toBe(BARRED);
  });

  test('blocks keys briefly when New Call replaces another panel', () => {
    const moves = (events: EventInput) => screenOf(events).unpromptedChanges;
    const away = [...typing, callNow, nav('history')];
    expect(moves([away, rejected])).toBe(moves(away) + 1);
    expect(moves([typing, callNow, rejected])).toBe(moves(typing));
  });
});

test("a note that can't be opened shows its error only in the history", () => {
  const failed: PhoneEvent = { type: 'pastCallFailed', error: 'X' };
  expect(banner(run([agent, nav('history'), failed]).state)).toBe('X');
  expect(screenOf([agent, nav('settings'), failed]).view).toMatchObject({ banner: null });
});

describe('Add Lead', () => {
  const ada: PersonForm = { fname: 'Ada', lname: '', phoneNumber: '(415) 555-0177', country: 'US' };
  const unknownCaller = {
    lead: null,
    lead_id: null,
    direction: 'inbound',
    phone_number: '+14155550166',
  } as const;
  const typed: PhoneEvent = { type: 'addLeadTyped', form: ada };
  const submitted: PhoneEvent = { type: 'addLeadSubmitted', ...ada, problem: null };
  const call = [...agent, ...talk(unknownCaller), tile('addLead')];
  const adding = [...call, typed];
  const answered = (resume: number | null) => presence({ resume });

  test('keeps its text while another panel is open, and stores it with its call', () => {
    const { state, last } = run(adding);
    expect(addLead(state)).toEqual(ada);
    expect(last).toMatchObject([{ type: 'saveForms', forms: { addLead: { ...ada, callId: 55 } } }]);
    expect(addLead(run([adding, tile('keypad'), tile('addLead')]).state)).toEqual(ada);
  });

  test('keeps its text through a reload during the same call', () => {
    const stored = formsLoaded({ addLead: { ...ada, callId: 55 } });
    const back = [...beforeForms, stored, answered(55), ...talk(unknownCaller)];
    expect(addLead(run(back).state)).toEqual(ada);
  });

  test('starts empty in another call; the old text becomes an unfinished New Call', () => {
    const stored = formsLoaded({ addLead: { ...ada, callId: 54 } });
    const { state } = run([beforeForms, stored, talk(unknownCaller)]);
    expect(addLead(state).phoneNumber).toBe('+14155550166');
    expect(state.screen.forms.newCall).toMatchObject(ada);
  });

  test.each<[string, PhoneEvent]>([
    ['Escape or the close icon', close],
    ['its tile', tile('addLead')],
  ])("asks before it's closed by %s", (_, how) => {
    const { state } = run([adding, how]);
    expect([asksToDiscard(state), state.screen.view]).toMatchObject([true, { panel: 'addLead' }]);
    const discarded = run([adding, how, discard]).state;
    expect(discarded.screen.view).toMatchObject({ panel: null, asksToDiscard: false });
    expect(addLead(discarded).phoneNumber).toBe('+14155550166');
    expect(addLead(run([adding, how, 'formKept']).state)).toEqual(ada);
  });

  test("doesn't ask if there is only the caller's number", () => {
    expect(screenOf([call, close]).view).toMatchObject({ panel: null, asksToDiscard: false });
  });

  test('is empty once the lead is added', () => {
    const added: PhoneEvent = {
      type: 'leadAdded',
      callId: 55,
      call: callOf(),
      lead: callOf().lead as never,
      at: 1_000_000,
    };
    expect(screenOf([adding, submitted, added]).forms.addLead).toBeNull();
  });

  test('becomes an unfinished New Call when its call ends', () => {
    const { state } = run([adding, disconnected(), 'doneClicked']);
    expect(unfinishedForm(state)?.contact).toBe('Ada');
    expect(state.screen.forms).toMatchObject({ newCall: ada, addLead: null });
    // Only the caller's number, which wasn't typed.
    expect(unfinishedForm(run([call, disconnected(), 'doneClicked']).state)).toBeNull();
  });

  test('is offered to a New Call that has text', () => {
    const both = [...typing, ...talk(unknownCaller), tile('addLead'), typed];
    expect(screenOf([both, disconnected()]).forms).toMatchObject({ newCall: olga, offered: ada });
  });

  test('of a call that is over is kept only if the server says that it will resume', () => {
    const ended = [...adding, cancelled()];
    expect(screenOf([ended, answered(55)]).forms.addLead).toMatchObject(ada);
    expect(screenOf([ended, answered(null)]).forms).toMatchObject({ newCall: ada, addLead: null });
    expect(screenOf([adding, answered(null)]).forms.addLead).toMatchObject(ada);
  });

  test('shows an error as a toast while another panel is open', () => {
    const failed: PhoneEvent = { type: 'addLeadFailed', callId: 55, error: 'X.' };
    const { state } = run([adding, submitted, tile('keypad'), failed]);
    expect([banner(state), currentNotice(state)]).toEqual([null, 'Couldn’t add the lead. X.']);
    expect(banner(run([adding, submitted, failed]).state)).toBe('X.');
    expect(banner(run([adding, submitted, close, failed]).state)).toBe('X.');
    expect(addLead(run([adding, submitted, close, failed, tile('addLead')]).state)).toEqual(ada);
  });

  test('blocks keys briefly when a colleague adds the lead and the panel closes', () => {
    const refreshed: PhoneEvent = {
      type: 'callRefreshed',
      callKey: KEY,
      call: callOf(),
      at: 2_000_000,
      askedAt: 1_999_990,
    };
    expect(screenOf([adding, refreshed]).unpromptedChanges).toBe(screenOf(adding).unpromptedChanges + 1);
  });
});
