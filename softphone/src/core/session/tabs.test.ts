import { describe, expect, test } from 'vitest';
import type { Click, PhoneEvent } from '../events.ts';
import {
  ACCEPTED_AT,
  accepted,
  choose,
  disconnected,
  formsLoaded,
  KEY,
  lead,
  nav,
  offered,
  pageLoaded,
  presence,
  ring,
  talk,
  ticked,
  token,
  user,
} from '../sample-events.ts';
import { emptyForm } from '../screen/screen-state.ts';
import { viewName } from '../screen/view-name.ts';
import { isOnline } from './offline.ts';
import { isOpenElsewhere } from './readiness.ts';
import { initialTabs, shownPhone, type TabEvent, type Tabs, type TabsOutcome, tabs } from './tabs.ts';

type TabsEffect = TabsOutcome['effects'][number];

const signedIn: readonly PhoneEvent[] = [pageLoaded, { type: 'userLoaded', user }];
const lockGained: PhoneEvent = { type: 'pageLockGained' };
const lockLost: PhoneEvent = { type: 'pageLockLost' };
const online: readonly PhoneEvent[] = [
  presence(),
  { type: 'deviceRegistered' },
  { type: 'realtimeConnected' },
];

/** Tabs of one browser. Messages arrive immediately, as copies. */
function browser(count: number) {
  const pages = Array.from({ length: count }, () => ({ state: initialTabs, effects: [] as TabsEffect[] }));
  const frozen = new Set<number>();
  function send(index: number, ...events: readonly (PhoneEvent | TabEvent)[]): void {
    for (const event of events) {
      const page = pages[index];
      if (!page) throw new Error(`There is no page ${index}.`);
      const { tabs: next, effects } = tabs(page.state, event);
      page.state = next;
      page.effects.push(...effects);
      for (const effect of effects) {
        const message = toMessage(effect);
        if (message && !frozen.has(index))
          pages.forEach((_, other) => {
            if (other !== index && !frozen.has(other)) send(other, structuredClone(message));
          });
      }
    }
  }
  const stateOf = (index: number): Tabs => pages[index]?.state ?? initialTabs;
  return {
    send,
    /** The page no longer sends or receives. */
    freeze: (index: number) => frozen.add(index),
    state: stateOf,
    shown: (index: number) => shownPhone(stateOf(index)),
    performed: (index: number): string[] => (pages[index]?.effects ?? []).map(({ type }) => type),
    click: (index: number, click: Click) => send(index, { type: 'pageClicked', click }),
  };
}

function toMessage(effect: TabsEffect): TabEvent | null {
  switch (effect.type) {
    case 'reportToTabs':
      return { type: 'phoneReported', state: effect.state };
    case 'requestReport':
      return { type: 'reportRequested' };
    case 'forwardClick':
      return { type: 'clickForwarded', click: effect.click };
    default:
      return null;
  }
}

/** Page 0 is the phone, page 1 follows. */
function twoPages(...events: readonly PhoneEvent[]) {
  const both = browser(2);
  both.send(0, ...signedIn, lockGained, ...online);
  both.send(1, ...signedIn, lockLost);
  both.send(0, ...events);
  return both;
}

/** Effects that only the phone may perform. */
const PHONE_ONLY = [
  'registerDevice',
  'startRing',
  'acceptLine',
  'connectLine',
  'placeCall',
  'reportPresence',
  'notifyIncoming',
];

