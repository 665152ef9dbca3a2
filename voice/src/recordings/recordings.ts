import { rm, stat } from 'node:fs/promises';
import type { ExchangePort, RecordingPort } from '../calls/exchange-port.ts';
import type { MediaCommand } from '../media/commands.ts';
import type { Recording } from '../store/schemas.ts';
import { recordingParams } from '../webhooks/recording-params.ts';
import type { Channels, RecordingRequest } from './recording-request.ts';
import { hasVoice, trimSilence } from './trim-silence.ts';

/** Two channels of 16 bits at 8 kHz. */
const BYTES_PER_MS = 32;
const HEADER_BYTES = 44;

export class Recordings implements RecordingPort {
  readonly #exchange: ExchangePort;
  readonly #live = new Map<string, Recording>();
  readonly #completing = new Map<string, Promise<void>>();

  constructor(exchange: ExchangePort) {
    this.#exchange = exchange;
    exchange.audioRoutes.onChange((legs) => this.#updateChannelsOfLegs(legs));
  }

  start(request: RecordingRequest): Recording {
    const sid = this.#exchange.newSid('RE');
    const now = Date.now();
    const recording: Recording = {
      ...request,
      sid,
      status: 'in-progress',
      startedAt: now,
      updatedAt: now,
      durationMs: null,
      callback: request.callback ? { ...request.callback, events: [...request.callback.events] } : null,
    };
    this.#save(recording);
    if (request.conferenceSid !== null) this.#exchange.conferences.setRecording(request.conferenceSid, sid);
    const channels = this.#channels(recording);
    this.#exchange.media
      .send({ type: 'startRecording', recording: sid, path: this.#path(sid), channels })
      .then(() => this.#notify(recording, 'in-progress'))
      .catch((error: unknown) => this.#interrupt(sid, error));
    return recording;
  }

  setChannels(sid: string, channels: Channels): void {
    if (!this.#live.has(sid)) return;
    this.#send({ type: 'setRecordingChannels', recording: sid, channels });
  }

  updateCallChannels(recording: Recording): void {
    this.setChannels(recording.sid, this.#channels(recording));
  }

  /**
   * `recordSilence` records the pause as silence instead of leaving it out. Resolves when no more audio is recorded, or
   * recording goes on: the caller relies on it.
   */
  async setPaused(sid: string, paused: boolean, { recordSilence = false } = {}): Promise<void> {
    if (!this.#live.has(sid)) return;
    await this.#exchange.media.send({ type: 'pauseRecording', recording: sid, paused, recordSilence });
    const recording = this.#live.get(sid);
    if (!recording) return;
    this.#save({ ...recording, status: paused ? 'paused' : 'in-progress', updatedAt: Date.now() });
  }

  /**
   * Resolves when the file is complete and its callback is queued.
   * @returns the final recording, even if it was already stopped
   */
  async stop(sid: string): Promise<Recording | null> {
    const recording = this.#live.get(sid);
    if (!recording) {
      await this.#completing.get(sid);
      return this.#exchange.records.recordings.get(sid) ?? null;
    }
    this.#live.delete(sid);
    if (recording.conferenceSid !== null)
      this.#exchange.conferences.setRecording(recording.conferenceSid, null);
    this.#put({ ...recording, status: 'processing', updatedAt: Date.now() });
    const length = this.#exchange.media.send({ type: 'stopRecording', recording: sid }).then(
      (reply) => reply.durationMs,
      () => null,
    );
    await this.#trackCompletion(
      sid,
      length.then((durationMs) => this.#complete(recording, durationMs)),
    );
    return this.#exchange.records.recordings.get(sid) ?? null;
  }

  async remove(sid: string): Promise<void> {
    await this.stop(sid);
    this.#exchange.records.recordings.remove(sid);
    await rm(this.#path(sid), { force: true });
  }

  async waitForCompletion(): Promise<void> {
    await Promise.all(this.#completing.values());
  }

  stopOfCall(callSid: string): void {
    for (const recording of this.forCall(callSid)) void this.stop(recording.sid);
  }

  /** Running recordings of the call itself, not of its conference. */
  forCall(callSid: string): readonly Recording[] {
    return [...this.#live.values()].filter((one) => one.conferenceSid === null && one.callSid === callSid);
  }

  forConference(sid: string): readonly Recording[] {
    return [...this.#live.values()].filter((one) => one.conferenceSid === sid);
  }

  /** Call when the media process has exited. Keeps the audio that has been written. */
  interruptAll(): void {
    for (const recording of [...this.#live.values()]) this.#interrupt(recording.sid, 'media process exited');
  }

  /** Completes recordings that were running when the service crashed. */
  async recover(): Promise<void> {
    for (const recording of this.#exchange.records.recordings.list())
      if (recording.status !== 'completed' && recording.status !== 'absent' && !this.#live.has(recording.sid))
        await this.#complete(recording, null);
  }

  #interrupt(sid: string, error: unknown): void {
    const recording = this.#live.get(sid);
    if (!recording) return;
    this.#exchange.log.error({ recording: sid, err: String(error) }, 'recording interrupted');
    this.#live.delete(sid);
    void this.#trackCompletion(sid, this.#complete(recording, null));
  }

  #trackCompletion(sid: string, work: Promise<void>): Promise<void> {
    this.#completing.set(sid, work);
    return work.finally(() => this.#completing.delete(sid));
  }

  async #complete(recording: Recording, durationMs: number | null): Promise<void> {
    if (recording.source === 'RecordVerb' && !(await this.#hasVoice(recording.sid)))
      return this.#discard(recording);
    if (recording.trim)
      await trimSilence(this.#path(recording.sid)).catch((error: unknown) => {
        this.#exchange.log.warn(
          { recording: recording.sid, err: String(error) },
          'failed to trim a recording',
        );
      });
    const bytes = await stat(this.#path(recording.sid)).then(
      (file) => file.size,
      () => 0,
    );
    const length = (recording.trim ? null : durationMs) ?? Math.max(0, (bytes - HEADER_BYTES) / BYTES_PER_MS);
    const done: Recording = {
      ...recording,
      status: bytes > HEADER_BYTES ? 'completed' : 'absent',
      durationMs: Math.round(length),
      updatedAt: Date.now(),
    };
    this.#put(done);
    this.#notify(done, done.status === 'completed' ? 'completed' : 'absent');
  }

  /** Also true if the file can't be read. */
  #hasVoice(sid: string): Promise<boolean> {
    return hasVoice(this.#path(sid)).catch((error: unknown) => {
      this.#exchange.log.warn({ recording: sid, err: String(error) }, 'failed to read a recording');
      return true;
    });
  }

  /** A Record verb without speech leaves no recording. */
  async #discard(recording: Recording): Promise<void> {
    this.#exchange.records.recordings.remove(recording.sid);
    await rm(this.#path(recording.sid), { force: true });
    const discarded: Recording = { ...recording, status: 'absent', durationMs: 0, updatedAt: Date.now() };
    this.#exchange.observe?.({ type: 'recording', recording: discarded });
    this.#notify(discarded, 'absent');
  }

  #notify(recording: Recording, event: 'in-progress' | 'completed' | 'absent'): void {
    const { callback } = recording;
    if (!callback?.events.includes(event)) return;
    this.#exchange.callbacks.send(
      callback,
      recordingParams(recording, this.#exchange.accountSid, this.#exchange.publicApi, event),
    );
  }

  #path(sid: string): string {
    return this.#exchange.records.recordingPath(sid);
  }

  #channels(recording: Recording): Channels {
    if (recording.conferenceSid !== null) return this.#exchange.conferences.channels(recording.conferenceSid);
    const leg = this.#exchange.find(recording.callSid)?.leg ?? null;
    if (leg === null) return { first: [], second: [] };
    const audible = this.#exchange.audioRoutes.heardBy(leg);
    switch (recording.voices) {
      case 'own':
        return { first: [leg], second: [] };
      case 'heard':
        return { first: audible, second: [] };
      case 'both':
        return { first: [leg], second: audible };
      default:
        return recording.voices satisfies never;
    }
  }

  #updateChannelsOfLegs(legs: readonly string[]): void {
    for (const recording of this.#live.values()) {
      if (recording.conferenceSid !== null) continue;
      const leg = this.#exchange.find(recording.callSid)?.leg ?? null;
      if (leg !== null && legs.includes(leg)) this.setChannels(recording.sid, this.#channels(recording));
    }
  }

  #save(recording: Recording): void {
    this.#live.set(recording.sid, recording);
    this.#put(recording);
  }

  #put(recording: Recording): void {
    this.#exchange.records.recordings.put(recording);
    this.#exchange.observe?.({ type: 'recording', recording });
  }

  #send(command: MediaCommand): void {
    this.#exchange.media.send(command).catch((error: unknown) => {
      this.#exchange.log.warn({ order: command.type, err: String(error) }, 'failed to update a recording');
    });
  }
}
