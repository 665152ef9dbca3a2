/** The import rules of ARCHITECTURE.md, read by `npm run check`. */
const tests = '(\\.test\\.tsx?|/test-[a-z-]+\\.ts)$|^server/src/(testing|system-tests)/';

/**
 * The subjects of the server in their order: each imports what stands before it, never what stands beside or after it.
 * The files of `server/src` itself put them together.
 */
const SUBJECTS = [
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

/** What other subjects may import of these; all else is their own. */
const DOORS = {
  messages: 'messages|incoming-texts|missed-text',
  recordings:
    'recording-files|recordings-intake|order-removals|move-recordings|recording-s3|recording-store|storage-check',
  presence: 'presence|agents|open-phones|own-numbers|core/availability',
  calls:
    'call-steps|conversations|outbound/call-making|outbound/lines|rings/ring-agents|call-times|stopwatch|core/stopwatch',
  intake: 'imports/lead-imports',
  integrations: 'crm/crms|crm/crm-sync|webhooks/webhooks|webhooks/destinations',
};

const throughTheDoors = Object.entries(DOORS).map(([subject, doors]) => ({
  name: 'through-the-doors',
  severity: 'error',
  from: { path: '^server/src/[a-z-]+/', pathNot: `${tests}|^server/src/${subject}/` },
  to: { path: `^server/src/${subject}/`, pathNot: `^server/src/${subject}/(${doors})\\.ts$` },
}));

const subjectsInOrder = SUBJECTS.map((subjects, place) => ({
  name: 'subjects-in-order',
  severity: 'error',
  from: { path: `^server/src/(${subjects.join('|')})/`, pathNot: tests },
  to: {
    path: `^server/src/(${SUBJECTS.slice(place).flat().join('|')}|[a-z-]+\\.ts$)`,
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
      to: { path: '^(design|softphone|console|server|voice|realtime|desktop|stack|bench)/' },
    },
    {
      name: 'i18n-imports-nothing',
      severity: 'error',
      from: { path: '^i18n/' },
      to: { path: '^(contract|design|softphone|console|server|voice|realtime|desktop|stack|bench)/' },
    },
    {
      name: 'design-imports-only-contract',
      comment: 'phone and console look alike; what they look like knows neither',
      severity: 'error',
      from: { path: '^design/' },
      to: { path: '^(softphone|console|server|voice|realtime|desktop|stack|bench)/' },
    },
    {
      name: 'product-only-contract',
      comment: 'softphone, server and desktop meet only on the wire, by the contract',
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
      comment: 'the console speaks the contract, and looks as the phone does; it knows nothing of a phone',
      severity: 'error',
      from: { path: '^console/' },
      to: { path: '^(softphone|server|voice|realtime|desktop|bench)/' },
    },
    {
      name: 'services-import-nothing',
      comment: 'the official SDKs are their only judges',
      severity: 'error',
      from: { path: '^(voice|realtime)/' },
      to: {
        path: '^(contract|i18n|softphone|console|server|voice|realtime|desktop|stack|bench)/',
        pathNot: ['^$1/'],
      },
    },
    {
      name: 'nobody-imports-stack',
      severity: 'error',
      from: { pathNot: '^(stack|bench)/' },
      to: { path: '^stack/' },
    },
    {
      name: 'core-is-pure',
      comment:
        'a core imports its own core, the contract, and schema or phone number libraries without effects',
      severity: 'error',
      from: { path: '^([a-z]+)/src.*/core/', pathNot: tests },
      to: {
        pathNot: [
          '^$1/src.*/core/',
          '^contract/',
          '^i18n/src/',
          'node_modules/(zod|libphonenumber-js|saxes|xmlchars)/',
          // Node's hashing without state: signatures and keystreams are functions of their input.
          '^(node:)?crypto$',
        ],
      },
    },
    {
      name: 'screens-do-not-act',
      severity: 'error',
      from: { path: '^softphone/src/(screens|panels|components)/', pathNot: tests },
      to: { path: '^softphone/src/adapters/' },
    },
    {
      name: 'pages-do-not-act',
      severity: 'error',
      from: { path: '^console/src/(pages|parts)/', pathNot: tests },
      to: { path: '^console/src/adapters/' },
    },
    {
      name: 'routes-ask-their-subject',
      severity: 'error',
      from: { path: '^server/src/.*(-route|-webhooks)\\.ts$', pathNot: tests },
      to: {
        path: '^server/src/platform/database/|node_modules/drizzle-orm/',
        dependencyTypesNot: ['type-only'],
      },
    },
    ...subjectsInOrder,
    ...throughTheDoors,
    {
      name: 'testing-serves-tests',
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
