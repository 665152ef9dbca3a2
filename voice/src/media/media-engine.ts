import { AudioWatchdog } from './audio-watchdog.ts';
import type { MediaCommand } from './commands.ts';
import { digitClips } from './core/audio/tones.ts';
import { activateImpairment } from './core/packets/network-impairment.ts';
import type { MediaConfig } from './media-config.ts';
import { CarrierLeg } from './mixer/carrier-leg.ts';
import type { MediaLeg } from './mixer/media-leg.ts';
import { Mixer } from './mixer/mixer.ts';
import { Recording } from './mixer/recording.ts';
import { SoundFiles } from './mixer/sound-files.ts';
import type { LegId, MediaReport } from './protocol.ts';
import { startTicker } from './ticker.ts';
import type { Certificate } from './webrtc/dtls.ts';
import { WebrtcLeg } from './webrtc/webrtc-leg.ts';

export interface EngineOptions extends MediaConfig {
  readonly certificate: Promise<Certificate>;
  readonly report: (report: MediaReport) => void;
}

/** The logic of the media process: executes commands and emits reports. */
export class MediaEngine {
  readonly #options: EngineOptions;
  readonly #sounds = new SoundFiles();
  readonly #clients = new Map<LegId, WebrtcLeg>();
  readonly #carriers = new Map<LegId, CarrierLeg>();
  readonly #opening = new Map<string, object>();
  /** Later commands for a recording wait until its file is created. */
  readonly #creating = new Map<string, Promise<unknown>>();
  readonly #lastFaultAt = new Map<LegId | null, number>();
  /** Loading files takes time; the latest command wins. */
  readonly #latestPlay = new Map<LegId, string>();
  readonly #watchdog: AudioWatchdog;
  readonly #mixer: Mixer;
  readonly #stopTicker: () => void;

