import type { Logger } from 'pino';
import type { MediaPort } from '../calls/media-port.ts';
import type { Party, PartyReports } from '../calls/party.ts';
import type { MediaCommand } from '../media/commands.ts';
import type { Behavior } from './behavior.ts';
import type { Voices } from './voices.ts';

const sip = { busy: 486, notFound: 404, unavailable: 480 } as const;

const KEY_PRESS_DELAY_MS = 300;

export interface CarrierDeps {
  readonly media: MediaPort;
  readonly voices: Voices;
  readonly log: Logger;
  readonly connected: Map<string, CarrierParty>;
}

export class CarrierParty implements Party {
  readonly #leg: string;
  readonly #behavior: Behavior;
  readonly #reports: PartyReports;
  readonly #deps: CarrierDeps;
  readonly #timers = new Set<NodeJS.Timeout>();
  #opened = false;
  #ended = false;
  #pressed = false;

  constructor(leg: string, behavior: Behavior, reports: PartyReports, deps: CarrierDeps) {
    this.#leg = leg;
    this.#behavior = behavior;
    this.#reports = reports;
    this.#deps = deps;
  }

  ring(): void {
    const { outcome, ringMs } = this.#behavior;
    switch (outcome) {
      case 'does-not-exist':
        this.#schedule(ringMs, () => this.#reportEnd('failed', sip.notFound));
        return;
      case 'unreachable':
        this.#schedule(ringMs, () => this.#reportEnd('no-answer', sip.unavailable));
        return;
      case 'busy':
        this.#schedule(ringMs, () => this.#reportEnd('busy', sip.busy));
        return;
      case 'never-answers':
        this.#schedule(100, () => this.#reports.rang());
        return;
      case 'answers':
        this.#schedule(100, () => this.#reports.rang());
        this.#schedule(Math.max(ringMs, 150), () => void this.#pickUp());
        return;
      default:
        outcome satisfies never;
        return;
    }
  }

  answer(): void {
    void this.#open().then(() => this.#startPersona());
  }

  onDigits(digits: string): void {
    const { voice } = this.#behavior;
    if (this.#ended || voice.kind !== 'menu') return;
    for (const key of digits) {
      const chosen = voice.keys[key];
      if (chosen)
        this.#send({ type: 'setPersona', leg: this.#leg, persona: this.#deps.voices.toPersona(chosen) });
    }
  }

  onKeyPrompt(): void {
    const { pressesKey } = this.#behavior;
    if (pressesKey === undefined || this.#pressed) return;
    this.#pressed = true;
    this.#schedule(KEY_PRESS_DELAY_MS, () => this.#reports.digits(pressesKey));
  }

  onRecordingStarted(): void {
    const { messageVoice } = this.#behavior;
    if (messageVoice === undefined || this.#ended) return;
    this.#send({ type: 'setPersona', leg: this.#leg, persona: this.#deps.voices.toPersona(messageVoice) });
  }

  onPersonaEnded(): void {
    this.#reportEnd('hangup', null);
  }

  end(): void {
    this.#ended = true;
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    if (!this.#opened) return;
    this.#deps.connected.delete(this.#leg);
    this.#send({ type: 'closeLeg', leg: this.#leg });
  }

  async #pickUp(): Promise<void> {
    if (!(await this.#open()) || this.#ended) return;
    // Before reporting the answer, because a menu may receive a key immediately.
    this.#startPersona();
    this.#reports.answered(this.#leg);
  }

  async #open(): Promise<boolean> {
    try {
      this.#opened = true;
      this.#deps.connected.set(this.#leg, this);
      await this.#deps.media.send({ type: 'openCarrier', leg: this.#leg });
      return true;
    } catch (error) {
      this.#deps.log.error(
        { call: this.#leg, err: String(error) },
        'failed to open audio for a simulated phone',
      );
      if (!this.#ended) this.#reportEnd('failed', 503);
      return false;
    }
  }

  #startPersona(): void {
    if (this.#ended) return;
    const persona = this.#deps.voices.toPersona(this.#behavior.voice);
    this.#send({ type: 'setPersona', leg: this.#leg, persona });
    const { hangUpAfterMs } = this.#behavior;
    if (hangUpAfterMs !== null) this.#schedule(hangUpAfterMs, () => this.#reportEnd('hangup', null));
  }

  #reportEnd(cause: 'hangup' | 'busy' | 'no-answer' | 'failed', sipCode: number | null): void {
    if (!this.#ended) this.#reports.ended(cause, sipCode);
  }

  #schedule(ms: number, act: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      if (!this.#ended) act();
    }, ms);
    this.#timers.add(timer);
  }

  #send(command: MediaCommand): void {
    this.#deps.media.send(command).catch((error: unknown) => {
      this.#deps.log.warn(
        { call: this.#leg, order: command.type, err: String(error) },
        'audio command for a simulated phone failed',
      );
    });
  }
}