describe('a follower tab', () => {
  test("shows the phone's state, and is online like the phone", () => {
    const { shown } = twoPages();
    expect(viewName(shown(1))).toBe('waiting');
    expect([isOnline(shown(1)), isOpenElsewhere(shown(1))]).toEqual([true, false]);
    const ringing = twoPages(...ring());
    expect(ringing.shown(1)).toEqual(ringing.shown(0));
    expect(viewName(ringing.shown(1))).toBe('ringing');
  });

  test('never rings, opens a microphone or reports, whatever is clicked in it', () => {
    const both = twoPages(...ring());
    both.click(1, { type: 'acceptClicked' });
    both.send(1, token, ticked);
    expect(both.performed(1).filter((type) => PHONE_ONLY.includes(type))).toEqual([]);
  });

  test('forwards clicks to the phone, and shows their outcome', () => {
    const both = twoPages(...ring());
    both.click(1, { type: 'acceptClicked' });
    expect(both.performed(0)).toContain('acceptLine');
    both.send(0, accepted());
    expect(viewName(both.shown(1))).toBe('oncall');
    both.click(1, { type: 'muteClicked' });
    expect(both.performed(0)).toContain('muteLine');
  });

  test('keeps its typed text in the phone, and shows text typed there', () => {
    const both = twoPages(formsLoaded());
    both.click(1, nav('new_call'));
    both.click(1, { type: 'newCallTyped', form: { ...emptyForm, fname: 'Olga' } });
    both.click(0, { type: 'newCallTyped', form: { ...emptyForm, fname: 'Olga', lname: 'Line' } });
    for (const index of [0, 1]) expect(both.shown(index).screen.forms.newCall.lname).toBe('Line');
    expect(both.performed(1)).not.toContain('saveForms');
    both.freeze(0);
    both.send(1, lockGained, formsLoaded());
    expect(both.shown(1).screen.forms.newCall).toMatchObject({ fname: 'Olga', lname: 'Line' });
  });

  test('forwards the tel: link that opened it to the phone', () => {
    const both = browser(2);
    both.send(0, ...signedIn, lockGained, formsLoaded(), ...online);
    const linked: PhoneEvent = { type: 'pageLoaded', telUrl: 'tel:+1-415-555-0143', storedCall: null };
    both.send(1, linked, { type: 'userLoaded', user }, lockLost);
    for (const index of [0, 1])
      expect(both.shown(index).screen).toMatchObject({
        view: { panel: { name: 'new_call' } },
        forms: { newCall: { phoneNumber: '+14155550143' } },
      });
    both.click(0, { type: 'panelClosed' });
    both.send(0, ticked);
    expect(both.shown(1).screen.view).toMatchObject({ panel: null });
  });

  test("gets the state when it's opened during a call", () => {
    const both = twoPages(...talk());
    const later = browser(2);
    later.send(0, ...signedIn, lockGained, ...online, ...talk());
    later.send(1, ...signedIn, lockLost);
    expect(viewName(later.shown(1))).toBe('oncall');
    expect(viewName(both.shown(1))).toBe('oncall');
  });

  test("writes the phone's errors to the clipboard itself, and the phone confirms it", () => {
    const both = twoPages({ type: 'deviceErrored', code: 31009, message: 'x', at: 5 });
    both.click(1, { type: 'copyErrorLogsClicked' });
    expect(both.performed(1)).toContain('copyErrorLogs');
    expect(both.performed(0)).not.toContain('copyErrorLogs');
    both.send(1, { type: 'errorLogsCopied' });
    expect(both.shown(1).screen.alerts).toEqual(['Copied error logs to clipboard!']);
  });

  test('opens the notification prompt itself, and the phone records the outcome', () => {
    const both = twoPages({ type: 'notifyPermissionFound', permission: 'default' });
    both.send(1, { type: 'notifyPermissionFound', permission: 'default' });
    both.click(1, { type: 'allowNotificationsClicked' });
    expect(both.performed(1)).toContain('requestNotifyPermission');
    expect(both.performed(0)).not.toContain('requestNotifyPermission');
    both.send(1, { type: 'notifyPermissionFound', permission: 'granted' });
    expect([both.shown(0).audio.notify, both.shown(1).audio.notify]).toEqual(['granted', 'granted']);
  });

  test("without a phone's report is pending first, then shows the phone as open elsewhere", () => {
    const both = browser(2);
    both.send(1, ...signedIn, lockLost);
    expect([isOnline(both.shown(1)), isOpenElsewhere(both.shown(1))]).toEqual([false, false]);
    both.send(1, ticked, ticked);
    expect(isOpenElsewhere(both.shown(1))).toBe(true);
    both.click(1, { type: 'useItHereClicked' });
    expect(both.performed(1)).toContain('stealPageLock');
  });

  test('stops showing the last report of a frozen phone', () => {
    const both = twoPages();
    both.freeze(0);
    both.send(1, ticked, ticked);
    expect(isOnline(both.shown(1))).toBe(true);
    both.send(1, ticked);
    expect([isOnline(both.shown(1)), isOpenElsewhere(both.shown(1))]).toEqual([false, true]);
  });

  test('gets a report at every tick, even if nothing changes', () => {
    const both = twoPages();
    for (let tick = 0; tick < 5; tick++) {
      both.send(0, ticked);
      both.send(1, ticked);
    }
    expect(isOnline(both.shown(1))).toBe(true);
  });

  test('shows the phone as open elsewhere if the server says so, and takes it over through the phone', () => {
    const both = twoPages(presence({ phone: false }));
    expect(isOpenElsewhere(both.shown(1))).toBe(true);
    both.click(1, { type: 'useItHereClicked' });
    expect(both.performed(1)).not.toContain('stealPageLock');
    expect(both.shown(0).session).toMatchObject({ takingOver: true });
  });
});

