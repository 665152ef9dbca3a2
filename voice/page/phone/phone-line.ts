import type { HandsetEvent } from '../../src/handset/core/events.ts';
import type { PhoneEvent, RingingCall } from '../../src/handset/core/phone-state.ts';
import type { HandsetFrame } from '../../src/handset/frames.ts';
import { type CallAudio, openCallAudio } from './call-audio.ts';
import { socketAddress } from './socket-address.ts';

const RECONNECT_MS = 1_000;

/** Close codes after which the phone doesn't connect again: the number can't be held. */
const isFinal = (code: number) => code === 1013 || code >= 4_000;

/** The socket and the audio of a phone in the page. */
export class PhoneLine {
  readonly #number: string;
  readonly #onEvent: (event: PhoneEvent) => void;
  readonly #onMicrophone: (hasMicrophone: boolean) => void;
  #socket: WebSocket | null = null;
  #reconnectTimer: number | undefined;
  #audio: CallAudio | null = null;
  /** The call whose audio is open; null until the service has named it. */
  #sid: string | null = null;
  /** Changes with each call, so that a late microphone is released. */
  #attempt = 0;

  constructor(
    number: string,
    onEvent: (event: PhoneEvent) => void,
    onMicrophone: (hasMicrophone: boolean) => void,
  ) {
    this.#number = number;
    this.#onEvent = onEvent;
    this.#onMicrophone = onMicrophone;
    this.#connect();
  }

  dial(to: string): void {
    this.#onEvent({ type: 'dialed', to });
    void this.#openAudio((sdp) => this.#send({ type: 'dial', to, sdp }));
  }

  writeText(to: string, body: string): void {
    this.#onEvent({ type: 'wroteText' });
    this.#send({ type: 'text', to, body });
  }

  answer(call: RingingCall): void {
    this.#onEvent({ type: 'answered', call });
    this.#sid = call.sid;
    void this.#openAudio((sdp) => this.#send({ type: 'answer', call: call.sid, sdp }));
  }

  decline(sid: string): void {
    this.#send({ type: 'hangUp', call: sid });
  }

  hangUp(): void {
    if (this.#sid !== null) this.#send({ type: 'hangUp', call: this.#sid });
    // An answered call is over only when the service says so; it may still be opening the microphone.
    if (this.#sid !== null && this.#audio) return;
    this.#closeAudio();
    this.#onEvent({ type: 'abandoned', fault: null });
  }

  press(digits: string): void {
    if (this.#sid !== null) this.#send({ type: 'keys', call: this.#sid, digits });
  }

  speak(text: string, language: 'en' | 'es'): void {
    if (this.#sid !== null) this.#send({ type: 'speak', call: this.#sid, text, language });
  }

  mute(isMuted: boolean): void {
    this.#audio?.mute(isMuted);
  }

  close(): void {
    clearTimeout(this.#reconnectTimer);
    this.#closeAudio();
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #connect(): void {
    const socket = new WebSocket(socketAddress('/inspector/phone', { number: this.#number }));
    this.#socket = socket;
    socket.onmessage = ({ data }: MessageEvent<string>) => {
      if (socket === this.#socket) this.#handle(JSON.parse(data) as HandsetEvent);
    };
    socket.onclose = ({ code }) => {
      if (socket !== this.#socket) return;
      this.#closeAudio();
      this.#onEvent({ type: 'disconnected', code });
      if (!isFinal(code)) this.#reconnectTimer = window.setTimeout(() => this.#connect(), RECONNECT_MS);
    };
  }

  #handle(event: HandsetEvent): void {
    if (event.type === 'dialing') {
      if (this.#audio) this.#sid = event.call;
      else this.#send({ type: 'hangUp', call: event.call });
    }
    if (event.type === 'audio' && event.call === this.#sid)
      this.#audio?.accept(event.sdp).catch(() => this.#onEvent(noAudio));
    if (event.type === 'over' && event.call === this.#sid) this.#closeAudio();
    this.#onEvent({ type: 'service', event, now: Date.now() });
  }

  async #openAudio(sendOffer: (sdp: string) => void): Promise<void> {
    this.#attempt += 1;
    const attempt = this.#attempt;
    try {
      const { audio, sdp } = await openCallAudio();
      if (attempt !== this.#attempt) {
        audio.close();
        return;
      }
      this.#audio = audio;
      this.#onMicrophone(audio.hasMicrophone);
      sendOffer(sdp);
    } catch {
      if (attempt !== this.#attempt) return;
      if (this.#sid !== null) this.#send({ type: 'hangUp', call: this.#sid });
      this.#closeAudio();
      this.#onEvent({ type: 'abandoned', fault: 'fault.noAudio' });
    }
  }

  #closeAudio(): void {
    this.#attempt += 1;
    this.#sid = null;
    this.#audio?.close();
    this.#audio = null;
  }

  #send(frame: HandsetFrame): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(frame));
  }
}

const noAudio: PhoneEvent = {
  type: 'service',
  event: { type: 'fault', message: 'fault.noAudio' },
  now: 0,
};
