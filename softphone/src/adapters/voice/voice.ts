/** An effect with an unknown call key arrived too late and is ignored. */
import type { Call, Device } from '@twilio/voice-sdk';
import type { Settings } from '../../core/audio/audio-state.ts';
import type { DeviceReport } from '../../core/events.ts';
import { deviceError } from '../../core/line/device-errors.ts';
import { type CallQuality, unmeasured, withSample, withWarning } from '../../core/line/quality-figures.ts';
import { digitsProblem, feedbackProblem, messageProblem } from '../../core/line/voice-checks.ts';
import type { VolumeStore } from '../../volume-store.ts';
import { createMicrophone } from '../audio/microphone.ts';
import { type Connections, warmUp, watchConnections } from './connections.ts';
import type { VoiceSdk } from './voice-sdk.ts';

export interface Voice {
  /** The first token creates and registers the device. */
  readonly register: (token: string) => void;
  readonly updateToken: (token: string) => void;
  readonly unregister: () => void;
  /** Reconnects the signaling by replacing the device. Does nothing during a call. */
  readonly recreateDevice: () => void;
  readonly destroy: () => void;
  readonly connect: (callKey: string, params: Record<string, string>) => void;
  readonly accept: (callKey: string) => void;
  readonly reject: (callKey: string) => void;
  readonly ignore: (callKey: string) => void;
  readonly disconnect: (callKey: string) => void;
  readonly mute: (callKey: string, muted: boolean) => void;
  readonly sendDigits: (callKey: string, digits: string) => void;
  readonly applySettings: (settings: Settings) => void;
  /** Returns the error, or null. */
  readonly postFeedback: (callKey: string, score: number, issue?: string) => string | null;
  readonly sendMessage: (callKey: string, message: { content: string; messageType: string }) => string | null;
}

export interface VoiceOptions {
  readonly loadSdk: () => Promise<VoiceSdk>;
  /** `host[:port][/path]` of the signaling; empty: the provider's default. */
  readonly chunderw: string;
  readonly edge: string | undefined;
  readonly report: (event: DeviceReport) => void;
  readonly volumes: VolumeStore;
  readonly isMicrophoneGranted: () => Promise<boolean>;
  readonly now: () => number;
  readonly warn: (message: string, error: unknown) => void;
}

/** Undocumented options of the library. */
type DeviceOptions = Device.Options & {
  readonly chunderw?: string;
  readonly publishEvents?: boolean;
  readonly getUserMedia?: (constraints: MediaStreamConstraints) => Promise<MediaStream>;
};

