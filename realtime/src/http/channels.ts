import { channelKind, isCacheChannel, isChannelName } from '../channels/core/channel-name.ts';
import type { ConnectionRegistry } from '../connection-registry.ts';
import { type ApiError, type ApiResponse, apiError, ok } from './core/api-response.ts';
import type { Parameter } from './core/api-signature.ts';
import { type Info, infoSchema } from './event-request.ts';

/** `user_count` only for presence channels, `cache` only for cache channels. */
export function channelInfo(name: string, registry: ConnectionRegistry, info: readonly Info[]): object {
  const channel = registry.channel(name);
  return {
    ...(info.includes('user_count') && channelKind(name) === 'presence'
      ? { user_count: channel?.members.size ?? 0 }
      : {}),
    ...(info.includes('subscription_count') ? { subscription_count: channel?.subscribers ?? 0 } : {}),
    ...(info.includes('cache') && isCacheChannel(name) ? { cache: registry.cached(name) } : {}),
  };
}

export function listChannels(query: readonly Parameter[], registry: ConnectionRegistry): ApiResponse {
  const info = parseInfo(query);
  if ('reason' in info) return info;
  const prefix = query.find(({ name }) => name === 'filter_by_prefix')?.value ?? '';
  if (info.requested.includes('user_count') && !prefix.startsWith('presence-')) {
    return apiError(
      400,
      'user_count may only be requested for presence channels - please supply filter_by_prefix beginning with presence-',
    );
  }
  if (info.requested.includes('cache')) return apiError(400, 'cache may only be requested for one channel');
  const found: [string, object][] = [];
  for (const channel of registry.channels()) {
    if (channel.name.startsWith(prefix))
      found.push([channel.name, channelInfo(channel.name, registry, info.requested)]);
  }
  return ok({ channels: Object.fromEntries(found) });
}

export function getChannel(
  name: string,
  query: readonly Parameter[],
  registry: ConnectionRegistry,
): ApiResponse {
  const info = parseInfo(query);
  if ('reason' in info) return info;
  if (!isChannelName(name)) return apiError(400, 'Invalid channel name');
  if (info.requested.includes('user_count') && channelKind(name) !== 'presence') {
    return apiError(400, 'user_count may only be requested for presence channels');
  }
  if (info.requested.includes('cache') && !isCacheChannel(name)) {
    return apiError(400, 'cache may only be requested for cache channels');
  }
  return ok({
    occupied: registry.channel(name) !== undefined,
    ...channelInfo(name, registry, info.requested),
  });
}

export function channelUsers(name: string, registry: ConnectionRegistry): ApiResponse {
  if (!isChannelName(name)) return apiError(400, 'Invalid channel name');
  if (channelKind(name) !== 'presence')
    return apiError(400, 'Users can only be retrieved for presence channels');
  const members = registry.channel(name)?.members.keys() ?? [];
  return ok({ users: Array.from(members, (id) => ({ id })) });
}

function parseInfo(query: readonly Parameter[]): { requested: Info[] } | ApiError {
  const result = infoSchema.safeParse(query.find(({ name }) => name === 'info')?.value ?? '');
  if (result.success) return { requested: result.data };
  return apiError(400, result.error.issues[0]?.message ?? 'Invalid info parameter');
}
