/** No scripts and no external resources, for a strict Content-Security-Policy. */
interface Media {
  readonly schema?: unknown;
  readonly example?: unknown;
}
interface ResponseObject {
  readonly description?: string;
  readonly content?: Readonly<Record<string, Media>>;
}
interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: unknown;
}
interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, ResponseObject>>;
}
interface ApiDocument {
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, unknown>>;
    readonly securitySchemes: Readonly<Record<string, { readonly description?: string }>>;
  };
}

export const API_PAGE_STYLE = `
:root { color-scheme: light dark; --line: light-dark(#d9d6ce, #3a3f3c); --soft: light-dark(#57544d, #b4b8b5); --sunken: light-dark(#f4f3ef, #101211); --accent: light-dark(#0e6848, #6fd3a6); }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 60rem; padding: 1.5rem 1rem 6rem; font: 1rem/1.5 system-ui, sans-serif; background: light-dark(#fff, #181b1a); color: light-dark(#1d1c19, #eceeec); }
h1, h2, h3 { line-height: 1.2; } h2 { margin-top: 3rem; border-bottom: 1px solid var(--line); padding-bottom: .25rem; }
a { color: var(--accent); } nav ul { columns: 2 16rem; padding: 0; list-style: none; }
code, pre { font: .875rem/1.45 ui-monospace, monospace; overflow-wrap: anywhere; }
pre { background: var(--sunken); border: 1px solid var(--line); border-radius: .5rem; padding: .75rem; overflow-x: auto; white-space: pre-wrap; }
details { border: 1px solid var(--line); border-radius: .5rem; margin: .5rem 0; padding: 0 1rem; }
summary { cursor: pointer; padding: .75rem 0; } summary:focus-visible { outline: 2px solid currentColor; }
summary b { display: inline-block; min-width: 3.5rem; } summary span { color: var(--soft); }
table { border-collapse: collapse; width: 100%; margin: .5rem 0; } th, td { text-align: start; vertical-align: top; border-top: 1px solid var(--line); padding: .35rem .75rem .35rem 0; }
h4 { margin: 1rem 0 .25rem; } .soft { color: var(--soft); }
`;

export function renderApiPage(document: unknown): string {
  const api = document as ApiDocument;
  const operations = [
    ...listOperations(api.paths),
    ...listOperations(api.webhooks).map((one) => ({ ...one, method: 'post to your URL' })),
  ];
  const chapters = api.tags.map(({ name, description }) => ({
    name,
    description,
    operations: operations.filter(({ operation }) => operation.tags.includes(name)),
  }));
  const body = [
    `<h1>${text(api.info.title)} API</h1>`,
    `<p>${prose(api.info.description)}</p>`,
    `<p>At <code>${text(api.servers[0]?.url ?? '')}</code>. Machine-readable: <a href="/api/docs/json">OpenAPI 3.1</a>.</p>`,
    '<nav aria-label="Chapters"><ul>',
    ...chapters.map(({ name }) => `<li><a href="#${anchor(name)}">${text(name)}</a></li>`),
    '<li><a href="#security">Authentication</a></li><li><a href="#schemas">Schemas</a></li></ul></nav>',
    '<h2 id="security">Authentication</h2><table><tbody>',
    ...Object.entries(api.components.securitySchemes).map(
      ([name, { description }]) =>
        `<tr><th scope="row"><code>${text(name)}</code></th><td>${prose(description ?? '')}</td></tr>`,
    ),
    '</tbody></table>',
    ...chapters.flatMap(({ name, description, operations: of }) => [
      `<h2 id="${anchor(name)}">${text(name)}</h2>`,
      description ? `<p>${prose(description)}</p>` : '',
      ...of.map(({ method, path, operation }) => renderOperation(method, path, operation)),
    ]),
    '<h2 id="schemas">Schemas</h2>',
    ...Object.entries(api.components.schemas).map(
      ([name, schema]) =>
        `<details id="schema-${anchor(name)}"><summary><code>${text(name)}</code></summary>${json(schema)}</details>`,
    ),
  ];
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${text(
    api.info.title,
  )} API</title><style>${API_PAGE_STYLE}</style></head><body><main>${body.join('\n')}</main></body></html>`;
}

function listOperations(paths: ApiDocument['paths']) {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
}

function renderOperation(method: string, path: string, operation: Operation): string {
  const { security = [], parameters = [], requestBody, responses } = operation;
  const who = security.flatMap((one) => Object.keys(one));
  return [
    `<details id="${anchor(operation.operationId)}"><summary><b>${text(method.toUpperCase())}</b> <code>${text(path)}</code> <span>${text(operation.summary)}</span></summary>`,
    operation.description ? `<p>${prose(operation.description)}</p>` : '',
    who.length > 0
      ? `<p class="soft">Requires: ${who.map((one) => `<code>${text(one)}</code>`).join(', ')}</p>`
      : '',
    parameters.length > 0 ? '<h4>Parameters</h4><table><tbody>' : '',
    ...parameters.map(
      (one) =>
        `<tr><th scope="row"><code>${text(one.name)}</code></th><td>${text(one.in)}${one.required ? '' : ', optional'}</td><td>${prose(one.description ?? '')} <code>${text(JSON.stringify(one.schema))}</code></td></tr>`,
    ),
    parameters.length > 0 ? '</tbody></table>' : '',
    ...(requestBody ? ['<h4>Body</h4>', renderMedia(requestBody.content)] : []),
    '<h4>Responses</h4>',
    ...Object.entries(responses).map(
      ([status, answer]) =>
        `<p><b>${text(status)}</b> ${text(answer.description ?? '')}</p>${/^2/.test(status) ? renderMedia(answer.content ?? {}) : ''}`,
    ),
    '</details>',
  ].join('');
}

function renderMedia(content: Readonly<Record<string, Media>>): string {
  return Object.entries(content)
    .map(
      ([type, { schema, example }]) =>
        `<p class="soft"><code>${text(type)}</code></p>${example === undefined ? '' : json(example)}<details><summary>Schema</summary>${json(schema)}</details>`,
    )
    .join('');
}

function json(value: unknown): string {
  return `<pre>${text(JSON.stringify(value, null, 2))}</pre>`;
}

function anchor(name: string): string {
  return text(name.toLowerCase().replace(/[^a-z0-9]+/g, '-'));
}

/** `code` in backticks becomes an element. */
function prose(value: string): string {
  return text(value).replace(/`([^`]+)`/g, '<code>$1</code>');
}

function text(value: string): string {
  return value.replace(
    /[&<>"']/g,
    (one) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[one] ?? one,
  );
}
