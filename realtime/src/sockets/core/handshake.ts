import { FAILURES, type Failure } from './failures.ts';

/** Protocols with these messages; what later numbers changed (how clients close) concerns the client alone. */
const PROTOCOLS = new Set(['5', '6', '7']);

/**
 * Reads the target of a WebSocket request, `/app/{key}?protocol=7&client=…&version=…`.
 * Null when a client may connect with it, else why not.
 */
export function handshakeFault(target: string, key: string): Failure | null {
  const question = target.indexOf('?');
  const path = question < 0 ? target : target.slice(0, question);
  const match = /^\/app\/([^/]+)\/?$/.exec(path);
  if (match === null) return FAILURES.pathNotFound;
  if (match[1] !== key) return FAILURES.unknownApp;
  const protocol = /(?:^|&)protocol=([^&]*)/.exec(question < 0 ? '' : target.slice(question + 1))?.[1];
  if (protocol === undefined || protocol === '') return FAILURES.noProtocol;
  if (!/^\d{1,4}$/.test(protocol)) return FAILURES.badVersion;
  return PROTOCOLS.has(protocol) ? null : FAILURES.unsupportedProtocol;
}
