import { type ChildProcess, fork } from 'node:child_process';
import { z } from 'zod';
import type { MediaOrder } from './orders.ts';
import type { MediaReplies, MediaReport } from './protocol.ts';

export interface MediaClientOptions {
  /** Entry of the media process: `main.ts` in development, the bundled `.mjs` in production. Absolute. */
  readonly entry: string;
  /** Added to this process's environment. */
  readonly env?: Readonly<Record<string, string>>;
  readonly onReport: (report: MediaReport) => void;
  /** The process is gone, by itself or by a signal; not called after `stop()`. All its legs are gone with it. */
  readonly onExit: (code: number | null, signal: NodeJS.Signals | null) => void;
  /** An order without a reply has failed after so long (10 s by default). */
  readonly timeoutMs?: number;
}

/** What the reply to an order carries, by the type of the order. */
export type ReplyTo<O extends MediaOrder> = O['type'] extends keyof MediaReplies
  ? MediaReplies[O['type']]
  : object;

interface PendingOrder {
  readonly resolve: (reply: object) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
}

const messageSchema = z.union([
  z.looseObject({ id: z.number(), ok: z.literal(true) }),
  z.object({ id: z.number(), ok: z.literal(false), error: z.string() }),
  z.object({ report: z.looseObject({ type: z.string() }) }),
]);

/** The service's end of the media process. One object is one process: after an exit a new one is made. */
export class MediaClient {
  readonly #options: MediaClientOptions;
  readonly #child: ChildProcess;
  readonly #pending = new Map<number, PendingOrder>();
  readonly #ready: Promise<void>;
  #markReady: () => void = () => {};
  #rejectReady: (error: Error) => void = () => {};
  #nextId = 1;
  #exited = false;
  #stopping = false;

  constructor(options: MediaClientOptions) {
    this.#options = options;
    this.#ready = new Promise((resolve, reject) => {
      this.#markReady = resolve;
      this.#rejectReady = reject;
    });
    this.#ready.catch(() => {});
    this.#child = fork(options.entry, [], {
      serialization: 'advanced',
      env: { ...process.env, ...options.env },
      execArgv: [],
    });
    this.#child.on('message', (message) => this.#onMessage(message));
    this.#child.on('error', (error) => this.#onProcessEnd(error, null, null));
    this.#child.on('exit', (code, signal) =>
      this.#onProcessEnd(new Error(`the media process has ended (${signal ?? code})`), code, signal),
    );
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Resolves when the process takes orders; rejects when it ended before. */
  ready(): Promise<void> {
    return this.#ready;
  }

  /** Gives an order. Rejects with the process's own reason when refused, after the time limit, or when it is gone. */
  order<O extends MediaOrder>(order: O): Promise<ReplyTo<O>> {
    return new Promise<object>((resolve, reject) => {
      if (this.#exited) {
        reject(new Error('the media process has ended'));
        return;
      }
      const id = this.#nextId;
      this.#nextId += 1;
      const timer = setTimeout(() => {
        this.#pending.delete(id);
        reject(new Error(`the media process did not answer the order ${order.type} in time`));
      }, this.#options.timeoutMs ?? 10_000);
      this.#pending.set(id, { resolve, reject, timer });
      this.#child.send({ id, ...order }, (error) => {
        if (error) this.#settle(id)?.reject(error);
      });
    }) as Promise<ReplyTo<O>>;
  }

  /** Ends a process that does not answer any more. */
  kill(): void {
    this.#child.kill('SIGKILL');
  }

  /** Ends the process: by closing the channel, after 2 s by force. Resolves when it is gone. */
  async stop(): Promise<void> {
    this.#stopping = true;
    if (this.#exited || this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const gone = new Promise<void>((resolve) => this.#child.once('exit', () => resolve()));
    if (this.#child.connected) this.#child.disconnect();
    const force = setTimeout(() => this.#child.kill('SIGKILL'), 2000);
    await gone;
    clearTimeout(force);
  }

  #onMessage(message: unknown): void {
    const reading = messageSchema.safeParse(message);
    if (!reading.success) return;
    const { data } = reading;
    if ('report' in data) {
      // The process is ours and typed by the same file: what it reports is a MediaReport.
      const report = data.report as unknown as MediaReport;
      if (report.type === 'ready') this.#markReady();
      this.#options.onReport(report);
      return;
    }
    const pending = this.#settle(data.id);
    if (data.ok) pending?.resolve(data);
    else pending?.reject(new Error(data.error));
  }

  #settle(id: number): PendingOrder | undefined {
    const pending = this.#pending.get(id);
    if (pending === undefined) return undefined;
    clearTimeout(pending.timer);
    this.#pending.delete(id);
    return pending;
  }

  #onProcessEnd(error: Error, code: number | null, signal: NodeJS.Signals | null): void {
    if (this.#exited) return;
    this.#exited = true;
    this.#rejectReady(error);
    for (const id of [...this.#pending.keys()]) this.#settle(id)?.reject(error);
    if (!this.#stopping) this.#options.onExit(code, signal);
  }
}
