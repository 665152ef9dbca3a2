import { describe, expect, it } from 'vitest';
import { audio } from './audio.ts';
import { type AudioDevice, type AudioState, defaultSettings, initialAudio } from './audio-state.ts';
import { deviceInUse, deviceNotice, settingsInUse } from './device-choice.ts';

const device = (id: string, label: string, group = ''): AudioDevice => ({ id, label, group });

const builtIn = device('mic-1', 'Built-in microphone', 'laptop');
const headsetMic = device('mic-2', 'Headset', 'headset');
const webcam = device('mic-3', 'Webcam', 'webcam');
const speakers = device('out-1', 'Speakers', 'laptop');
const headsetOut = device('out-2', 'Headset', 'headset');
const system = (group: string) => device('default', 'Default', group);

const laptop = { inputs: [builtIn], outputs: [speakers] };
const withHeadset = { inputs: [builtIn, headsetMic], outputs: [speakers, headsetOut] };
const unnamed = { inputs: [device('', '')], outputs: [device('', '')] };
const none = { inputs: [], outputs: [] };

const chosen = { ...defaultSettings, microphone: 'mic-2', speaker: 'out-2', ringer: 'out-1' };

describe('the settings in use', () => {
  const cases: [sentence: string, devices: typeof laptop, microphone: string, speaker: string][] = [
    ['are the chosen devices if they are available', withHeadset, 'mic-2', 'out-2'],
    ["are the system's default for a missing device", laptop, '', ''],
    ['are the chosen devices while names are hidden', unnamed, 'mic-2', 'out-2'],
    ['are the chosen devices before any device is listed', none, 'mic-2', 'out-2'],
  ];
  it.each(cases)('%s', (_sentence, devices, microphone, speaker) => {
    expect(settingsInUse(devices, chosen)).toMatchObject({ microphone, speaker, autoAccept: false });
  });
  it('are independent for each use', () => {
    const devices = { inputs: [builtIn, headsetMic], outputs: [headsetOut] };
    expect(settingsInUse(devices, chosen)).toMatchObject({
      microphone: 'mic-2',
      speaker: 'out-2',
      ringer: '',
    });
  });
});

describe('the device in use', () => {
  const inputs = [system('webcam'), builtIn, webcam, headsetMic];
  it('is the chosen device', () => {
    expect(deviceInUse({ inputs, outputs: [] }, chosen, 'microphone')).toBe(headsetMic);
  });
  it("is the device behind the system's default", () => {
    expect(deviceInUse({ inputs, outputs: [] }, defaultSettings, 'microphone')).toBe(webcam);
  });
  it('is the first device if the system names no default', () => {
    expect(deviceInUse(laptop, defaultSettings, 'microphone')).toBe(builtIn);
  });
  it('is null without devices', () => {
    expect(deviceInUse(none, defaultSettings, 'speaker')).toBeNull();
  });
});

describe('the notice after a device change', () => {
  const headset = { label: 'Headset', microphone: 'mic-2', speaker: 'out-2' };
  const cases: [
    sentence: string,
    before: typeof laptop,
    after: typeof laptop,
    settings: typeof chosen,
    notice: ReturnType<typeof deviceNotice>,
  ][] = [
    [
      'names a lost device and its replacement',
      withHeadset,
      laptop,
      chosen,
      { text: 'Headset was disconnected. Using Built-in microphone now.', offer: null },
    ],
    [
      'names a lost speaker',
      { ...withHeadset, outputs: [speakers, device('out-3', 'Desk')] },
      { ...withHeadset, outputs: [speakers] },
      { ...chosen, speaker: 'out-3' },
      { text: 'Desk was disconnected. Using Speakers now.', offer: null },
    ],
    [
      'names a lost system default',
      { inputs: [system('headset'), builtIn, headsetMic], outputs: [speakers] },
      { inputs: [system('laptop'), builtIn], outputs: [speakers] },
      defaultSettings,
      { text: 'Headset was disconnected. Using Built-in microphone now.', offer: null },
    ],
    [
      'says that no other microphone was found',
      { inputs: [headsetMic], outputs: [speakers] },
      { inputs: [], outputs: [speakers] },
      defaultSettings,
      { text: 'Headset was disconnected. No other microphone was found.', offer: null },
    ],
    [
      'offers both parts of a new headset',
      laptop,
      withHeadset,
      defaultSettings,
      { text: 'Headset is connected.', offer: headset },
    ],
    [
      'offers a new microphone',
      laptop,
      { ...laptop, inputs: [builtIn, webcam] },
      defaultSettings,
      { text: 'Webcam is connected.', offer: { label: 'Webcam', microphone: 'mic-3', speaker: null } },
    ],
    [
      'names the lost device and offers the new one',
      { ...laptop, inputs: [builtIn, webcam] },
      withHeadset,
      { ...defaultSettings, microphone: 'mic-3' },
      { text: 'Webcam was disconnected. Using Built-in microphone now.', offer: headset },
    ],
    [
      'names a chosen device that is back',
      laptop,
      withHeadset,
      chosen,
      { text: 'Using Headset again.', offer: null },
    ],
    ["is null for a lost device that wasn't in use", withHeadset, laptop, defaultSettings, null],
    ["is null if only the devices' names become known", unnamed, withHeadset, defaultSettings, null],
    ['is null if the names are hidden again', withHeadset, unnamed, chosen, null],
    ['is null for the first list', none, withHeadset, chosen, null],
    ['is null without a change', withHeadset, withHeadset, chosen, null],
  ];
  it.each(cases)('%s', (_sentence, before, after, settings, notice) => {
    expect(deviceNotice(before, after, settings)).toEqual(notice);
  });
});

