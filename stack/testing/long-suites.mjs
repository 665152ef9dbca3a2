/**
 * The suites of `npm run test:long`, first the ones that tell the most. Each names the code that it judges: while none of
 * it has changed since the suite last passed, the suite need not run again.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../bin/install.mjs';

/**
 * @typedef {object} Suite
 * @property {string} name
 * @property {'rooms' | 'product'} runner
 * @property {string[]} filters parts of the paths of its test files, or names of projects
 * @property {string[]} judges folders whose code it judges
 * @property {Record<string, string>} [env]
 * @property {boolean} [isQuick] it runs tests of `npm test` once more, under other conditions
 */

const SERVER = ['contract', 'server', 'voice', 'realtime'];
const PRODUCT = [...SERVER, 'i18n', 'design', 'softphone', 'console', 'stack/src'];

/** @type {readonly Suite[]} */
export const SUITES = [
  { name: 'faults', runner: 'product', filters: ['faults.long'], judges: PRODUCT },
  { name: 'drain', runner: 'product', filters: ['production.long', 'first-account.long'], judges: PRODUCT },
  { name: 'several servers', runner: 'rooms', filters: ['several-servers.long'], judges: SERVER },
  { name: 'week', runner: 'rooms', filters: ['week-on-store.long'], judges: ['contract', 'server'] },
  { name: 'server', runner: 'rooms', filters: ['server/src'], judges: SERVER },
  {
    name: 'embedded database',
    runner: 'rooms',
    filters: ['--project', 'server', '--project', 'server live'],
    judges: SERVER,
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
      'two-origins.long',
      'installed.long',
      'settings.long',
      'sound-check.long',
      'notify.long',
      'keypad.long',
      'forms.long',
      'far-end.long',
      'call-result.long',
      'conference.long',
      'board.long',
      'offline.long',
      'one-lead.long',
      'lead-names.long',
      'extensions.long',
    ],
    judges: PRODUCT,
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
      'calls/keypad.long',
      'phone/settings.long',
      'operations/faults.spec',
      'phone/tabs.spec',
      'leads/desk.spec',
      'console/board.long',
      'console/console.spec',
    ],
    judges: [...PRODUCT, 'stack/testing/firefox'],
    env: { OFFHOOK_BROWSER: 'firefox' },
  },
  { name: 'voice', runner: 'rooms', filters: ['voice/src'], judges: ['voice'] },
  { name: 'races of two phones', runner: 'product', filters: ['races.long'], judges: PRODUCT },
  { name: 'garbage', runner: 'product', filters: ['garbage.long'], judges: PRODUCT },
  {
    name: 'softphone',
    runner: 'rooms',
    filters: ['softphone/src'],
    judges: ['contract', 'i18n', 'design', 'softphone'],
  },
  {
    name: 'console',
    runner: 'rooms',
    filters: ['console/src'],
    judges: ['contract', 'i18n', 'design', 'console'],
  },
  {
    name: 'random inputs',
    runner: 'rooms',
    filters: ['fuzz-input', 'strange-input', 'strange-forms', 'walks.test', 'histories.test'],
    judges: PRODUCT,
    env: { OFFHOOK_FUZZ: '5000', OFFHOOK_WALKS: '20000', OFFHOOK_HISTORIES: '2000' },
    isQuick: true,
  },
  {
    name: 'random requests and races',
    runner: 'rooms',
    filters: ['strange-bodies', 'system-tests/faults.test', 'parallel-intake', 'one-lead.test'],
    judges: SERVER,
    env: { OFFHOOK_FUZZ: '60', OFFHOOK_RACES: '40' },
    isQuick: true,
  },
];

/** @returns {string[]} what is wrong with the table: every long test belongs to one suite, and every suite has one */
export function mistakes(suites = SUITES, files = longFiles()) {
  const long = suites.filter(({ isQuick }) => !isQuick);
  const has = ({ filters }, file) => filters.some((filter) => file.includes(filter));
  const unowned = files.flatMap((file) => {
    const owners = long.filter((suite) => has(suite, file)).length;
    return owners === 0 ? [`${file} is in no suite of stack/testing/long-suites.mjs`] : [];
  });
  const empty = long.filter((suite) => !files.some((file) => has(suite, file)));
  return [...unowned, ...empty.map(({ name }) => `the suite ‘${name}’ has no test`)];
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
