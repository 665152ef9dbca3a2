/** The caller passes the routes that it serves, so the description contains exactly those. */
import * as z from 'zod/mini';
import { SECOND_FACTOR_ERRORS, type SecondFactorErrorCode } from '../accounts/second-factor-errors.ts';
import { Integrations, User } from '../accounts/user.ts';
import { Agent, CallerId, Team } from '../agent/agent.ts';
import { ActiveCall, Call } from '../calls/call.ts';
import { CallUser } from '../calls/call-user.ts';
import { HistoryItem, Paging } from '../calls/history.ts';
import { CONSOLE_REQUESTS, type ConsoleRequestName } from '../console/console.ts';
import { CONSOLE_ERRORS, type ConsoleErrorCode } from '../console/console-errors.ts';
import { ERRORS as PHONE_ERRORS, type ErrorCode as PhoneErrorCode } from '../errors.ts';
import { Lead, Tag } from '../leads/lead.ts';
import { REQUESTS, type RequestName } from '../requests/all-requests.ts';
import { ErrorAnswer, type RowDetails } from '../requests/request-rows.ts';
import { WEBHOOK_EVENTS, WEBHOOK_EXAMPLES } from '../webhook-events.ts';
import { CONSOLE_NOTES } from './console-notes.ts';
import { OTHER_ROUTES, type OtherRoute, REQUEST_NOTES, type RequestNote } from './request-notes.ts';

const ERRORS = { ...PHONE_ERRORS, ...CONSOLE_ERRORS, ...SECOND_FACTOR_ERRORS };
type ErrorCode = PhoneErrorCode | ConsoleErrorCode | SecondFactorErrorCode;
const ROWS = { ...REQUESTS, ...CONSOLE_REQUESTS };
const NOTES: { readonly [N in RequestName | ConsoleRequestName]?: RequestNote } = {
  ...REQUEST_NOTES,
  ...CONSOLE_NOTES,
};

export interface ServedRoute {
  readonly method: string;
  readonly path: string;
}

type Json = Record<string, unknown>;
export type ErrorText = (code: ErrorCode) => string;

/** This server always sends the code. `Refusal` is the published name of the schema. */
const Refusal = z.object({ ...ErrorAnswer.shape, code: z.string() });
interface Row extends RowDetails {
  readonly method: string;
  readonly path: string;
  readonly access: 'anyone' | 'user' | 'supervisor' | 'admin' | 'api-key';
}

const NAMED = {
  User,
  Integrations,
  Agent,
  Team,
  CallerId,
  Lead,
  Tag,
  Call,
  ActiveCall,
  CallUser,
  HistoryItem,
  Paging,
  Refusal,
} as const;

const names = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries(NAMED)) names.add(schema, { id });

const TAGS: readonly [string, string][] = [
  ['Leads', 'Send leads with an API key.'],
  ['Session', 'The session is a cookie; every change carries its CSRF token.'],
  ['Phone', 'How an agent’s phone stays reachable.'],
  ['Calls', ''],
  ['In a call', ''],
  ['After a call', ''],
  ['Team', ''],
  ['Console', 'For supervisors and administrators of the account.'],
  ['Service', ''],
  ['Voice provider', 'Called only by the voice provider, which signs each request.'],
  ['Demo', 'The simulated phone network of the demo.'],
  ['Other', ''],
];

export function describeApi(url: string, served: readonly ServedRoute[], textOf: ErrorText): Json {
  const components: Json = {};
  const paths: Record<string, Json> = {};
  for (const { method, path } of served) {
    const key = toOpenApiPath(path);
    paths[key] = {
      ...paths[key],
      [method.toLowerCase()]: describeOperation(method, path, components, textOf),
    };
  }
  const used = new Set(Object.values(paths).flatMap((item) => Object.values(item).flatMap(tagsOf)));
  const webhooks = Object.fromEntries(
    Object.entries(WEBHOOK_EVENTS).map(([name, { summary, schema }]) => [
      name,
      {
        post: {
          operationId: name,
          tags: ['Webhooks'],
          summary,
          parameters: SIGNED_HEADERS,
          requestBody: {
            required: true,
            content: toContent(
              toJsonSchema(schema, 'output', components),
              WEBHOOK_EXAMPLES[name as keyof typeof WEBHOOK_EXAMPLES],
            ),
          },
          responses: {
            '2XX': { description: 'Accepted. Any other response, or none within 10 s, is retried for 24 h.' },
          },
        },
      },
    ]),
  );
  return {
    openapi: '3.1.0',
    info: {
      title: 'Offhook',
      version: '1',
      description:
        'JSON in and out. An error is `{"success": false, "error": "a sentence", "code": "aCode"}` with a matching HTTP status. The `code` identifies the error. The `error` is in the language of the request’s `Accept-Language` header: English (default) or Spanish.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url }],
    tags: [
      ...TAGS.filter(([name]) => used.has(name)).map(([name, description]) =>
        description === '' ? { name } : { name, description },
      ),
      { name: 'Webhooks', description: 'Events that Offhook posts to an account’s webhooks.' },
    ],
    paths,
    webhooks,
    components: {
      securitySchemes: SECURITY,
      schemas: { Refusal: toJsonSchema(Refusal, 'output', components), ...components },
    },
  };
}

function toContent(schema: Json, example: unknown, type = 'application/json'): Json {
  return { [type]: { schema, ...(example === undefined ? {} : { example }) } };
}

const SECURITY = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'offhook_session',
    description: 'Set by `GET /api/v1/user`; over https it is named `__Host-offhook_session`.',
  },
  csrf: {
    type: 'apiKey',
    in: 'header',
    name: 'X-CSRF-TOKEN',
    description: 'The `csrf_token` of `GET /api/v1/user` or of the login; required for POST, PUT and DELETE.',
  },
  apiKey: { type: 'http', scheme: 'bearer', description: 'An API key of the account.' },
  provider: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Twilio-Signature',
    description: 'The provider’s signature of URL and form.',
  },
} as const;

