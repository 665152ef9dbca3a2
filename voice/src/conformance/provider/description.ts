/** Validates requests and responses against one of the provider's published OpenAPI descriptions. */
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { readSpec, type SpecName } from './documents.ts';

export interface Description {
  /** Violations of a request; none if its path isn't described. */
  findRequestViolations(apiRequest: ApiRequest): readonly string[];
  findResponseViolations(
    apiRequest: ApiRequest,
    response: { readonly status: number; readonly body: string },
  ): readonly string[];
}

export interface ApiRequest {
  readonly method: string;
  readonly path: string;
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

/** Formats used in the descriptions, as defined there or in an RFC. */
const FORMATS: Readonly<Record<string, RegExp | true>> = {
  'date-time-rfc-2822':
    /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d{2}:\d{2}:\d{2} \+0000$/,
  'date-time': /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}:\d{2}(\.\d+)?Z)?$/,
  date: /^\d{4}-\d{2}-\d{2}$/,
  // The provider's own resources have only a path.
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

export function readDescription(name: SpecName = 'api_v2010'): Description {
  const document = strict(readSpec(name)) as Document;
  const options = { strict: false, allErrors: true, verbose: true, formats: FORMATS };
  // Form values are strings; responses are typed.
  const ajv = { request: new Ajv({ ...options, coerceTypes: true }), answer: new Ajv(options) };
  for (const instance of Object.values(ajv)) instance.addSchema(document, 'provider');

  const pointer = (...parts: readonly string[]): string =>
    `provider#/${parts.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`;
  const validators = new Map<string, ValidateFunction>();
  const validationErrors = (
    by: 'request' | 'answer',
    ref: string,
    value: unknown,
  ): readonly ErrorObject[] => {
    let validate = validators.get(ref);
    if (!validate) {
      validate = ajv[by].compile({ $ref: ref });
      validators.set(ref, validate);
    }
    return validate(value) ? [] : (validate.errors ?? []);
  };
  const formatError = ({ instancePath, message, params, data }: ErrorObject): string => {
    const value = typeof data === 'object' ? '' : ` (it is ${JSON.stringify(data)})`;
    return `${instancePath}: ${message} ${JSON.stringify(params)}${value}`;
  };

  const routes = Object.keys(document.paths).map((path) => ({
    path,
    names: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
    pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '([^/]+?)')}$`),
  }));
  const [version = ''] = /^\/[^/]+\//.exec(routes[0]?.path ?? '') ?? [];
  // If all described paths end in .json, other paths are media files, which are not described.
  const ending = routes.every((route) => route.path.endsWith('.json')) ? '.json' : '';
  const find = ({ method, path }: ApiRequest) => {
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
    findRequestViolations(apiRequest) {
      const found = find(apiRequest);
      if (found === null) return [];
      if (found === 'unknown') return [`there is no ${apiRequest.method} ${apiRequest.path}`];
      const { operation, names, values, at, searchParams } = found;
      const violations: string[] = [];
      const parameters = operation.parameters ?? [];
      const query = groupByName(searchParams);
      for (const [index, { name, in: where, required }] of parameters.entries()) {
        const value = where === 'path' ? values[names.indexOf(name)] : query.get(name);
        const isMany = parameters[index]?.schema['type'] === 'array';
        if (value === undefined) {
          if (required) violations.push(`${name} is missing`);
          continue;
        }
        const given = Array.isArray(value) ? (isMany ? value : value[0]) : value;
        const ref = pointer(...at, 'parameters', String(index), 'schema');
        violations.push(
          ...validationErrors('request', ref, given).map((one) => `${name}${formatError(one)}`),
        );
      }
      for (const name of query.keys())
        if (!parameters.some((one) => one.in === 'query' && one.name === name))
          violations.push(`${name} is not a parameter`);
      const schema = operation.requestBody?.content?.[FORM]?.schema;
      if (schema) {
        const properties = (schema['properties'] ?? {}) as Readonly<Record<string, Schema>>;
        const needed = (schema['required'] ?? []) as readonly string[];
        const fields = [...groupByName(new URLSearchParams(apiRequest.body))].flatMap(([name, all]) => {
          // An empty value clears a setting. The provider's guide documents that, its description doesn't.
          if (all.join('') === '' && name in properties && !needed.includes(name)) return [];
          return [[name, properties[name]?.['type'] === 'array' ? all : all.length > 1 ? all : all[0]]];
        });
        const ref = pointer(...at, 'requestBody', 'content', FORM, 'schema');
        violations.push(...validationErrors('request', ref, Object.fromEntries(fields)).map(formatError));
      } else if (apiRequest.body !== '') violations.push('no body is allowed');
      return violations.map((one) => `${apiRequest.method} ${found.path}: ${one}`);
    },
    findResponseViolations(apiRequest, { status, body }) {
      const found = find(apiRequest);
      if (found === null || found === 'unknown') return [];
      const violations = (): readonly string[] => {
        if (status >= 400) return errorBodyProblems(status, body);
        const response = found.operation.responses[String(status)];
        if (!response) return [`status ${status} is not described`];
        if (!response.content?.[JSON_TYPE]) return body === '' ? [] : ['the response must have no body'];
        const ref = pointer(...found.at, 'responses', String(status), 'content', JSON_TYPE, 'schema');
        const examples = JSON.stringify(response.content[JSON_TYPE].examples ?? {});
        return validationErrors('answer', ref, parseJson(body))
          .filter(({ params }) => !examples.includes(`"${params['additionalProperty']}":`))
          .map(formatError);
      };
      return violations().map((one) => `${apiRequest.method} ${found.path} → ${status}: ${one}`);
    },
  };
}

function groupByName(params: URLSearchParams): ReadonlyMap<string, string[]> {
  return new Map([...new Set(params.keys())].map((name) => [name, params.getAll(name)]));
}

/** Errors aren't in the description; the provider's guide defines their format. */
function errorBodyProblems(status: number, body: string): readonly string[] {
  const error = parseJson(body) as Readonly<Record<string, unknown>> | null;
  if (error === null || typeof error !== 'object') return ['an error must be an object'];
  const violations: string[] = [];
  if (error['status'] !== status) violations.push('an error must contain its status');
  if (!Number.isInteger(error['code'])) violations.push('an error must have a code');
  if (typeof error['message'] !== 'string') violations.push('an error must have a message');
  return violations;
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

/** The names of the fields that have this value in any of the description's examples. */
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
 * Tightens the description to match the provider's behavior: objects have only the described fields, and resources have
 * all of them. Exceptions in its own examples (null, an empty string, an extra field) stay allowed.
 */
function strict(document: object): unknown {
  const [nulls, empties] = [fieldsWith(null, document), fieldsWith('', document)];

  function tighten(value: unknown, isAnswer: boolean): unknown {
    if (Array.isArray(value)) return value.map((each) => tighten(each, isAnswer));
    if (typeof value !== 'object' || value === null) return value;
    const { nullable, ...rest } = value as Record<string, unknown>;
    const schema = Object.fromEntries(
      Object.entries(rest).map(([key, each]) => [
        key,
        key === 'properties' && isAnswer
          ? fields(each as object)
          : tighten(each, isAnswer || describesResponses(key)),
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
        const own = tighten(schema, true);
        return [name, others.length === 0 ? own : { anyOf: [{ enum: others }, own] }];
      }),
    );
  }

  return tighten(document, false);
}

function describesResponses(key: string): boolean {
  return key === 'responses' || key === 'schemas';
}
