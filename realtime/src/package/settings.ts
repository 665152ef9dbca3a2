import { z } from 'zod';
import { type Command, options, schema as service } from '../config.ts';
import { DEVELOPMENT_KEYS } from './core/keys.ts';
import { packageVersion } from './version.ts';

const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
const LEVEL = `one of ${LEVELS.join(', ')}`;
const isOn = z
  .enum(['', '0', '1'], '1 or 0')
  .default('')
  .transform((value) => value === '1');

/** The settings of the package: those of the service, with defaults for a developer's machine. */
const schema = service.extend({
  PUSHER_APP_ID: service.shape.PUSHER_APP_ID.default(DEVELOPMENT_KEYS.appId),
  PUSHER_KEY: service.shape.PUSHER_KEY.default(DEVELOPMENT_KEYS.key),
  /** Empty: see `chooseSecret`. */
  PUSHER_SECRET: z.union([z.literal(''), service.shape.PUSHER_SECRET], 'at least 8 characters').default(''),
  REALTIME_PAGE: z
    .enum(['0', '1'], '1 or 0')
    .default('1')
    .transform((value) => value === '1'),
  REALTIME_SEED: z.string().default(''),
  REALTIME_TLS: isOn,
  REALTIME_TLS_CERT: z.string().default(''),
  REALTIME_TLS_KEY: z.string().default(''),
  REALTIME_JSON: isOn,
  LOG_LEVEL: z.enum(LEVELS, LEVEL).default('warn'),
});

export type PackageSettings = z.output<typeof schema>;

export const command: Command<typeof schema.shape> = {
  schema,
  version: packageVersion,
  options: {
    ...options,
    PUSHER_SECRET: [
      'secret',
      'secret of the app, at least 8 characters',
      `${DEVELOPMENT_KEYS.secret}; random if --host isn’t loopback`,
    ],
    REALTIME_PAGE: [
      'page',
      '1 serves a page at / that shows events and webhooks as they happen, 0 does not',
      '1',
    ],
    REALTIME_SEED: ['seed', 'JSON file with the app, its settings and cached events'],
    REALTIME_TLS: ['tls', 'serves HTTPS and WSS with a certificate of its own', 'off', 'switch'],
    REALTIME_TLS_CERT: ['tls-cert', 'your certificate, a PEM file'],
    REALTIME_TLS_KEY: ['tls-key', 'its private key, a PEM file'],
    REALTIME_JSON: ['json', 'prints one line of JSON when ready, for scripts', 'off', 'switch'],
    LOG_LEVEL: ['log-level', `${LEVEL}; logs go to standard error`],
  },
  usage: {
    before: `Usage: offhook-realtime [options]

A local Pusher Channels service for development and tests. Takes the unmodified official libraries.
Every option has an environment variable; the option takes precedence.
`,
    after: `Examples:
  offhook-realtime --webhook-url http://127.0.0.1:3000/pusher
  offhook-realtime --tls --seed seed.json
`,
  },
};