export function createVoice(options: VoiceOptions): Voice {
  const { report, now, warn } = options;
  const calls = new Map<string, Call>();
  /** Placed calls that the library hasn't created yet. */
  const placing = new Set<string>();
  let device: Device | null = null;
  let connections: Connections | null = null;
  let loading = false;
  /** Counts sign-outs, to discard work started before one. */
  let generation = 0;
  let token = '';
  let shouldRegister = false;
  /** After one `register`, the library registers again by itself. */
  let hasRegistered = false;
  let settings: Settings | null = null;
  /** Empty: the system's device. */
  let usedSpeaker = '';
  /** The library doesn't give a connecting call a newly set speaker. Firefox lists the speakers only then. */
  let missesSpeaker = false;
  /** Accepted rings that wait for the microphone. */
  const awaitingMicrophone = new Set<string>();
  let incomingCount = 0;
  /** Set while digits are sent; the library reports errors synchronously. */
  let pendingDigits: { rejected: boolean } | null = null;
  let pendingMessages = 0;
  /** For feedback after the call. */
  let lastCall: { readonly callKey: string; readonly call: Call } | null = null;

  const microphone = createMicrophone({
    device: () => device,
    settings: () => settings,
    isGranted: options.isMicrophoneGranted,
    onStopped: () => report({ type: 'microphoneStopped' }),
    warn,
  });

  function register(newToken: string): void {
    token = newToken;
    shouldRegister = true;
    if (!device) {
      if (!loading) void start();
      return;
    }
    device.updateToken(token);
    // Registering again would only delay the library's own reconnect.
    if (!hasRegistered && device.state === 'unregistered') registerDevice(device);
  }

  async function start(): Promise<void> {
    const ownGeneration = generation;
    loading = true;
    try {
      const sdk = await options.loadSdk();
      if (ownGeneration !== generation) return;
      connections = watchConnections(globalThis.RTCPeerConnection);
      device = new sdk.Device(token, {
        ...deviceOptions(options),
        getUserMedia: microphone.open,
        RTCPeerConnection: connections.RTCPeerConnection,
      });
      listenToDevice(device);
      applySettings();
      if (shouldRegister) registerDevice(device);
    } catch (error) {
      warn('The voice library could not be started.', error);
      report({ type: 'deviceErrored', code: 0, message: messageOf(error), at: now() });
    } finally {
      if (ownGeneration === generation) loading = false;
    }
  }

  /** The library's `register` never settles on an error response; it emits an error event. */
  function registerDevice(target: Device): void {
    hasRegistered = true;
    target.register().catch((error: unknown) => warn('The device could not be registered.', error));
  }

  function listenToDevice(target: Device): void {
    target.audio?.incoming(false);
    target.audio?.outgoing(false);
    target.audio?.on('deviceChange', () => setTimeout(applySettings));
    target.on('registered', () => report({ type: 'deviceRegistered' }));
    target.once('registered', () => void warmUp(globalThis.RTCPeerConnection).catch(() => {}));
    target.on('unregistered', () => report({ type: 'deviceUnregistered' }));
    target.on('tokenWillExpire', () => report({ type: 'tokenExpiring' }));
    target.on('error', (error: { code?: number; message?: string }) =>
      report({ type: 'deviceErrored', code: error.code ?? 0, message: error.message ?? '', at: now() }),
    );
    target.on('incoming', (call: Call) => {
      const callUserId = Number(call.customParameters.get('call_user_id'));
      if (!Number.isSafeInteger(callUserId) || callUserId <= 0) {
        warn('A device call without a call user was rejected.', null);
        call.reject();
        return;
      }
      incomingCount += 1;
      const callKey = `incoming-${incomingCount}`;
      calls.set(callKey, call);
      listenToCall(callKey, call);
      prepareMicrophone();
      report({ type: 'callIncoming', callKey, callUserId });
    });
  }

  function listenToCall(callKey: string, call: Call): void {
    let quality: CallQuality = unmeasured;
    call.on('sample', (sample) => {
      quality = withSample(quality, sample);
      measure(callKey, call).catch((error: unknown) =>
        warn('The call quality could not be measured.', error),
      );
    });
    call.on('warning', (name: string) => {
      quality = withWarning(quality, name);
    });
    const status = (value: 'ringing' | 'reconnecting' | 'open') => () =>
      report({ type: 'lineStatusChanged', callKey, status: value });
    call.on('ringing', status('ringing'));
    call.on('reconnecting', status('reconnecting'));
    call.on('reconnected', status('open'));
    call.on('accept', () => {
      report({ type: 'lineAccepted', callKey, at: now() });
      if (missesSpeaker) setSpeaker();
      missesSpeaker = false;
    });
    call.on('volume', (input: number, output: number) => options.volumes.set(input, output));
    call.on('warning', (warning: string) => report({ type: 'lineWarned', callKey, warning }));
    call.on('messageSent', () => {
      pendingMessages -= 1;
    });
    call.on('cancel', () => {
      calls.delete(callKey);
      awaitingMicrophone.delete(callKey);
      prepareMicrophone();
      report({ type: 'lineCancelled', callKey });
    });
    call.on('reject', () => {
      calls.delete(callKey);
      prepareMicrophone();
    });
    call.on('disconnect', () => {
      calls.delete(callKey);
      lastCall = { callKey, call };
      options.volumes.set(0, 0);
      pendingMessages = 0;
      microphone.release();
      prepareMicrophone();
      const sid = call.parameters['CallSid'];
      if (sid && quality.samples > 0) report({ type: 'callMeasured', sid, quality });
      report({ type: 'lineDisconnected', callKey, status: call.status(), at: now() });
    });
    call.on('error', (error: { code?: number; message?: string }) => {
      const code = error.code ?? 0;
      const message = error.message ?? '';
      const isMessageError = pendingMessages > 0 && call.status() === 'open';
      if (isMessageError) pendingMessages -= 1;
      if (call.status() === 'closed') microphone.release();
      if (pendingDigits) pendingDigits.rejected = true;
      const isMicrophoneError = deviceError(code).category === 'microphone';
      // Not a failed call: unsent digits and messages don't end it, and a microphone error's disconnect was reported.
      const isDeviceError = pendingDigits !== null || isMessageError || isMicrophoneError;
      if (isDeviceError) report({ type: 'deviceErrored', code, message, at: now() });
      else report({ type: 'lineFailed', callKey, code, message, at: now() });
    });
  }

  async function measure(callKey: string, call: Call): Promise<void> {
    const stats = await connections?.measure();
    if (!stats || !calls.has(callKey)) return;
    const measure = { ...stats, at: now(), muted: call.isMuted() };
    report({ type: 'lineMeasured', callKey, measure });
  }

  function isTalking(): boolean {
    return [...calls.values()].some((call) => !['pending', 'closed'].includes(call.status()));
  }

  /** While it rings, the microphone is kept ready; when no call rings any more, it is closed. */
  function prepareMicrophone(): void {
    const isRinging = [...calls.values()].some((call) => call.status() === 'pending');
    if (isRinging && !isTalking()) microphone.prepare();
    else microphone.discard();
  }

  /** The library itself replaces an unplugged microphone. */
  function switchMicrophone(): void {
    if (isTalking()) void microphone.selectChosen();
    else prepareMicrophone();
  }

  /** The call may end before this resolves. */
  async function accept(callKey: string): Promise<void> {
    if (!pendingCall(callKey)) return;
    awaitingMicrophone.add(callKey);
    await microphone.selectChosen();
    const call = pendingCall(callKey);
    if (awaitingMicrophone.delete(callKey) && call)
      call.accept({ rtcConstraints: { audio: microphone.processing() } });
    else microphone.release();
    // What the accepted call didn't use.
    microphone.discard();
  }

  async function connect(callKey: string, params: Record<string, string>): Promise<void> {
    if (!device) {
      report({ type: 'lineFailed', callKey, code: 0, message: 'There is no device.', at: now() });
      return;
    }
    placing.add(callKey);
    try {
      await microphone.selectChosen();
      const call = await device.connect({ params, rtcConstraints: { audio: microphone.processing() } });
      calls.set(callKey, call);
      listenToCall(callKey, call);
      // The call was hung up before the library created it.
      if (!placing.delete(callKey)) call.disconnect();
    } catch (error) {
      placing.delete(callKey);
      microphone.release();
      report({ type: 'lineFailed', callKey, code: 0, message: messageOf(error), at: now() });
    }
  }

  function applySettings(): void {
    switchMicrophone();
    applySpeaker();
  }

  function applySpeaker(): void {
    const audio = device?.audio;
    if (!audio?.isOutputSelectionSupported) return;
    const chosen = settings?.speaker ?? '';
    const isListed = chosen === '' || audio.availableOutputDevices.has(chosen);
    // The library then uses the system's device; the chosen one is set when it is listed.
    if (!isListed) usedSpeaker = '';
    if (!isListed || chosen === usedSpeaker) return;
    usedSpeaker = chosen;
    missesSpeaker = [...calls.values()].some((call) => call.status() === 'connecting');
    setSpeaker();
  }

  function setSpeaker(): void {
    const speaker = usedSpeaker;
    device?.audio?.speakerDevices?.set(speaker || 'default').catch((error: unknown) => {
      if (usedSpeaker === speaker) usedSpeaker = '';
      warn('The chosen speaker could not be used.', error);
    });
  }

  function pendingCall(callKey: string): Call | null {
    const call = calls.get(callKey);
    return call?.status() === 'pending' ? call : null;
  }

  return {
    register,
    updateToken: (newToken) => {
      token = newToken;
      device?.updateToken(newToken);
    },
    unregister: () => {
      shouldRegister = false;
      if (device?.state !== 'registered') return;
      hasRegistered = false;
      device.unregister().catch((error: unknown) => warn('The device could not be unregistered.', error));
    },
    recreateDevice: () => {
      if (loading || !shouldRegister || calls.size > 0 || placing.size > 0) return;
      const previous = device;
      device = null;
      // Events of a device that we destroyed don't count as a loss.
      previous?.removeAllListeners();
      previous?.destroy();
      hasRegistered = false;
      usedSpeaker = '';
      void start();
    },
    destroy: () => {
      generation += 1;
      loading = false;
      shouldRegister = false;
      hasRegistered = false;
      calls.clear();
      lastCall = null;
      placing.clear();
      awaitingMicrophone.clear();
      microphone.discard();
      device?.destroy();
      device = null;
    },
    connect: (callKey, params) => void connect(callKey, params),
    accept: (callKey) => void accept(callKey),
    reject: (callKey) => pendingCall(callKey)?.reject(),
    ignore: (callKey) => {
      pendingCall(callKey)?.ignore();
      calls.delete(callKey);
      prepareMicrophone();
    },
    disconnect: (callKey) => {
      placing.delete(callKey);
      if (awaitingMicrophone.delete(callKey)) calls.get(callKey)?.reject();
      else calls.get(callKey)?.disconnect();
    },
    mute: (callKey, muted) => calls.get(callKey)?.mute(muted),
    sendDigits: (callKey, digits) => {
      const call = calls.get(callKey);
      const problem = digitsProblem(digits);
      if (problem !== null) {
        report({ type: 'deviceErrored', code: 0, message: problem, at: now() });
        return;
      }
      if (!call) return;
      const sending = { rejected: false };
      pendingDigits = sending;
      call.sendDigits(digits);
      pendingDigits = null;
      if (!sending.rejected) report({ type: 'digitsSent', callKey, digits });
    },
    applySettings: (chosen) => {
      settings = chosen;
      applySettings();
    },
    postFeedback: (callKey, score, issue) => {
      const call = calls.get(callKey) ?? (lastCall?.callKey === callKey ? lastCall.call : undefined);
      const problem = feedbackProblem(score, issue);
      if (problem !== null) return problem;
      // The library sends feedback only to its provider, so it's skipped for other providers' calls.
      if (options.chunderw !== '') return null;
      call
        ?.postFeedback(score as Call.FeedbackScore, issue as Call.FeedbackIssue)
        .catch((error: unknown) => warn('The feedback could not be sent.', error));
      return null;
    },
    sendMessage: (callKey, { content, messageType }) => {
      const call = calls.get(callKey);
      const problem = messageProblem({
        content,
        messageType,
        signalingLive: device?.state === 'registered' && call?.status() === 'open',
        callSid: call?.parameters['CallSid'],
      });
      if (problem !== null) return problem;
      pendingMessages += 1;
      call?.sendMessage({ content, messageType });
      return null;
    },
  };
}

/** We host a file for each of the library's sounds, because a missing file would delay every ring. */
const SOUND_NAMES = ['disconnect', 'incoming', 'outgoing', ...'0123456789sh'].map((name) =>
  name.length === 1 ? `dtmf${name}` : name,
);

function deviceOptions({ chunderw, edge }: VoiceOptions): DeviceOptions {
  const own = {
    publishEvents: false,
    sounds: Object.fromEntries(SOUND_NAMES.map((name) => [name, `/sounds/${name}.wav`])),
    allowIncomingWhileBusy: true,
    enableImprovedSignalingErrorPrecision: true,
    maxCallSignalingTimeoutMs: 20_000,
    tokenRefreshMs: 10_000,
    codecPreferences: ['opus', 'pcmu'] as Call.Codec[],
    closeProtection: false,
  };
  if (chunderw !== '') return { ...own, chunderw };
  return edge === undefined ? own : { ...own, edge };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
