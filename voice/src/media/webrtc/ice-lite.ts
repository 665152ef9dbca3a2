import { randomBytes } from 'node:crypto';
import { isAuthentic, parseCheck, roleConflictResponse, successResponse } from './stun.ts';
import type { MediaSocket } from './udp.ts';

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
 * ICE lite (RFC 8445): the browser sends checks, and we send media to the path that it nominates. Browser SDPs
 * carry no candidates, so a full agent would learn nothing more. Only checks whose integrity code matches our password
 * count. After a restart, the old credentials are accepted until the first check with the new ones, and the path stays
 * until the next nomination, so that audio continues.
 */
export class IceLite {
  #current = newCredentials();
  #previous: Credentials | null = null;
  #path: Path | null = null;
  #knownPaths: readonly Path[] = [];
  #remoteUfrag: string | null = null;
  /** In ms. Consent (RFC 7675) lasts for 30 s from this time. */
  lastCheckAt = Number.NEGATIVE_INFINITY;

  get credentials(): Credentials {
    return this.#current;
  }

  get path(): Path | null {
    return this.#path;
  }

  /** @returns true if the user fragment changed, which means an ICE restart */
  setRemoteUfrag(ufrag: string): boolean {
    const restarted = this.#remoteUfrag !== null && this.#remoteUfrag !== ufrag;
    this.#remoteUfrag = ufrag;
    if (restarted) {
      this.#previous = this.#current;
      this.#current = newCredentials();
    }
    return restarted;
  }

  hasConsent(now: number): boolean {
    return this.#path !== null && now - this.lastCheckAt < CONSENT_MS;
  }

  isKnownPath(socket: MediaSocket, address: string, port: number): boolean {
    return this.#knownPaths.some((each) => isSame(each, socket, address, port));
  }

  /** Silently drops all but authentic checks. */
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

  /** A browser whose NAT address changes just keeps sending. Follows it if the new address has passed a check. */
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
