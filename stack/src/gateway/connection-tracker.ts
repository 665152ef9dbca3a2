/** The gateway's connections; closes an idle unknown one when a new one needs its slot. */
import type { Socket } from 'node:net';
import type { Admission } from './admission.ts';
import type { Slot, TrustLevel } from './slot-pool.ts';

export class ConnectionTracker {
  readonly #admission: Admission;
  readonly #slots = new WeakMap<Socket, Slot>();
  /** Unknown connections without a request in flight, longest idle first. */
  readonly #idle = new Set<Socket>();

  constructor(admission: Admission) {
    this.#admission = admission;
  }

  add(socket: Socket, networks: readonly string[] | null): boolean {
    let slot = this.#admission.connection(networks);
    if (slot === null && this.#admission.isFullOfUnknown) {
      // An idle connection must not lock out a client that sends a session with its first request.
      const [longestIdle] = this.#idle;
      if (longestIdle) this.release(longestIdle);
      longestIdle?.destroy();
      slot = this.#admission.connection(networks);
    }
    if (slot === null) return false;
    this.#slots.set(socket, slot);
    socket.once('close', () => this.release(socket));
    this.requestEnded(socket);
    return true;
  }

  /** @param trust the client's trust according to its request */
  requestStarted(socket: Socket, trust: TrustLevel): void {
    this.#idle.delete(socket);
    if (trust === 'known') this.markKnown(socket);
  }

  markKnown(socket: Socket): void {
    this.#slots.get(socket)?.promote('known');
  }

  requestEnded(socket: Socket): void {
    if (this.#slots.get(socket)?.trust === 'unknown' && !socket.destroyed) this.#idle.add(socket);
  }

  release(socket: Socket): void {
    this.#idle.delete(socket);
    this.#slots.get(socket)?.release();
    this.#slots.delete(socket);
  }
}
