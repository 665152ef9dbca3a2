/** The import rules of ARCHITECTURE.md, checked by `npm run check`. */
const tests = '(\\.test\\.tsx?|/test-[a-z-]+\\.ts)$|^server/src/(testing|system-tests)/';

/** The server's modules in layers: each may import earlier layers only. Files directly in `server/src` connect them. */
const LAYERS = [
  ['platform'],
  ['accounts'],
  ['leads'],
  ['messages', 'recordings', 'presence'],
  ['calls'],
  ['intake'],
  ['integrations', 'reports', 'operations'],
  ['demo', 'administration'],
  ['command-line'],
];

/** The files of these modules that other modules may import. */
const PUBLIC_FILES = {
  messages: 'messages|incoming-texts|missed-text',
  recordings:
    'may-hear|greetings/greetings|recording-files|recordings-intake|schedule-removals|move-recordings|recording-s3|recording-store|storage-check|core/silent-parts|external-links/links|review/agent-scores|review/call-review|review/comments|review/questions|review/review-change|review/scorecards',
  presence: 'presence|agents|open-phones|external-phones|wrap-up|core/availability',
  calls:
    'call-transitions|conversations|outbound/create-call|outbound/lines|rings/ring-agents|rings/running-note|call-times|stopwatch|core/stopwatch|core/routing/routing',
  intake:
    'imports/lead-imports|imports/console-imports|imports/console-imports-view|newest-form-lead|test-lead',
  integrations: 'crm/crms|crm/crm-sync|webhooks/webhooks|webhooks/endpoints',
};

const publicFilesOnly = Object.entries(PUBLIC_FILES).map(([module, publicFiles]) => ({
  name: 'public-files-only',
  severity: 'error',
  from: { path: '^server/src/[a-z-]+/', pathNot: `${tests}|^server/src/${module}/` },
  to: { path: `^server/src/${module}/`, pathNot: `^server/src/${module}/(${publicFiles})\\.ts$` },
}));

const moduleLayers = LAYERS.map((modules, index) => ({
  name: 'module-layers',
  severity: 'error',
  from: { path: `^server/src/(${modules.join('|')})/`, pathNot: tests },
  to: {
    path: `^server/src/(${LAYERS.slice(index).flat().join('|')}|[a-z-]+\\.ts$)`,
    pathNot: ['^server/src/$1/'],
  },
}));

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'contract-imports-nothing',
      severity: 'error',
      from: { path: '^contract/' },
      to: { path: '^(i18n|design|softphone|console|server|voice|realtime|desktop|stack|bench)/' },
    },
    {
      name: 'i18n-imports-nothing',
      severity: 'error',
      from: { path: '^i18n/' },
      to: { path: '^(contract|design|softphone|console|server|voice|realtime|desktop|stack|bench)/' },
    },
    {
      name: 'design-imports-only-contract',
      comment: 'phone and console share the design, which knows neither',
      severity: 'error',
      from: { path: '^design/' },
      to: { path: '^(softphone|console|server|voice|realtime|desktop|stack|bench)/' },
    },
    {
      name: 'product-only-contract',
      comment: 'softphone, server and desktop share only the contract and the catalogs',
      severity: 'error',
      from: { path: '^(softphone|server|desktop)/' },
      to: { path: '^(softphone|console|server|voice|realtime|desktop|bench)/', pathNot: ['^$1/'] },
    },
    {
      name: 'only-pages-import-design',
      severity: 'error',
      from: { path: '^(server|voice|realtime|desktop)/' },
      to: { path: '^design/' },
    },
    {
      name: 'console-only-contract-and-design',
      comment: 'the console uses the contract and the design, not the phone',
      severity: 'error',
      from: { path: '^console/' },
      to: { path: '^(softphone|server|voice|realtime|desktop|bench)/' },
    },
    {
      name: 'services-import-only-catalogs',
      comment: 'conformance tests use the official SDKs only',
      severity: 'error',
      from: { path: '^(voice|realtime)/' },
      to: {
        path: '^(contract|softphone|console|server|voice|realtime|desktop|stack|bench)/',
        pathNot: ['^$1/'],
      },
    },
    {
      name: 'no-stack-imports',
      severity: 'error',
      from: { pathNot: '^(stack|bench)/' },
      to: { path: '^stack/' },
    },
    {
      name: 'core-is-pure',
      comment:
        'a core imports only its own core, the contract, and schema or phone number libraries without side effects',
      severity: 'error',
      from: { path: '^([a-z]+)/src.*/core/', pathNot: tests },
      to: {
        pathNot: [
          '^$1/src.*/core/',
          '^contract/',
          '^i18n/src/',
          'node_modules/(zod|libphonenumber-js|saxes|xmlchars)/',
          // Hashing is stateless: signatures and keystreams are functions of their input.
          '^(node:)?crypto$',
        ],
      },
    },
    {
      name: 'screens-without-adapters',
      severity: 'error',
      from: { path: '^softphone/src/(screens|panels|components)/', pathNot: tests },
      to: { path: '^softphone/src/adapters/' },
    },
    {
      name: 'pages-without-adapters',
      severity: 'error',
      from: { path: '^console/src/(pages|parts)/', pathNot: tests },
      to: { path: '^console/src/adapters/' },
    },
    {
      name: 'routes-without-database',
      severity: 'error',
      from: { path: '^server/src/.*(-route|-webhooks)\\.ts$', pathNot: tests },
      to: {
        path: '^server/src/platform/database/|node_modules/drizzle-orm/',
        dependencyTypesNot: ['type-only'],
      },
    },
    ...moduleLayers,
    ...publicFilesOnly,
    {
      name: 'testing-only-in-tests',
      severity: 'error',
      from: { path: '^server/src/', pathNot: tests },
      to: { path: '^server/src/(testing|system-tests)/' },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|data)/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
};
