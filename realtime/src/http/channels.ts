import { isCache, isChannelName, kindOf } from '../channels/core/channel-name.ts';
import type { Hub } from '../hub.ts';
import { type ApiAnswer, type ApiRefusal, ok, refusal } from './core/api-answer.ts';
import type { Parameter } from './core/api-signature.ts';
import { type Info, infoSchema } from './event-request.ts';

/** The asked facts of a channel; `user_count` only where there are users, `cache` only where an event is remembered. */
export function describe(name: string, hub: Hub, info: readonly Info[]): object {
  const channel = hub.channel(name);
  return {
    ...(info.includes('user_count') && kindOf(name) === 'presence'
      ? { user_count: channel?.members.size ?? 0 }
      : {}),
    ...(info.includes('subscription_count') ? { subscription_count: channel?.subscribers ?? 0 } : {}),
    ...(info.includes('cache') && isCache(name) ? { cache: hub.cached(name) } : {}),
  };
}

/** GET /channels: the occupied channels, by prefix if asked so. */
export function listChannels(query: readonly Parameter[], hub: Hub): ApiAnswer {
  const info = infoOf(query);
  if ('reason' in info) return info;
  const prefix = query.find(({ name }) => name === 'filter_by_prefix')?.value ?? '';
  if (info.asked.includes('user_count') && !prefix.startsWith('presence-')) {
    return refusal(
      400,
      'user_count may only be requested for presence channels - please supply filter_by_prefix beginning with presence-',
    );
  }
  if (info.asked.includes('cache')) return refusal(400, 'cache may only be requested for one channel');
  const found: [string, object][] = [];
  for (const channel of hub.channels()) {
    if (channel.name.startsWith(prefix)) found.push([channel.name, describe(channel.name, hub, info.asked)]);
  }
  return ok({ channels: Object.fromEntries(found) });
}

/** GET /channels/{name} */
export function oneChannel(name: string, query: readonly Parameter[], hub: Hub): ApiAnswer {
  const info = infoOf(query);
  if ('reason' in info) return info;
  if (!isChannelName(name)) return refusal(400, 'Invalid channel name');
  if (info.asked.includes('user_count') && kindOf(name) !== 'presence') {
    return refusal(400, 'user_count may only be requested for presence channels');
  }
  if (info.asked.includes('cache') && !isCache(name)) {
    return refusal(400, 'cache may only be requested for cache channels');
  }
  return ok({ occupied: hub.channel(name) !== undefined, ...describe(name, hub, info.asked) });
}

/** GET /channels/{name}/users */
export function channelUsers(name: string, hub: Hub): ApiAnswer {
  if (!isChannelName(name)) return refusal(400, 'Invalid channel name');
  if (kindOf(name) !== 'presence') return refusal(400, 'Users can only be retrieved for presence channels');
  const members = hub.channel(name)?.members.keys() ?? [];
  return ok({ users: Array.from(members, (id) => ({ id })) });
}

function infoOf(query: readonly Parameter[]): { asked: Info[] } | ApiRefusal {
  const result = infoSchema.safeParse(query.find(({ name }) => name === 'info')?.value ?? '');
  if (result.success) return { asked: result.data };
  return refusal(400, result.error.issues[0]?.message ?? 'Invalid info parameter');
}
