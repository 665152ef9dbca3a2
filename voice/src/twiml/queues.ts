import { isFinal } from '../calls/core/call.ts';
import type { ExchangePort, QueuePort } from '../calls/exchange-port.ts';
import type { LiveCall } from '../calls/live-call.ts';
import type { Queue } from '../store/schemas.ts';
import { callParams } from '../webhooks/params.ts';
import type { FormParams } from '../webhooks/webhook.ts';
import { actionSource, type Source } from './core/program.ts';
import type { DialQueue, Enqueue } from './core/verbs.ts';
import { watchLimits } from './dial-limits.ts';
import { playMusic, playOnce, SCREENING } from './play-document.ts';

/** A call inside its Enqueue verb, waiting or connected. */
export interface QueueMember {
  readonly live: LiveCall;
  readonly queueSid: string;
  readonly enqueuedAt: number;
  readonly waitedSeconds: () => number;
  readonly leave: (result: QueueResult) => void;
  readonly stopMusic: () => void;
  partner: Waiter | null;
}

type QueueResult = 'bridged' | 'leave' | 'queue-full';

interface Waiter {
  readonly connect: (member: QueueMember) => void;
  readonly onMemberLeft: () => void;
}

export const DEFAULT_QUEUE_SIZE = 1_000;

export class Queues implements QueuePort {
  readonly #exchange: ExchangePort;
  readonly #members = new Map<string, QueueMember[]>();
  readonly #waiters = new Map<string, Waiter[]>();

  constructor(exchange: ExchangePort) {
    this.#exchange = exchange;
  }

  findOrCreate(name: string, maxSize: number = DEFAULT_QUEUE_SIZE): Queue {
    const existing = this.#exchange.records.queues.list().find((queue) => queue.name === name);
    if (existing) return existing;
    const now = Date.now();
    const queue = { sid: this.#exchange.newSid('QU'), name, maxSize, createdAt: now, updatedAt: now };
    this.#exchange.records.queues.put(queue);
    return queue;
  }

  members(sid: string): readonly QueueMember[] {
    return this.#members.get(sid) ?? [];
  }

  enqueue(live: LiveCall, verb: Enqueue, done: (next: Source | null) => void): () => void {
    const queue = this.findOrCreate(verb.name);
    const [enqueuedAt, since] = [Date.now(), performance.now()];
    const waited = (): number => (performance.now() - since) / 1_000;
    const results = (result: string): FormParams => [
      ['QueueResult', result],
      ['QueueSid', queue.sid],
      ['QueueTime', String(Math.round(waited()))],
    ];
    const next = (result: QueueResult): Source | null => actionSource(verb, ...results(result));
    if (this.members(queue.sid).length >= queue.maxSize) {
      done(next('queue-full'));
      return () => {};
    }
    let stopMusic = (): void => {};
    const member: QueueMember = {
      live,
      queueSid: queue.sid,
      enqueuedAt,
      waitedSeconds: waited,
      partner: null,
      stopMusic: () => stopMusic(),
      leave: (result) => {
        stopMusic();
        this.#remove(member);
        done(next(result));
      },
    };
    this.#members.set(queue.sid, [...this.members(queue.sid), member]);
    stopMusic = playMusic(
      this.#exchange,
      live,
      { kind: 'wait', music: verb.wait },
      () => [...callParams(live.call, this.#exchange.accountSid), ...this.#positionParams(queue, member)],
      { leave: () => member.leave('leave') },
    );
    const [waiter] = this.#waiters.get(queue.sid) ?? [];
    waiter?.connect(member);
    return () => {
      stopMusic();
      this.#remove(member);
      member.partner?.onMemberLeft();
      if (!isFinal(live.call.status) || verb.action === null) return;
      this.#exchange.callbacks.send({ url: verb.action, method: verb.method, events: [] }, [
        ...callParams(live.call, this.#exchange.accountSid),
        ...results('hangup'),
      ]);
    };
  }

  dial(live: LiveCall, verb: DialQueue, done: (next: Source | null) => void): () => void {
    const queue = this.findOrCreate(verb.name);
    let bridged: QueueMember | null = null;
    let isClosed = false;
    let stopScreen = (): void => {};
    let unwatch = (): void => {};
    const finish = (status: 'completed' | 'no-answer'): void => {
      close();
      done(actionSource(verb, ['DialCallStatus', status]));
    };
    const close = (): void => {
      isClosed = true;
      clearTimeout(limit);
      unwatch();
      stopScreen();
      this.#removeWaiter(queue.sid, waiter);
      const member = bridged;
      bridged = null;
      if (!member) return;
      member.partner = null;
      this.#unroute(live, member.live);
    };
    const waiter: Waiter = {
      connect: (member) => {
        clearTimeout(limit);
        this.#removeWaiter(queue.sid, waiter);
        this.#remove(member);
        member.stopMusic();
        member.partner = waiter;
        bridged = member;
        const bridge = (): void => {
          const [one, other] = [live.leg, member.live.leg];
          if (isClosed || one === null || other === null) return;
          this.#exchange.audioRoutes.bridge(one, other);
          unwatch = watchLimits(live, verb, () => {
            finish('completed');
            member.leave('bridged');
          });
        };
        if (!verb.screen) return bridge();
        const source: Source = { kind: 'url', ...verb.screen, params: [] };
        const params = (): FormParams => [
          ...callParams(member.live.call, this.#exchange.accountSid),
          ...this.#positionParams(queue, member),
          ['DequeingCallSid', live.call.sid],
        ];
        stopScreen = playOnce(this.#exchange, member.live, source, params, bridge, SCREENING);
      },
      onMemberLeft: () => finish('completed'),
    };
    const limit = setTimeout(() => finish('no-answer'), verb.timeoutSeconds * 1_000);
    const [first] = this.members(queue.sid);
    if (first) waiter.connect(first);
    else this.#waiters.set(queue.sid, [...(this.#waiters.get(queue.sid) ?? []), waiter]);
    return () => {
      const member = bridged;
      close();
      member?.leave('bridged');
    };
  }

  #positionParams(queue: Queue, member: QueueMember): FormParams {
    const all = this.members(queue.sid);
    return [
      ['QueueSid', queue.sid],
      ['QueueTime', String(Math.round(member.waitedSeconds()))],
      ['QueuePosition', String(Math.max(1, all.indexOf(member) + 1))],
      ['AvgQueueTime', String(averageWaitSeconds(all))],
      ['CurrentQueueSize', String(all.length)],
    ];
  }

  #remove(member: QueueMember): void {
    const rest = this.members(member.queueSid).filter((one) => one !== member);
    this.#members.set(member.queueSid, rest);
  }

  #removeWaiter(sid: string, waiter: Waiter): void {
    this.#waiters.set(
      sid,
      (this.#waiters.get(sid) ?? []).filter((one) => one !== waiter),
    );
  }

  #unroute(...calls: readonly LiveCall[]): void {
    for (const { leg, call } of calls)
      if (leg !== null && this.#exchange.find(call.sid)) this.#exchange.audioRoutes.set([[leg, []]]);
  }
}

export function averageWaitSeconds(members: readonly QueueMember[]): number {
  if (members.length === 0) return 0;
  return Math.round(members.reduce((sum, member) => sum + member.waitedSeconds(), 0) / members.length);
}
