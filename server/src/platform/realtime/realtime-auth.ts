import Pusher from 'pusher';

export interface ChannelAuth {
  readonly auth: string;
  readonly channel_data?: string;
}

export interface UserAuth {
  readonly auth: string;
  readonly user_data: string;
}

export interface RealtimeAuth {
  sign(
    socketId: string,
    channel: string,
    who: { user_id: string; user_info: Record<string, string> } | null,
  ): ChannelAuth | null;
  signIn(socketId: string, realtimeId: string): UserAuth | null;
}

const SOCKET_ID = /^\d+\.\d+$/;

/** Signs locally; the SDK's host isn't used. */
export function createRealtimeAuth(keys: { appId: string; key: string; secret: string }): RealtimeAuth {
  const pusher = new Pusher({ ...keys, host: 'localhost' });
  return {
    sign(socketId, channel, who) {
      if (!SOCKET_ID.test(socketId) || !/^[\w\-=@,.;]+$/.test(channel)) return null;
      const { auth, channel_data } = who
        ? pusher.authorizeChannel(socketId, channel, who)
        : pusher.authorizeChannel(socketId, channel);
      return channel_data === undefined ? { auth } : { auth, channel_data };
    },
    signIn(socketId, realtimeId) {
      return SOCKET_ID.test(socketId) ? pusher.authenticateUser(socketId, { id: realtimeId }) : null;
    },
  };
}

/** The reader returns null if the signature is wrong. */
export function createRealtimeWebhookReader(keys: { appId: string; key: string; secret: string }) {
  const pusher = new Pusher({ ...keys, host: 'localhost' });
  return (headers: Record<string, string | string[] | undefined>, rawBody: string) => {
    const webhook = pusher.webhook({ headers, rawBody });
    return webhook.isValid() ? webhook.getEvents() : null;
  };
}
