/** The suites of `npm run test:long`, most important first. A suite that passed is skipped until code it covers changes. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../bin/install.mjs';

/**
 * @typedef {object} Suite
 * @property {string} name
 * @property {'packages' | 'product'} runner
 * @property {string[]} filters parts of test file paths, or project options
 * @property {string[]} covers folders whose code it tests
 * @property {Record<string, string>} [env]
 * @property {boolean} [isQuick] whether it runs tests of `npm test`, with other settings
 */

const SERVER = ['contract', 'server', 'voice', 'realtime'];
const PRODUCT = [...SERVER, 'i18n', 'design', 'softphone', 'console', 'stack/src'];

/** @type {readonly Suite[]} */
export const SUITES = [
  { name: 'faults', runner: 'product', filters: ['faults.long'], covers: PRODUCT },
  {
    name: 'drain',
    runner: 'product',
    filters: ['production.long', 'first-account.long', 'processes.long', 'verify-live.long'],
    covers: PRODUCT,
  },
  { name: 'several servers', runner: 'packages', filters: ['several-servers.long'], covers: SERVER },
  { name: 'week', runner: 'packages', filters: ['simulated-week.long'], covers: ['contract', 'server'] },
  { name: 'server', runner: 'packages', filters: ['server/src'], covers: SERVER },
  {
    name: 'embedded database',
    runner: 'packages',
    filters: ['--project', 'server', '--project', 'server live'],
    covers: SERVER,
    env: { OFFHOOK_TEST_DATABASE: 'embedded' },
    isQuick: true,
  },
  {
    name: 'calls',
    runner: 'product',
    filters: [
      'calls.long',
      'ended-session.long',
      'card.long',
      'add-lead.long',
      'own-password.long',
      'invitation.long',
      'second-factor.long',
      'stored-secrets.long',
      'organization.long',
      'unreachable.long',
      'two-origins.long',
      'installed.long',
      'settings.long',
      'sound-check.long',
      'notify.long',
      'channels.long',
      'language-and-time.long',
      'keypad.long',
      'forms.long',
      'far-end.long',
      'call-result.long',
      'note.long',
      'sms.long',
      'tags.long',
      'palette.long',
      'calls/transfer.long',
      'conference.long',
      'board.long',
      'console/console.long',
      'limited-supervisor.long',
      'console/reports.long',
      'console/report-mails.long',
      'export.long',
      'console/review.long',
      'external-link.long',
      'spanish.long',
      'set-up.long',
      'web-form.long',
      'console/greeting.long',
      'offline.long',
      'one-lead.long',
      'leads/import.long',
      'lead-names.long',
      'extensions.long',
    ],
    covers: PRODUCT,
  },
  {
    name: 'working day',
    runner: 'product',
    filters: [
      'queue.long',
      'wrap-up.long',
      'lead-story.long',
      'park.long',
      'recording-pause.long',
      'consult.long',
      'callback.long',
      'guide.long',
      'working-day.long',
    ],
    covers: PRODUCT,
  },
  {
    name: 'firefox',
    runner: 'product',
    filters: [
      'phone/firefox.long',
      'calls/new-call.spec',
      'calls/outbound.spec',
      'calls/inbound.spec',
      'leads/lead.spec',
      'calls/hold.spec',
      'calls/transfer.spec',
      'calls/transfer.long',
      'calls/keypad.long',
      'phone/settings.long',
      'operations/faults.spec',
      'phone/tabs.spec',
      'leads/due-lead.spec',
      'console/board.long',
      'console/console.long',
    ],
    covers: [...PRODUCT, 'stack/testing/firefox'],
    env: { OFFHOOK_BROWSER: 'firefox' },
  },
  {
    name: 'deployment',
    runner: 'packages',
    filters: ['stack/src/deployment'],
    covers: ['contract', 'server', 'voice', 'realtime', 'stack/src/deployment', 'deploy'],
  },
  {
    name: 'pictures',
    runner: 'packages',
    filters: ['pictures.long'],
    covers: [...PRODUCT, 'examples', 'stack/pictures'],
  },
  { name: 'voice', runner: 'packages', filters: ['voice/src'], covers: ['voice'] },
  { name: 'docs', runner: 'packages', filters: ['documents/site.long'], covers: ['docs', 'site'] },
  {
    name: 'packages',
    runner: 'packages',
    filters: ['stack/src/packages'],
    covers: ['voice', 'realtime', 'i18n', 'examples', 'stack/bin', 'stack/src/packages'],
  },
  { name: 'races of two phones', runner: 'product', filters: ['races.long'], covers: PRODUCT },
  { name: 'garbage', runner: 'product', filters: ['garbage.long'], covers: PRODUCT },
  {
    name: 'softphone',
    runner: 'packages',
    filters: ['softphone/src'],
    covers: ['contract', 'i18n', 'design', 'softphone'],
  },
  {
    name: 'console',
    runner: 'packages',
    filters: ['console/src'],
    covers: ['contract', 'i18n', 'design', 'console'],
  },
  {
    name: 'random inputs',
    runner: 'packages',
    filters: ['fuzz-input', 'fuzz-forms', 'walks.test', 'histories.test'],
    covers: PRODUCT,
    env: { OFFHOOK_FUZZ: '5000', OFFHOOK_WALKS: '20000', OFFHOOK_HISTORIES: '2000' },
    isQuick: true,
  },
  {
    name: 'random requests and races',
    runner: 'packages',
    filters: ['fuzz-requests', 'system-tests/faults.test', 'parallel-intake', 'one-lead.test'],
    covers: SERVER,
    env: { OFFHOOK_FUZZ: '60', OFFHOOK_RACES: '40' },
    isQuick: true,
  },
];

export function findProblems(suites = SUITES, files = longFiles()) {
  const long = suites.filter(({ isQuick }) => !isQuick);
  const has = ({ filters }, file) => filters.some((filter) => file.includes(filter));
  const withoutSuite = files.flatMap((file) => {
    const owners = long.filter((suite) => has(suite, file)).length;
    return owners === 0 ? [`${file} is in no suite of stack/testing/long-suites.mjs`] : [];
  });
  const empty = long.filter((suite) => !files.some((file) => has(suite, file)));
  return [...withoutSuite, ...empty.map(({ name }) => `the suite ‘${name}’ has no test`)];
}

function longFiles() {
  const folders = readdirSync(root, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && !['node_modules', '.git'].includes(entry.name),
  );
  return folders.flatMap(({ name }) =>
    readdirSync(join(root, name), { recursive: true })
      .map((path) => join(name, String(path)))
      .filter((path) => /\.long\.(test|spec)\.tsx?$/.test(path) && !path.includes('node_modules')),
  );
}
