/**
 * Checks requests and answers against one of the provider's published OpenAPI descriptions: whether the provider would
 * take the request, and whether it would give the answer.
 */
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { type DocumentName, readDocument } from './documents.ts';

export interface Description {
  /** What is wrong with a request; of a path that is not described, nothing. */
  request(asked: Asked): readonly string[];
  /** What is wrong with its answer. */
  answer(asked: Asked, given: { readonly status: number; readonly body: string }): readonly string[];
}

export interface Asked {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  /** As a form. */
  readonly body: string;
}

type Schema = Readonly<Record<string, unknown>>;

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required?: boolean;
  readonly schema: Schema;
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: Schema; readonly examples?: unknown }>>;
}

interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const METHODS = ['get', 'post', 'delete'] as const;
const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';

/** The formats that the description names, as far as its own words or the RFCs say how they are written. */
const FORMATS: Readonly<Record<string, RegExp | true>> = {
  'date-time-rfc-2822':
    /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d{2}:\d{2}:\d{2} \+0000$/,
  'date-time': /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}:\d{2}(\.\d+)?Z)?$/,
  date: /^\d{4}-\d{2}-\d{2}$/,
  // Of its own resources the provider gives the path alone.
  uri: /^(https?:\/\/|wss?:\/\/|\/)\S+$/,
  'http-method': /^(GET|POST|HEAD|PUT|DELETE|PATCH)$/,
  'phone-number': /^(\+[1-9]\d{4,14}|client:\S+|sip:\S+|\d{3,6})$/,
  endpoint: /^(\+[1-9]\d{4,14}|client:\S+|sip:\S+)$/,
  currency: /^[A-Z]{3}$/i,
  'iso-country-code': /^[A-Z]{2}$/,
  twiml: /^\s*</,
  int64: true,
  'uri-map': true,
  'phone-number-capabilities': true,
  'ice-server': true,
};

