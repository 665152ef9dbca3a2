import type { Requests } from '../requests/all-requests.ts';
import { isLoopback } from './api-base.ts';
import type { Client } from './client.ts';
import type { PhoneConfig } from './phone-config.ts';

type AuthClient = Pick<Client<Pick<Requests, 'realtimeSignIn' | 'realtimeAuth'>>, 'request'>;

type AuthCallback<Data> = (error: Error | null, data: Data | null) => void;
interface UserData {
  readonly auth: string;
  readonly user_data: string;
}
interface ChannelData {
  readonly auth: string;
  readonly channel_data?: string;
}

export interface RealtimeSettings extends Omit<PhoneConfig['realtime'], 'key'> {
  readonly secure: boolean;
  readonly api: AuthClient;
}

/** Only a local page without TLS may use a local service without TLS. */
export function requiresTls(
  page: { readonly protocol: string; readonly hostname: string },
  host: string,
): boolean {
  return !(page.protocol === 'http:' && isLoopback(page.hostname) && isLoopback(host));
}

export function realtimeOptions({ cluster, host, port, path, secure, api }: RealtimeSettings) {
  const ownHost = { wsHost: host, wsPath: path, ...(port === null ? {} : { wsPort: port, wssPort: port }) };
  return {
    cluster,
    ...(host === '' ? {} : ownHost),
    forceTLS: secure,
    enabledTransports: ['ws' as const, 'wss' as const],
    disableStats: true,
    userAuthentication: {
      endpoint: '',
      transport: 'ajax' as const,
      customHandler: ({ socketId }: { readonly socketId: string }, callback: AuthCallback<UserData>) => {
        void api.request('realtimeSignIn', { body: { socket_id: socketId } }).then((result) => {
          if (result.ok) callback(null, result.value);
          else callback(new Error(result.error), null);
        });
      },
    },
    channelAuthorization: {
      // The library's own request would lack the CSRF token and, on another origin, the cookie.
      customHandler: (
        { socketId, channelName }: { readonly socketId: string; readonly channelName: string },
        callback: AuthCallback<ChannelData>,
      ) => {
        void api
          .request('realtimeAuth', { body: { socket_id: socketId, channel_name: channelName } })
          .then((result) => {
            if (!result.ok) return callback(new Error(result.error), null);
            const { auth, channel_data } = result.value;
            return callback(null, channel_data === undefined ? { auth } : { auth, channel_data });
          });
      },
    },
  };
}
