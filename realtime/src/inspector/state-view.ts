import { channelKind } from '../channels/core/channel-name.ts';
import type { ConnectionRegistry } from '../connection-registry.ts';
import type { ChannelView, StateView } from './core/entry.ts';

const MAX_LISTED = 200;
const MAX_CHANNELS_OF_CONNECTION = 20;
/** In all listed channels together. */
const MAX_MEMBERS = 500;
const MAX_INFO_CHARS = 200;

/** The newest connections first; channels by name. */
export function viewState(registry: ConnectionRegistry): StateView {
  const channels = [...registry.channels()].sort((a, b) => (a.name < b.name ? -1 : 1));
  const skipped = registry.connections - MAX_LISTED;
  const newest = [...registry.clients()].filter((_, index) => index >= skipped).reverse();
  let members = 0;
  return {
    totalConnections: registry.connections,
    connections: newest.map(({ connection, peer }) => ({
      socketId: connection.socketId,
      userId: connection.user?.userId ?? null,
      ...peer,
      channels: [...connection.channels.keys()]
        .filter((name) => channelKind(name) !== 'user')
        .slice(0, MAX_CHANNELS_OF_CONNECTION),
    })),
    totalChannels: channels.length,
    channels: channels.slice(0, MAX_LISTED).map(({ name, subscribers, members: present }): ChannelView => {
      const shown = [...present.values()].slice(0, Math.max(0, MAX_MEMBERS - members));
      members += shown.length;
      return {
        name,
        subscribers,
        members: shown.map(({ userId, info }) => ({ userId, info: info?.slice(0, MAX_INFO_CHARS) ?? null })),
      };
    }),
  };
}
