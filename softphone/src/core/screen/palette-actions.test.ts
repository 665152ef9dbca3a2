import type { CallRecording } from '@offhook/contract/calls/recording';
import { describe, expect, test } from 'vitest';
import type { PhoneState } from '../phone-state.ts';
import {
  consultationOf,
  disconnected,
  type EventInput,
  nav,
  ownStatus,
  presence,
  ring,
  run,
  signedInAs,
  supervisor,
  talk,
  tile,
} from '../sample-events.ts';
import { offersTeams, PALETTE_ACTIONS, paletteActions, peoplePanel } from './palette-actions.ts';
import { opensPalette } from './palette-views.ts';

const agent = signedInAs();
const recording = (state: CallRecording['state']): CallRecording => ({ state, pause_minutes: 10 });
const stateAfter = (...events: readonly EventInput[]): PhoneState => run(events).state;
const offered = (...events: readonly EventInput[]) =>
  paletteActions(stateAfter(...events)).map(({ name, status }) => (status ? `${name} ${status}` : name));
const reachable: EventInput = ['realtimeConnected', 'deviceRegistered', presence()] as EventInput;

test('no view has an action that hangs up, answers or gives a result', () => {
  const forbidden = /hang|accept|ignore|result|remove|disposition|logout/i;
  expect(
    Object.values(PALETTE_ACTIONS)
      .flat()
      .filter((name) => forbidden.test(name)),
  ).toEqual([]);
});

describe('the palette', () => {
  test.each<[string, readonly EventInput[], boolean]>([
    ['opens while waiting', [agent], true],
    ['opens in a call', [agent, talk()], true],
    ["doesn't open before the login", [], false],
    ["doesn't open while a call rings", [agent, ring()], false],
    ["doesn't open before the call's result", [agent, talk(), disconnected()], false],
  ])('%s', (_, events, opens) => {
    expect(opensPalette(stateAfter(...events))).toBe(opens);
    expect(offered(...events).length > 0).toBe(opens);
  });

  test('offers the panels, except one that is open', () => {
    expect(offered(agent)).toEqual(expect.arrayContaining(['new_call', 'history', 'settings', 'keys']));
    expect(offered(agent, nav('history'))).not.toContain('history');
  });

  test('offers Check for lead only where the waiting view has it, so not in wrap-up', () => {
    const wrapUp = presence({ wrapUp: { call_id: 55, seconds_left: 12 } });
    expect(offered(agent, reachable)).toContain('checkForLead');
    expect(offered(agent, reachable, wrapUp)).not.toContain('checkForLead');
  });

  test('offers the conference only to supervisors', () => {
    expect(offered(agent)).not.toContain('conference');
    expect(offered(supervisor)).toContain('conference');
  });

  test('offers every status but the current one, once it is known', () => {
    const loaded = (key: string) =>
      ({ type: 'statusLoaded', status: ownStatus({ key }), at: 0, askedAt: 0 }) as const;
    expect(offered(agent, reachable).filter((one) => one.startsWith('status'))).toEqual([]);
    expect(offered(agent, reachable, loaded('break')).filter((one) => one.startsWith('status'))).toEqual([
      'status available',
      'status lunch',
      'status training',
    ]);
    expect(offered(agent, reachable, loaded('do_not_disturb')).join()).not.toContain('status');
  });

  test('offers in a call what its tiles offer', () => {
    const call = offered(agent, talk());
    expect(call).toEqual(expect.arrayContaining(['mute', 'hold', 'transfer', 'keypad']));
    expect(call).not.toContain('new_call');
    expect(offered(agent, talk(), tile('keypad'))).not.toContain('keypad');
  });

  const consulting = (fields: Parameters<typeof consultationOf>[0] = {}) =>
    talk({ consultation: consultationOf(fields) });

  test.each<[string, readonly EventInput[], readonly string[]]>([
    [
      'its tiles instead of those of the call',
      [consulting()],
      ['consultComplete', 'consultConference', 'consultBack'],
    ],
    [
      'no Complete while the colleague reconnects',
      [consulting({ is_connected: false })],
      ['consultConference', 'consultBack'],
    ],
    ['Done once the lead has left', [consulting({ lead_left: true })], ['consultDone']],
    ['no tiles to the colleague', [consulting({ role: 'colleague' })], []],
    ['no tiles while it ends', [consulting(), { type: 'consultEndClicked', how: 'back' }], []],
  ])('offers in a consultation %s', (_, events, tiles) => {
    expect(offered(agent, ...events)).toEqual(['mute', ...tiles, 'keys', 'help']);
  });

  test.each<[string, CallRecording | null, readonly EventInput[], boolean | null]>([
    ['offers to pause a recording', recording('on'), [], false],
    ['offers to resume a paused recording', recording('paused'), [], true],
    ['offers nothing while the provider confirms', recording('pausing'), [], null],
    ['offers nothing before the server answers', recording('on'), [{ type: 'recordingClicked' }], null],
    ['offers no pause that the account forbids', { ...recording('on'), pause_minutes: null }, [], null],
    ['offers nothing for a call without recording', null, [], null],
  ])('%s', (_, state, events, undoes) => {
    const actions = paletteActions(stateAfter(agent, talk({ recording: state }), ...events));
    const found = actions.find(({ name }) => name === 'recording');
    const wanted = { name: 'recording', shortcut: 'R', undoes, click: { type: 'recordingClicked' } };
    expect(found).toEqual(undoes === null ? undefined : wanted);
  });

  test('offers to park a call that can be parked', () => {
    expect(offered(agent, talk({ parks: true }))).toContain('park');
    expect(offered(agent, talk())).not.toContain('park');
    expect(offered(agent, talk({ parks: true }), 'parkClicked')).not.toContain('park');
  });

  test('sends the same click as the button, and names the button that undoes', () => {
    const actions = paletteActions(stateAfter(agent, talk()));
    expect(actions.find(({ name }) => name === 'hold')).toMatchObject({
      shortcut: 'H',
      undoes: false,
      click: { type: 'holdClicked' },
    });
  });

  test('looks for colleagues where one can be chosen', () => {
    expect(peoplePanel(stateAfter(agent))).toBeNull();
    expect(peoplePanel(stateAfter(supervisor))).toBe('conference');
    expect(peoplePanel(stateAfter(agent, talk()))).toBe('transfer');
    expect(peoplePanel(stateAfter(supervisor, talk(), tile('transfer')))).toBe('transfer');
    expect(peoplePanel(stateAfter(supervisor, talk(), tile('conference')))).toBe('conference');
    expect(peoplePanel(stateAfter(supervisor, nav('conference')))).toBe('conference');
    expect(peoplePanel(stateAfter(agent, consulting()))).toBeNull();
  });

  test('looks for teams where Transfer can be opened or is open', () => {
    expect(offersTeams(stateAfter(supervisor))).toBe(false);
    expect(offersTeams(stateAfter(agent, talk()))).toBe(true);
    expect(offersTeams(stateAfter(agent, talk(), tile('transfer')))).toBe(true);
    expect(offersTeams(stateAfter(supervisor, talk(), tile('conference')))).toBe(true);
    expect(offersTeams(stateAfter(agent, consulting()))).toBe(false);
  });
});
