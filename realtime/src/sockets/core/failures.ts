/**
 * Codes of the Channels protocol, section "Error codes". pusher-js acts on the close code:
 * 4000-4099 give up, 4100-4199 try again later, 4200-4299 try again immediately; 4300 and above are reported only.
 */
export const FAILURES = {
  unknownApp: { code: 4001, message: 'Application does not exist' },
  pathNotFound: { code: 4005, message: 'Path not found' },
  badVersion: { code: 4006, message: 'Invalid version string format' },
  unsupportedProtocol: { code: 4007, message: 'Unsupported protocol version' },
  noProtocol: { code: 4008, message: 'No protocol version supplied' },
  unauthorized: { code: 4009, message: 'Connection is unauthorized' },
  notSignedIn: { code: 4009, message: 'Connection not authorized within timeout' },
  terminated: { code: 4009, message: 'You got disconnected by the application' },
  overCapacity: { code: 4100, message: 'Over capacity' },
  reconnect: { code: 4200, message: 'Server is closing, reconnect immediately' },
  noPong: {
    code: 4201,
    message: 'Pong reply not received: ping was sent to the client, but no reply was received',
  },
  badMessage: { code: 4300, message: 'Message rejected' },
  tooManyClientEvents: { code: 4301, message: 'Client event rejected due to rate limit' },
  binary: { code: 1003, message: 'Binary messages are not supported' },
} as const satisfies Record<string, Failure>;

export interface Failure {
  code: number;
  message: string;
}

export interface SubscriptionFailure {
  type: 'AuthError' | 'LimitReached' | 'InvalidChannel';
  error: string;
  status: number;
}

export function badMessage(reason: string): Failure {
  return { code: FAILURES.badMessage.code, message: reason };
}
