import { nextSlot, SAMPLE_RATE } from '../../src/inspector/core/playout.ts';
import type { TapSide } from '../../src/media/protocol.ts';
import { socketAddress } from './socket-address.ts';

export type ListenStatus = 'connecting' | 'playing' | 'ended' | 'noAudio' | 'tooMany' | 'failed';

const STATUSES: Readonly<Record<number, ListenStatus>> = {
  1000: 'ended',
  4404: 'ended',
  4409: 'noAudio',
  1013: 'tooMany',
};

/** The meter's full scale: telephone speech is rarely louder. */
const LOUD = 0.25;
const METER_STEPS = 5;

/** Plays what the party of a call hears or says, from the service's frames of 20 ms. */
export class ListenPlayer {
  readonly #socket: WebSocket;
  readonly #context = new AudioContext({ sampleRate: SAMPLE_RATE, latencyHint: 'interactive' });
  readonly #analyser = this.#context.createAnalyser();
  readonly #window = new Float32Array(this.#analyser.fftSize);
  readonly #onStatus: (status: ListenStatus) => void;
  #nextAt = 0;

  constructor(callSid: string, side: TapSide, onStatus: (status: ListenStatus) => void) {
    this.#onStatus = onStatus;
    this.#analyser.connect(this.#context.destination);
    // Created by a click, so the browser lets it play.
    void this.#context.resume();
    this.#socket = new WebSocket(socketAddress('/inspector/listen', { call: callSid, side }));
    this.#socket.binaryType = 'arraybuffer';
    this.#socket.onmessage = ({ data }: MessageEvent<ArrayBuffer>) => this.#play(data);
    this.#socket.onclose = ({ code }) => this.#end(STATUSES[code] ?? 'failed');
    onStatus('connecting');
  }

  /** 0 to 5 */
  get level(): number {
    this.#analyser.getFloatTimeDomainData(this.#window);
    const power = this.#window.reduce((sum, sample) => sum + sample * sample, 0) / this.#window.length;
    return Math.min(METER_STEPS, Math.ceil((Math.sqrt(power) / LOUD) * METER_STEPS));
  }

  stop(): void {
    this.#socket.onclose = null;
    this.#socket.close();
    this.#end(null);
  }

  #play(data: ArrayBuffer): void {
    if (this.#context.state === 'closed') return;
    const samples = new DataView(data);
    const buffer = this.#context.createBuffer(1, data.byteLength / 2, SAMPLE_RATE);
    const channel = buffer.getChannelData(0);
    for (let index = 0; index < channel.length; index += 1)
      channel[index] = samples.getInt16(index * 2, true) / 32_768;
    const { startAt, nextAt } = nextSlot(this.#nextAt, this.#context.currentTime);
    if (this.#nextAt === 0) this.#onStatus('playing');
    this.#nextAt = nextAt;
    if (startAt === null) return;
    const source = new AudioBufferSourceNode(this.#context, { buffer });
    source.connect(this.#analyser);
    source.start(startAt);
  }

  #end(status: ListenStatus | null): void {
    if (this.#context.state !== 'closed') void this.#context.close();
    if (status) this.#onStatus(status);
  }
}
