import { type ChildProcess, fork } from 'node:child_process';
import { z } from 'zod';
import type { MediaCommand } from './commands.ts';
import type { MediaReplies, MediaReport } from './protocol.ts';

export interface MediaClientOptions {
  readonly entry: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly onReport: (report: MediaReport) => void;
  /** Not called after `stop()`. All legs of the process are lost. */
  readonly onExit: (code: number | null, signal: NodeJS.Signals | null) => void;
  readonly timeoutMs?: number;
}

export type ReplyTo<O extends MediaCommand> = O['type'] extends keyof MediaReplies
  ? MediaReplies[O['type']]
  : object;

interface PendingCommand {
  readonly resolve: (reply: object) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
}

const messageSchema = z.union([
  z.looseObject({ id: z.number(), ok: z.literal(true) }),
  z.object({ id: z.number(), ok: z.literal(false), error: z.string() }),
  z.object({ report: z.looseObject({ type: z.string() }) }),
]);

/** A client of one media process. After an exit, create a new client. */
export class MediaClient {
  readonly #options: MediaClientOptions;
  readonly #child: ChildProcess;
  readonly #pending = new Map<number, PendingCommand>();
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

  ready(): Promise<void> {
    return this.#ready;
  }

  send<O extends MediaCommand>(command: O): Promise<ReplyTo<O>> {
    return new Promise<object>((resolve, reject) => {
      if (this.#exited) {
        reject(new Error('the media process has ended'));
        return;
      }
      const id = this.#nextId;
      this.#nextId += 1;
      const timer = setTimeout(() => {
        this.#pending.delete(id);
        reject(new Error(`the media process did not reply to ${command.type} in time`));
      }, this.#options.timeoutMs ?? 10_000);
      this.#pending.set(id, { resolve, reject, timer });
      this.#child.send({ id, ...command }, (error) => {
        if (error) this.#settle(id)?.reject(error);
      });
    }) as Promise<ReplyTo<O>>;
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  /** Closes the channel and kills the process after 2 s. Resolves when it has exited. */
  async stop(): Promise<void> {
    this.#stopping = true;
    if (this.#exited || this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const exited = new Promise<void>((resolve) => this.#child.once('exit', () => resolve()));
    if (this.#child.connected) this.#child.disconnect();
    const force = setTimeout(() => this.#child.kill('SIGKILL'), 2000);
    await exited;
    clearTimeout(force);
  }

  #onMessage(message: unknown): void {
    const parsed = messageSchema.safeParse(message);
    if (!parsed.success) return;
    const { data } = parsed;
    if ('report' in data) {
      // Both processes are built from the same report type.
      const report = data.report as unknown as MediaReport;
      if (report.type === 'ready') this.#markReady();
      this.#options.onReport(report);
      return;
    }
    const pending = this.#settle(data.id);
    if (data.ok) pending?.resolve(data);
    else pending?.reject(new Error(data.error));
  }

  #settle(id: number): PendingCommand | undefined {
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