  constructor(options: EngineOptions) {
    this.#options = options;
    this.#mixer = new Mixer({
      onPlayed: (leg, play) => options.report({ type: 'played', leg, play }),
      onDetected: (leg, verdict, afterMs) => options.report({ type: 'detected', leg, verdict, afterMs }),
      onError: (leg, message) => this.#fault(leg, message),
      onTapFrame: (tap, frame) => options.report({ type: 'tapFrame', tap, frame }),
      onTapClosed: (tap) => options.report({ type: 'tapClosed', tap }),
    });
    this.#watchdog = new AudioWatchdog(options.report, options.lostAfterMs);
    this.#stopTicker = startTicker({
      onTick: (now) => {
        this.#mixer.tick(now);
        this.#watchdog.check(now, (leg) => this.#clients.get(leg)?.hasConsent(now) ?? false);
      },
      onSkipped: (ticks) => this.#mixer.skipTicks(ticks),
    });
  }

  /** A rejected command has changed nothing. */
  async perform(command: MediaCommand): Promise<object> {
    switch (command.type) {
      case 'answerOffer': {
        const leg = await this.#openClient(command.leg, (client) => client.answer(command.sdp));
        this.#watchdog.watch(command.leg, performance.now());
        return { sdp: leg.result };
      }
      case 'makeOffer':
        return { sdp: (await this.#openClient(command.leg, (client) => client.offer())).result };
      case 'acceptAnswer':
        this.#client(command.leg).acceptAnswer(command.sdp);
        this.#watchdog.watch(command.leg, performance.now());
        return {};
      case 'renegotiate':
        return { sdp: this.#client(command.leg).answer(command.sdp) };
      case 'openCarrier':
        this.#openCarrier(command.leg);
        return {};
      case 'setPersona':
        await this.#carrier(command.leg).setPersona(command.persona, this.#sounds, (leg) =>
          this.#carriers.get(leg),
        );
        return {};
      case 'setHears':
        for (const { leg } of command.routes) this.#leg(leg);
        this.#mixer.setHears(command.routes);
        return {};
      case 'play':
        return this.#play(command);
      case 'stopPlay':
        this.#leg(command.leg);
        this.#latestPlay.delete(command.leg);
        this.#mixer.stopPlay(command.leg);
        return {};
      case 'sendDigits':
        return this.#sendDigits(command.leg, command.digits);
      case 'speak':
        return this.#speak(command);
      case 'openTap': {
        const { tap, leg, side } = command;
        this.#leg(leg);
        this.#mixer.openTap(tap, { leg, side });
        return {};
      }
      case 'closeTap':
        this.#mixer.closeTap(command.tap);
        return {};
      case 'detectMachine':
        this.#leg(command.leg);
        this.#mixer.detectMachine(command.leg, command.rules);
        return {};
      case 'setNetworkImpairment':
        this.#client(command.leg).impairment =
          command.impairment && activateImpairment(command.impairment, performance.now());
        return {};
      case 'startRecording':
        return this.#startRecording(command);
      case 'setRecordingChannels':
        await this.#recording(command.recording);
        this.#mixer.setRecordingChannels(command.recording, command.channels);
        return {};
      case 'pauseRecording':
        (await this.#recording(command.recording)).setPaused(command.paused, {
          recordSilence: command.recordSilence,
        });
        return {};
      case 'stopRecording':
        return this.#stopRecording(command.recording);
      case 'closeLeg':
        this.#closeLeg(command.leg);
        return {};
      case 'ping':
        return {};
      case 'readLevels':
        return {
          levels: this.#mixer.levels(performance.now(), command.tones ?? []),
          audioMs: this.#mixer.audioMs,
        };
      default:
        return command satisfies never;
    }
  }

  async close(): Promise<void> {
    this.#stopTicker();
    for (const leg of [...this.#clients.keys(), ...this.#carriers.keys()]) this.#closeLeg(leg);
    const recordings = new Set([...this.#creating.keys(), ...this.#mixer.recordingNames()]);
    await Promise.all([...recordings].map((name) => this.#stopRecording(name)));
  }

  async #openClient(id: LegId, negotiate: (leg: WebrtcLeg) => string): Promise<{ result: string }> {
    const name = `leg ${id}`;
    const attempt = this.#reserve(name, this.#clients.has(id) || this.#carriers.has(id));
    try {
      const leg = await WebrtcLeg.open({
        id,
        certificate: await this.#options.certificate,
        addresses: this.#options.addresses,
        bindings: this.#options.bindings,
        ports: this.#options.ports,
        events: {
          onAudio: (source, sequence, timestamp, payload, now) =>
            this.#mixer.receive(id, source, sequence, timestamp, payload, now),
          onConnected: () => this.#options.report({ type: 'connected', leg: id }),
          onAuthenticPacket: (now) => this.#watchdog.audioReceived(id, now),
          onError: (message) => this.#fault(id, message),
        },
      });
      if (this.#opening.get(name) !== attempt) {
        leg.close();
        throw new Error(`leg ${id} was closed while opening`);
      }
      try {
        const result = negotiate(leg);
        this.#clients.set(id, leg);
        this.#mixer.add(leg);
        return { result };
      } catch (error) {
        leg.close();
        throw error;
      }
    } finally {
      this.#release(name, attempt);
    }
  }

  #openCarrier(id: LegId): void {
    const name = `leg ${id}`;
    this.#release(name, this.#reserve(name, this.#clients.has(id) || this.#carriers.has(id)));
    const leg = new CarrierLeg(id, {
      onAudio: (source, sequence, timestamp, payload, now) =>
        this.#mixer.receive(id, source, sequence, timestamp, payload, now),
      onError: (message) => this.#fault(id, message),
      onEnded: () => this.#options.report({ type: 'personaEnded', leg: id }),
    });
    this.#carriers.set(id, leg);
    this.#mixer.add(leg);
  }

  #reserve(name: string, exists: boolean): object {
    if (exists || this.#opening.has(name)) throw new Error(`${name} already exists`);
    const attempt = {};
    this.#opening.set(name, attempt);
    return attempt;
  }

  #release(name: string, attempt: object): void {
    if (this.#opening.get(name) === attempt) this.#opening.delete(name);
  }

  /** Limits fault reports to one per second for each leg. */
  #fault(leg: LegId | null, message: string): void {
    const now = performance.now();
    if (now - (this.#lastFaultAt.get(leg) ?? Number.NEGATIVE_INFINITY) < FAULT_INTERVAL_MS) return;
    this.#lastFaultAt.set(leg, now);
    this.#options.report({ type: 'fault', leg, message });
  }

  #closeLeg(id: LegId): void {
    this.#opening.delete(`leg ${id}`);
    this.#mixer.remove(id);
    this.#clients.get(id)?.close();
    this.#carriers.get(id)?.close();
    this.#clients.delete(id);
    this.#carriers.delete(id);
    this.#latestPlay.delete(id);
    this.#lastFaultAt.delete(id);
    this.#watchdog.unwatch(id);
  }

  async #play(command: Extract<MediaCommand, { type: 'play' }>): Promise<object> {
    this.#leg(command.leg);
    const previous = this.#latestPlay.get(command.leg);
    this.#latestPlay.set(command.leg, command.play);
    try {
      const clips = await this.#sounds.toClips(command.sounds);
      if (this.#latestPlay.get(command.leg) === command.play) {
        this.#mixer.play(command.leg, command.play, clips, command.loop);
      }
      return {};
    } catch (error) {
      if (this.#latestPlay.get(command.leg) === command.play && previous !== undefined) {
        this.#latestPlay.set(command.leg, previous);
      }
      throw error;
    }
  }

  #sendDigits(leg: LegId, digits: string): object {
    this.#leg(leg);
    const clips = digitClips(digits);
    if (clips === null) throw new Error('digits must be 0-9, A-D, *, # or w');
    this.#mixer.insert(leg, clips);
    return {};
  }

  async #speak({ leg, sounds }: Extract<MediaCommand, { type: 'speak' }>): Promise<object> {
    this.#leg(leg);
    const clips = await this.#sounds.toClips(sounds);
    this.#leg(leg);
    this.#mixer.insert(leg, clips);
    return {};
  }

  async #startRecording(command: Extract<MediaCommand, { type: 'startRecording' }>): Promise<object> {
    const name = `recording ${command.recording}`;
    const attempt = this.#reserve(name, this.#mixer.recording(command.recording) !== null);
    const created = Recording.create(command.path, (error) =>
      this.#fault(null, `${name}: ${error.message}`),
    ).then((recording) => this.#mixer.startRecording(command.recording, recording, command.channels));
    this.#creating.set(command.recording, created);
    try {
      await created;
      return {};
    } finally {
      this.#creating.delete(command.recording);
      this.#release(name, attempt);
    }
  }

  async #stopRecording(name: string): Promise<object> {
    const recording = await this.#recording(name);
    this.#mixer.stopRecording(name);
    return recording.close();
  }

  #client(id: LegId): WebrtcLeg {
    return required(this.#clients.get(id), `browser leg ${id}`);
  }

  #carrier(id: LegId): CarrierLeg {
    return required(this.#carriers.get(id), `carrier leg ${id}`);
  }

  #leg(id: LegId): MediaLeg {
    return required<MediaLeg>(this.#clients.get(id) ?? this.#carriers.get(id), `leg ${id}`);
  }

  async #recording(name: string): Promise<Recording> {
    await this.#creating.get(name)?.catch(() => {});
    return required(this.#mixer.recording(name) ?? undefined, `recording ${name}`);
  }
}

const FAULT_INTERVAL_MS = 1000;

function required<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`there is no ${what}`);
  return value;
}