describe('the audio state machine', () => {
  const agent: AudioState = { ...initialAudio, userId: 1, settings: chosen, devices: withHeadset };

  it('replaces a lost device but keeps the choice', () => {
    const { state, effects } = audio(agent, { type: 'audioDevicesListed', devices: laptop });
    expect(state.settings).toEqual(chosen);
    expect(effects).toEqual([
      { type: 'applySettings', settings: { ...chosen, microphone: '', speaker: '' } },
      { type: 'startDeviceNoticeTimer', ms: 6_000 },
    ]);
    const again = audio(state, { type: 'audioDevicesListed', devices: withHeadset });
    expect(again.effects[0]).toEqual({ type: 'applySettings', settings: chosen });
  });

  it('does nothing if the device in use is still there', () => {
    const devices = { ...withHeadset, inputs: [headsetMic] };
    expect(audio(agent, { type: 'audioDevicesListed', devices }).effects).toEqual([]);
  });

  it('offers a new device, and uses and saves it when the agent accepts', () => {
    const before = { ...agent, settings: { ...defaultSettings, ringer: 'out-1' }, devices: laptop };
    const offered = audio(before, { type: 'audioDevicesListed', devices: withHeadset });
    expect(offered.effects).toEqual([{ type: 'startDeviceNoticeTimer', ms: 20_000 }]);
    const accepted = audio(offered.state, { type: 'deviceOfferAccepted' });
    expect(accepted.state).toMatchObject({ settings: chosen, notice: null });
    expect(accepted.effects).toEqual([
      { type: 'saveSettings', userId: 1, settings: chosen },
      { type: 'applySettings', settings: chosen },
    ]);
  });

  it('ignores a click on an expired offer', () => {
    const { state, effects } = audio(agent, { type: 'deviceOfferAccepted' });
    expect([state, effects]).toEqual([agent, []]);
  });

  it('saves the settings and shows that they were saved', () => {
    const settings = { microphone: 'mic-1', speaker: '', ringer: 'out-2' };
    const saved = audio(agent, { type: 'settingsSaved', settings });
    expect(saved.state.notice).toEqual({ text: 'Saved', offer: null });
    expect(saved.effects.map(({ type }) => type)).toEqual([
      'saveSettings',
      'applySettings',
      'startDeviceNoticeTimer',
    ]);
    expect(audio(saved.state, { type: 'deviceNoticeTimedOut' }).state.notice).toBeNull();
  });

  it('opens the notification prompt only on a click, and only while the permission is undecided', () => {
    const ask = { type: 'allowNotificationsClicked' } as const;
    const found = (permission: AudioState['notify']) =>
      audio(agent, { type: 'notifyPermissionFound', permission });
    expect(found('default')).toMatchObject({ state: { notify: 'default' }, effects: [] });
    expect(audio(found('default').state, ask).effects).toEqual([{ type: 'requestNotifyPermission' }]);
    for (const permission of ['granted', 'denied', 'unknown'] as const)
      expect(audio(found(permission).state, ask).effects).toEqual([]);
  });

  it('saves Not now for this user in this browser', () => {
    const { state, effects } = audio(agent, { type: 'notifyNotNowClicked' });
    const settings = { ...chosen, notifyNotNow: true };
    expect(state.settings).toEqual(settings);
    expect(effects).toContainEqual({ type: 'saveSettings', userId: 1, settings });
  });

  it('shows immediately that the microphone stopped', () => {
    expect(audio(agent, { type: 'microphoneStopped' }).state.notice?.text).toBe(
      'The microphone stopped working. Check its cable.',
    );
  });

  it('requests device names only when the settings open', () => {
    const effectsOf = (event: Parameters<typeof audio>[1]) => audio(agent, event).effects;
    expect(effectsOf({ type: 'navClicked', item: 'settings' })).toEqual([
      { type: 'listAudioDevices', promptsForAccess: true },
    ]);
    expect(effectsOf({ type: 'navClicked', item: 'history' })).toEqual([]);
    expect(effectsOf({ type: 'lineAccepted', callKey: 'key', at: 1 })).toEqual([
      { type: 'listAudioDevices', promptsForAccess: false },
    ]);
  });

  it('shows no notice after sign-out', () => {
    const { state } = audio(agent, { type: 'signedOut' });
    const later = audio(state, { type: 'audioDevicesListed', devices: laptop });
    expect([later.state.notice, later.effects]).toEqual([null, []]);
  });
});