describe("when the phone's tab closes", () => {
  /** Page 0 is closed, page 1 has the lock. */
  function successor(...events: readonly PhoneEvent[]) {
    const both = twoPages(...events);
    both.freeze(0);
    both.send(1, lockGained);
    return both;
  }

  test('the other tab registers, reports and can be rung', () => {
    const both = successor();
    expect(both.performed(1).slice(-6)).toEqual(expect.arrayContaining(['fetchToken', 'reportPresence']));
    both.send(1, ...online, offered);
    expect(both.performed(1)).toContain('lookUpCall');
  });

  test('the call resumes in the other tab with its time, even after a reload', () => {
    const both = successor(...talk());
    expect(viewName(both.shown(1))).toBe('waiting');
    expect(both.performed(1)).toContain('storeCall');
    both.send(
      1,
      presence({ resume: 55 }),
      { type: 'deviceRegistered' },
      ...ring({}, { autoaccept: true, status: 'accepted' }),
      accepted(KEY, ACCEPTED_AT + 20_000),
    );
    expect(both.shown(1).screen.view).toMatchObject({
      name: 'oncall',
      phase: { name: 'talking', startedAt: ACCEPTED_AT },
    });
  });

  test('the other tab waits for a requested ring no longer than the phone would have', () => {
    const both = successor({ type: 'checkForLeadClicked' }, { type: 'leadChecked', lead });
    expect(both.shown(1).screen.view).toMatchObject({ name: 'waiting', lead });
    expect(both.performed(1)).toContain('startAwaitedRingTimer');
  });

  test.each<[string, readonly PhoneEvent[], string]>([
    ['in the result view', [...talk(), disconnected()], 'disposition'],
    ['in a result view that was sending', [...talk(), disconnected(), choose('contacted')], 'disposition'],
    [
      'in the note view',
      [...talk({ direction: 'inbound', type: 'inbound' }), disconnected(), { type: 'addNoteClicked' }],
      'note',
    ],
    ['after a ring', ring(), 'waiting'],
    ['with a panel open', [nav('history')], 'waiting'],
  ])('the agent continues %s', (_name, events, view) => {
    const both = successor(...events);
    const { screen } = both.shown(1);
    expect(screen.view.name).toBe(view);
    const { view: resting } = screen;
    expect('sending' in resting && resting.sending).toBeFalsy();
    const opened = events.some(({ type }) => type === 'navClicked');
    if (opened) expect(resting).toMatchObject({ panel: { name: 'history', page: 1 } });
  });
});

test('a single tab forwards nothing, and handles its own clicks', () => {
  const one = browser(1);
  one.send(0, ...signedIn, lockGained, ...online);
  one.click(0, nav('history'));
  expect(one.shown(0).screen.view).toMatchObject({ panel: { name: 'history' } });
  expect(one.performed(0)).not.toContain('forwardClick');
});

describe('a suspended page', () => {
  test('is offline until its connections are confirmed, and loses nothing', () => {
    const one = browser(1);
    one.send(0, ...signedIn, lockGained, ...online, ...talk(), disconnected());
    expect(isOnline(one.shown(0))).toBe(true);
    one.send(0, { type: 'pageResumed' });
    expect(isOnline(one.shown(0))).toBe(false);
    expect(one.performed(0).slice(-4)).toEqual(
      expect.arrayContaining(['reconnectRealtime', 'unregisterDevice', 'reportPresence']),
    );
    one.send(0, { type: 'realtimeConnected' });
    expect(isOnline(one.shown(0))).toBe(false);
    one.send(0, { type: 'deviceUnregistered' }, token);
    expect(viewName(one.shown(0))).toBe('disposition');
    one.send(0, { type: 'deviceRegistered' });
    expect(isOnline(one.shown(0))).toBe(true);
  });

  test('keeps a call that is still alive', () => {
    const one = browser(1);
    one.send(0, ...signedIn, lockGained, ...online, ...talk(), { type: 'pageResumed' });
    expect(viewName(one.shown(0))).toBe('oncall');
    expect(one.performed(0)).not.toContain('unregisterDevice');
  });
});

test("a closing phone reports that it's leaving once, and a follower tab doesn't", () => {
  const both = twoPages();
  both.send(1, { type: 'pageLeft' });
  both.send(0, { type: 'pageLeft' });
  expect(both.performed(0).filter((type) => type === 'leavePresence')).toHaveLength(1);
  expect(both.performed(1)).not.toContain('leavePresence');
});
