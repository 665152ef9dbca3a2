import { FAILURES, type Failure } from './failures.ts';

/** Versions 6 and 7 changed only how clients close a connection. */
const SUPPORTED_PROTOCOLS = new Set(['5', '6', '7']);

/** Checks the target of a WebSocket request, `/app/{key}?protocol=7&client=…&version=…`. Null if it's valid. */
export function handshakeFailure(target: string, key: string): Failure | null {
  const question = target.indexOf('?');
  const path = question < 0 ? target : target.slice(0, question);
  const match = /^\/app\/([^/]+)\/?$/.exec(path);
  if (match === null) return FAILURES.pathNotFound;
  if (match[1] !== key) return FAILURES.unknownApp;
  const protocol = /(?:^|&)protocol=([^&]*)/.exec(question < 0 ? '' : target.slice(question + 1))?.[1];
  if (protocol === undefined || protocol === '') return FAILURES.noProtocol;
  if (!/^\d{1,4}$/.test(protocol)) return FAILURES.badVersion;
  return SUPPORTED_PROTOCOLS.has(protocol) ? null : FAILURES.unsupportedProtocol;
}