export function readDescription(name: DocumentName = 'api_v2010'): Description {
  const document = strict(readDocument(name)) as Document;
  const options = { strict: false, allErrors: true, verbose: true, formats: FORMATS };
  // A form has texts alone; an answer comes with its types.
  const judges = { request: new Ajv({ ...options, coerceTypes: true }), answer: new Ajv(options) };
  for (const ajv of Object.values(judges)) ajv.addSchema(document, 'provider');

  const pointer = (...parts: readonly string[]): string =>
    `provider#/${parts.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`;
  const validators = new Map<string, ValidateFunction>();
  const faults = (by: 'request' | 'answer', ref: string, value: unknown): readonly ErrorObject[] => {
    let validate = validators.get(ref);
    if (!validate) {
      validate = judges[by].compile({ $ref: ref });
      validators.set(ref, validate);
    }
    return validate(value) ? [] : (validate.errors ?? []);
  };
  const complaint = ({ instancePath, message, params, data }: ErrorObject): string => {
    const told = typeof data === 'object' ? '' : ` (it is ${JSON.stringify(data)})`;
    return `${instancePath}: ${message} ${JSON.stringify(params)}${told}`;
  };

  const routes = Object.keys(document.paths).map((path) => ({
    path,
    names: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
    pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '([^/]+?)')}$`),
  }));
  const [version = ''] = /^\/[^/]+\//.exec(routes[0]?.path ?? '') ?? [];
  // Where every described path ends in .json, the others are media files, which are not described.
  const ending = routes.every((route) => route.path.endsWith('.json')) ? '.json' : '';
  const find = ({ method, path }: Asked) => {
    const { pathname, searchParams } = new URL(path, 'http://provider');
    if (!pathname.startsWith(version) || !pathname.endsWith(ending)) return null;
    const verb = METHODS.find((one) => one.toUpperCase() === method);
    for (const route of routes) {
      const [, ...values] = route.pattern.exec(pathname) ?? [];
      const operation = verb && document.paths[route.path]?.[verb];
      if (values.length === 0 || !operation) continue;
      return { ...route, values, operation, searchParams, at: ['paths', route.path, verb] as const };
    }
    return 'unknown';
  };

  return {
    request(asked) {
      const found = find(asked);
      if (found === null) return [];
      if (found === 'unknown') return [`there is no ${asked.method} ${asked.path}`];
      const { operation, names, values, at, searchParams } = found;
      const wrong: string[] = [];
      const parameters = operation.parameters ?? [];
      const query = gathered(searchParams);
      for (const [index, { name, in: where, required }] of parameters.entries()) {
        const value = where === 'path' ? values[names.indexOf(name)] : query.get(name);
        const isMany = parameters[index]?.schema['type'] === 'array';
        if (value === undefined) {
          if (required) wrong.push(`${name} is missing`);
          continue;
        }
        const given = Array.isArray(value) ? (isMany ? value : value[0]) : value;
        const ref = pointer(...at, 'parameters', String(index), 'schema');
        wrong.push(...faults('request', ref, given).map((one) => `${name}${complaint(one)}`));
      }
      for (const name of query.keys())
        if (!parameters.some((one) => one.in === 'query' && one.name === name))
          wrong.push(`${name} is no parameter of it`);
      const schema = operation.requestBody?.content?.[FORM]?.schema;
      if (schema) {
        const properties = (schema['properties'] ?? {}) as Readonly<Record<string, Schema>>;
        const needed = (schema['required'] ?? []) as readonly string[];
        const fields = [...gathered(new URLSearchParams(asked.body))].flatMap(([name, all]) => {
          // An empty text takes away what was set; the description says so of no field, the provider's guide of many.
          if (all.join('') === '' && name in properties && !needed.includes(name)) return [];
          return [[name, properties[name]?.['type'] === 'array' ? all : all.length > 1 ? all : all[0]]];
        });
        const ref = pointer(...at, 'requestBody', 'content', FORM, 'schema');
        wrong.push(...faults('request', ref, Object.fromEntries(fields)).map(complaint));
      } else if (asked.body !== '') wrong.push('it takes no body');
      return wrong.map((one) => `${asked.method} ${found.path}: ${one}`);
    },
    answer(asked, { status, body }) {
      const found = find(asked);
      if (found === null || found === 'unknown') return [];
      const wrong = (): readonly string[] => {
        if (status >= 400) return refusalFaults(status, body);
        const response = found.operation.responses[String(status)];
        if (!response) return [`it never answers with ${status}`];
        if (!response.content?.[JSON_TYPE]) return body === '' ? [] : ['it answers without a body'];
        const ref = pointer(...found.at, 'responses', String(status), 'content', JSON_TYPE, 'schema');
        const examples = JSON.stringify(response.content[JSON_TYPE].examples ?? {});
        return faults('answer', ref, parsed(body))
          .filter(({ params }) => !examples.includes(`"${params['additionalProperty']}":`))
          .map(complaint);
      };
      return wrong().map((one) => `${asked.method} ${found.path} → ${status}: ${one}`);
    },
  };
}

/** Each name with all of its values. */
function gathered(params: URLSearchParams): ReadonlyMap<string, string[]> {
  return new Map([...new Set(params.keys())].map((name) => [name, params.getAll(name)]));
}

/** The description leaves refusals out; their form stands in the provider's guide. */
function refusalFaults(status: number, body: string): readonly string[] {
  const told = parsed(body) as Readonly<Record<string, unknown>> | null;
  if (told === null || typeof told !== 'object') return ['a refusal is an object'];
  const wrong: string[] = [];
  if (told['status'] !== status) wrong.push('a refusal names its status');
  if (!Number.isInteger(told['code'])) wrong.push('a refusal has a code');
  if (typeof told['message'] !== 'string') wrong.push('a refusal has a message');
  return wrong;
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

/** Names of fields that have this value in one of the description's own examples. */
function fieldsWith(
  value: unknown,
  examples: unknown,
  inside = false,
  found = new Set<string>(),
): Set<string> {
  if (typeof examples !== 'object' || examples === null) return found;
  for (const [key, each] of Object.entries(examples)) {
    if (inside && each === value) found.add(key);
    fieldsWith(value, each, inside || key === 'examples', found);
  }
  return found;
}

/**
 * What the description leaves open and the provider does: an object has its fields and no others, and a resource has all
 * of them. Where its own examples say otherwise (null, an empty text, one more field), both hold.
 */
function strict(document: object): unknown {
  const [nulls, empties] = [fieldsWith(null, document), fieldsWith('', document)];

  function made(value: unknown, isAnswer: boolean): unknown {
    if (Array.isArray(value)) return value.map((each) => made(each, isAnswer));
    if (typeof value !== 'object' || value === null) return value;
    const { nullable, ...rest } = value as Record<string, unknown>;
    const schema = Object.fromEntries(
      Object.entries(rest).map(([key, each]) => [
        key,
        key === 'properties' && isAnswer ? fields(each as object) : made(each, isAnswer || isOfAnswers(key)),
      ]),
    );
    if (schema['type'] === 'object' && typeof schema['properties'] === 'object') {
      schema['additionalProperties'] = false;
      if (isAnswer) schema['required'] = Object.keys(schema['properties'] ?? {});
    }
    return nullable === true ? { anyOf: [{ type: 'null' }, schema] } : schema;
  }

  function fields(properties: object): object {
    return Object.fromEntries(
      Object.entries(properties).map(([name, schema]) => {
        const others = [...(nulls.has(name) ? [null] : []), ...(empties.has(name) ? [''] : [])];
        const own = made(schema, true);
        return [name, others.length === 0 ? own : { anyOf: [{ enum: others }, own] }];
      }),
    );
  }

  return made(document, false);
}

function isOfAnswers(key: string): boolean {
  return key === 'responses' || key === 'schemas';
}
