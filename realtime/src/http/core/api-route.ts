import { type ApiError, apiError } from './api-response.ts';

export type ApiRoute =
  | { kind: 'publish' | 'publishBatch' | 'listChannels' }
  | { kind: 'channel' | 'channelUsers'; channel: string }
  | { kind: 'terminate'; userId: string };

const ROUTES: readonly [string, RegExp, (name: string) => ApiRoute][] = [
  ['POST', /^\/events$/, () => ({ kind: 'publish' })],
  ['POST', /^\/batch_events$/, () => ({ kind: 'publishBatch' })],
  ['GET', /^\/channels$/, () => ({ kind: 'listChannels' })],
  ['GET', /^\/channels\/([^/]+)$/, (channel) => ({ kind: 'channel', channel })],
  ['GET', /^\/channels\/([^/]+)\/users$/, (channel) => ({ kind: 'channelUsers', channel })],
  ['POST', /^\/users\/(.+)\/terminate_connections$/, (userId) => ({ kind: 'terminate', userId })],
];

/** `path` is the decoded path without the query. */
export function matchRoute(method: string, path: string, appId: string): ApiRoute | ApiError {
  const app = /^\/apps\/([^/]+)(\/.*)$/.exec(path);
  if (app === null) return apiError(404, '404 NOT FOUND');
  if (app[1] !== appId) return apiError(404, 'Application does not exist');
  let methodWrong = false;
  for (const [verb, pattern, route] of ROUTES) {
    const match = pattern.exec(app[2] ?? '');
    if (match === null) continue;
    if (verb === method) return route(match[1] ?? '');
    methodWrong = true;
  }
  return methodWrong ? apiError(405, 'Method not allowed') : apiError(404, '404 NOT FOUND');
}