const SIGNED_HEADERS = [
  header('Offhook-Event-Id', 'The same for every attempt, so you can detect duplicates.', 'evt_…'),
  header(
    'Offhook-Signature',
    '`t=` seconds since 1970, `v1=` HMAC-SHA256 in hex, with the endpoint’s secret, of the timestamp, a period and the body.',
    't=1772467200,v1=5257a869…',
  ),
];

function header(name: string, description: string, example: string): Json {
  return { name, in: 'header', required: true, description, schema: { type: 'string' }, example };
}

export function toOpenApiPath(path: string): string {
  return path.replace(/:(\w+)/g, '{$1}');
}

function describeOperation(method: string, path: string, components: Json, textOf: ErrorText): Json {
  const found = Object.entries(ROWS).find(([, row]) => row.method === method && row.path === path);
  return found
    ? describeRequest(found[0] as keyof typeof ROWS, found[1], components, textOf)
    : describeOtherRoute(method, path, components, textOf);
}

function describeRequest(name: keyof typeof ROWS, row: Row, components: Json, textOf: ErrorText): Json {
  const note: RequestNote = NOTES[name] ?? { tag: 'Other', summary: toSentence(name) };
  const parameters = [
    ...toParameters(row.params, 'path', components),
    ...toParameters(row.query, 'query', components),
    ...(note.idempotent ? [IDEMPOTENCY_KEY] : []),
  ];
  const type = row.bodyKind === 'form' ? 'application/x-www-form-urlencoded' : undefined;
  return {
    operationId: name,
    tags: [note.tag],
    summary: note.summary,
    ...(note.description ? { description: note.description } : {}),
    security: toSecurity(row.access, row.method !== 'GET'),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(row.body
      ? {
          requestBody: {
            required: true,
            content: toContent(toJsonSchema(row.body, 'input', components), note.body, type),
          },
        }
      : {}),
    responses: {
      '200': {
        description: 'Done.',
        content: toContent(toJsonSchema(row.response, 'output', components), note.response),
      },
      ...errorResponses([...impliedErrors(row), ...(note.errors ?? [])], textOf),
    },
  };
}

/** Errors implied by access and body. */
function impliedErrors(row: Row): ErrorCode[] {
  const codes: ErrorCode[] = ['internal', 'unavailable', 'databaseAway'];
  if (row.access !== 'anyone') codes.push('unauthenticated');
  if (row.access === 'supervisor' || row.access === 'admin') codes.push('forbidden');
  if (row.access !== 'api-key' && row.method !== 'GET') codes.push('csrf', 'foreignOrigin');
  if (row.params) codes.push('notFound');
  if (row.query) codes.push('badInput');
  if (row.body) codes.push('badJson', 'tooLarge', 'badInput');
  return codes;
}

