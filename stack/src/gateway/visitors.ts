/** The connections at the gateway, and which of the strangers' has to go when a new one comes and they have all places. */
import type { Socket } from 'node:net';
import type { Admission } from './admission.ts';
import type { Place, Standing } from './room.ts';

export class Visitors {
  readonly #admission: Admission;
  readonly #places = new WeakMap<Socket, Place>();
  /** Strangers' without a request in flight, the longest quiet first. */
  readonly #quiet = new Set<Socket>();

  constructor(admission: Admission) {
    this.#admission = admission;
  }

  /** @returns whether it may stay */
  enter(socket: Socket, networks: readonly string[] | null): boolean {
    let place = this.#admission.connection(networks);
    if (place === null && this.#admission.isFullOfStrangers) {
      // One that says nothing must not keep out who shows a session with the first request.
      const [longest] = this.#quiet;
      if (longest) this.leave(longest);
      longest?.destroy();
      place = this.#admission.connection(networks);
    }
    if (place === null) return false;
    this.#places.set(socket, place);
    socket.once('close', () => this.leave(socket));
    this.rests(socket);
    return true;
  }

  /** @param standing of the client by its request */
  asks(socket: Socket, standing: Standing): void {
    this.#quiet.delete(socket);
    if (standing === 'known') this.isKnown(socket);
  }

  isKnown(socket: Socket): void {
    this.#places.get(socket)?.becomes('known');
  }

  rests(socket: Socket): void {
    if (this.#places.get(socket)?.standing === 'stranger' && !socket.destroyed) this.#quiet.add(socket);
  }

  leave(socket: Socket): void {
    this.#quiet.delete(socket);
    this.#places.get(socket)?.leave();
    this.#places.delete(socket);
  }
}
