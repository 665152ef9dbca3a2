import { randomBytes } from 'node:crypto';
import { isAuthentic, parseCheck, roleConflictResponse, successResponse } from './stun.ts';
import type { MediaSocket } from './udp.ts';

/** Where the peer is: which of our sockets it talks to, and from what address. */
export interface Path {
  readonly socket: MediaSocket;
  readonly address: string;
  readonly port: number;
}

export interface Credentials {
  readonly ufrag: string;
  readonly password: string;
}

/**
 * The answering side of ICE (RFC 8445, lite): the browser checks, we answer, and the path that it nominates is
 * the one we send to. A browser's description holds no candidates of its own, so that a full agent would have
 * nothing to check that these requests do not already tell. Every request must carry the integrity code of our
 * password; nobody else can move the path.
 *
 * A restart makes new credentials; checks with the old ones are answered until the first with the new ones came,
 * and the path stays until the browser nominates another: audio goes on meanwhile.
 */
export class IceLite {
  #current = newCredentials();
  #previous: Credentials | null = null;
  #path: Path | null = null;
  /** Where authentic checks came from lately, oldest first. */
  #knownPaths: readonly Path[] = [];
  #remoteUfrag: string | null = null;
  /** When the last authentic check came (ms); consent to send (RFC 7675) lasts 30 s from there. */
  lastCheckAt = Number.NEGATIVE_INFINITY;

  get credentials(): Credentials {
    return this.#current;
  }

  /** Where to send, or null while nobody has proved to be there. */
  get path(): Path | null {
    return this.#path;
  }

  /** The remote user fragment of the description in force; true when it is another one: an ICE restart. */
  setRemoteUfrag(ufrag: string): boolean {
    const restarted = this.#remoteUfrag !== null && this.#remoteUfrag !== ufrag;
    this.#remoteUfrag = ufrag;
    if (restarted) {
      this.#previous = this.#current;
      this.#current = newCredentials();
    }
    return restarted;
  }

  /** Whether the peer still consents to what we send. */
  hasConsent(now: number): boolean {
    return this.#path !== null && now - this.lastCheckAt < CONSENT_MS;
  }

  /** Whether a datagram from there comes from somebody who has proved to know our password. */
  isKnownPath(socket: MediaSocket, address: string, port: number): boolean {
    return this.#knownPaths.some((each) => isSame(each, socket, address, port));
  }

  /** Takes a STUN datagram; what is no authentic check is dropped without a word. */
  receive(data: Uint8Array, socket: MediaSocket, address: string, port: number, now: number): void {
    const check = parseCheck(data);
    if (check === null) return;
    const credentials = [this.#current, this.#previous].find((each) => each?.ufrag === check.local);
    if (!credentials || !isAuthentic(data, check, credentials.password)) return;
    if (check.controlled) {
      socket.send(roleConflictResponse(data, credentials.password), port, address);
      return;
    }
    this.lastCheckAt = now;
    if (credentials === this.#current) this.#previous = null;
    const nominates = check.useCandidate && credentials === this.#current;
    const path = this.#rememberPath(socket, address, port);
    if (this.#path === null || nominates) this.#path = path;
    socket.send(successResponse(data, address, port, credentials.password), port, address);
  }

  /**
   * Authentic audio has come from there. Behind a router that has given it another address a browser goes on without
   * a word; where it has proved to be, and sends from, is where it is.
   */
  followAudio(socket: MediaSocket, address: string, port: number): void {
    const path = this.#path;
    if (path === null || isSame(path, socket, address, port)) return;
    this.#path = this.#knownPaths.find((each) => isSame(each, socket, address, port)) ?? path;
  }

  #rememberPath(socket: MediaSocket, address: string, port: number): Path {
    const known = this.#knownPaths.find((each) => isSame(each, socket, address, port));
    if (known !== undefined) return known;
    const path = { socket, address, port };
    this.#knownPaths = [...this.#knownPaths, path].slice(-MAX_KNOWN_PATHS);
    return path;
  }
}

const CONSENT_MS = 30_000;
const MAX_KNOWN_PATHS = 8;

function isSame(path: Path, socket: MediaSocket, address: string, port: number): boolean {
  return path.port === port && path.address === address && path.socket === socket;
}

function newCredentials(): Credentials {
  return { ufrag: randomBytes(6).toString('hex'), password: randomBytes(18).toString('hex') };
}