function describeOtherRoute(method: string, path: string, components: Json, textOf: ErrorText): Json {
  const known = OTHER_ROUTES[`${method} ${path}`];
  const isProviderRoute = path.startsWith('/twilio/');
  const isDemo = path.startsWith('/demo/');
  const route: OtherRoute = known ?? {
    tag: isProviderRoute ? 'Voice provider' : isDemo ? 'Demo' : 'Other',
    summary: toSentence(path.replace(/^\/(twilio|demo|api\/v\d+)\//, '').replace(/[/:._-]+/g, ' ')),
    access: isProviderRoute ? ('provider' as const) : ('anyone' as const),
    errors: isProviderRoute ? (['badSignature', 'badInput'] as const) : [],
  };
  const parameters = [
    ...[...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string' },
    })),
    ...toParameters(route.query, 'query', components),
  ];
  const {
    type = isProviderRoute ? 'text/xml' : 'application/json',
    status = 200,
    redirect,
  } = route.answer ?? {};
  const codes: ErrorCode[] = ['internal', 'unavailable', 'databaseAway', ...(route.errors ?? [])];
  if (route.access !== 'anyone' && route.access !== 'provider') codes.push('unauthenticated');
  const content = Object.fromEntries(
    [type].flat().map((one) => [one, { schema: { type: one === 'application/json' ? 'object' : 'string' } }]),
  );
  return {
    operationId: `${method.toLowerCase()}${path.replace(/[^a-z0-9]+(\w?)/gi, (_, next: string) => next.toUpperCase())}`,
    tags: [route.tag],
    summary: route.summary,
    security: toOtherRouteSecurity(route.access, method !== 'GET'),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(route.takes
      ? {
          requestBody: {
            required: true,
            content: Object.fromEntries(route.takes.map((type) => [type, { schema: { type: 'string' } }])),
          },
        }
      : {}),
    responses: {
      [status]: status < 300 ? { description: 'Done.', content } : REDIRECT,
      ...(redirect === undefined ? {} : { [redirect]: REDIRECT }),
      ...(isProviderRoute && status === 200 ? { '204': { description: 'Accepted.' } } : {}),
      ...errorResponses(codes, textOf),
    },
  };
}

const REDIRECT = { description: 'Redirect.', headers: { location: { schema: { type: 'string' } } } };

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Identifies the request: a repeated request has no further effect.',
  schema: { type: 'string', minLength: 1, maxLength: 200 },
};

function toOtherRouteSecurity(access: OtherRoute['access'], changes: boolean): Json[] {
  if (access === 'provider') return [{ provider: [] }];
  if (access === 'key or admin') return [{ apiKey: [] }, ...toSecurity('admin', changes)];
  return toSecurity(access, access === 'admin' && changes);
}

function toSecurity(access: Row['access'], changes: boolean): Json[] {
  if (access === 'api-key') return [{ apiKey: [] }];
  if (changes) return [{ session: [], csrf: [] }];
  return access === 'anyone' ? [] : [{ session: [] }];
}

const RETRY_AFTER = {
  'retry-after': { description: 'Seconds to wait before retrying.', schema: { type: 'integer' } },
};

/** One response per status, with every error that it can carry. */
function errorResponses(codes: readonly ErrorCode[], textOf: ErrorText): Json {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of new Set(codes)) {
    const { status } = ERRORS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, statusCodes]) => [
      status,
      {
        description: [...new Set(statusCodes.map(textOf))].join(' / '),
        ...(status === 503 ? { headers: RETRY_AFTER } : {}),
        content: {
          'application/json': {
            schema: { $ref: '#/components/schemas/Refusal' },
            examples: Object.fromEntries(
              statusCodes.map((code) => [code, { value: { success: false, error: textOf(code), code } }]),
            ),
          },
        },
      },
    ]),
  );
}

function toParameters(schema: z.ZodMiniType | undefined, where: 'path' | 'query', components: Json): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = toJsonSchema(schema, 'input', components) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, one]) => ({
    name,
    in: where,
    required: where === 'path' || (required.includes(name) && !('default' in one)),
    schema: one,
  }));
}

function toJsonSchema(schema: z.ZodMiniType, io: 'input' | 'output', components: Json): Json {
  const converted = z.toJSONSchema(schema, {
    io,
    metadata: names,
    unrepresentable: 'any',
    override: ({ jsonSchema: draft }) => {
      // The integer limits are JavaScript's, not the API's, and later servers may add fields.
      if (draft.minimum === Number.MIN_SAFE_INTEGER) delete draft.minimum;
      if (draft.maximum === Number.MAX_SAFE_INTEGER) delete draft.maximum;
      // A record's are its values.
      if (draft.propertyNames === undefined) delete draft.additionalProperties;
    },
  }) as Json;
  const { $schema: _, $defs = {}, id: __, ...rest } = withComponentRefs(converted) as Json & { $defs?: Json };
  for (const [name, { id: _, ...one }] of Object.entries($defs as Record<string, Json>))
    components[name] = one;
  return rest;
}

function withComponentRefs(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withComponentRefs);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key,
      key === '$ref' && typeof one === 'string'
        ? one.replace('#/$defs/', '#/components/schemas/')
        : withComponentRefs(one),
    ]),
  );
}

function tagsOf(operation: unknown): string[] {
  return (operation as { tags: string[] }).tags;
}

function toSentence(name: string): string {
  const spaced = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}
