import { type ConsoleMessage, t } from '@offhook/i18n/console';
import { FOR_ADMINISTRATORS, FOR_SUPERVISORS, type RailEntry } from './rail-entries.ts';

/** A setting, and the title of the card that has it if the setting isn't a card. */
type Setting = ConsoleMessage | readonly [setting: ConsoleMessage, card: ConsoleMessage];

/** What the pages of the navigation set, by page: the names that administrators search for. */
const SETTINGS: Readonly<Record<string, readonly Setting[]>> = {
  '/calling-rules': [
    'rules.holidays.title',
    'rules.announcement.title',
    'rules.pause',
    'externalLinks.title',
    'rules.park',
    ['rules.attempts', 'hours.title'],
    ['rules.textHours', 'hours.title'],
    ['rules.textConsent', 'hours.title'],
    'rules.region.title',
    ['rules.countries', 'rules.numbers'],
    'rules.account',
    ['rules.language', 'rules.account'],
    'rules.secondFactor',
    'signOn.title',
  ],
  '/teams': [
    'schedule.title',
    'ringingOrder.title',
    'team.record',
    'team.announcement',
    'team.shareRecordings',
    'team.wrapUp',
    'team.welcome',
    'team.voicemail',
    'team.missedText',
    'team.script',
    'tag.title',
  ],
  '/agents': ['agent.dailyLimit', 'agent.permissions', 'invite.title'],
  '/retention': ['retention.recordings', 'retention.personal'],
  '/integrations': ['webhooks.title', 'crms.title'],
  '/api-keys': ['webForms.title', 'leadSources.title'],
};

/** Settings with a page of their own below one of the navigation's. */
const PAGES: readonly { readonly label: ConsoleMessage; readonly to: string; readonly under: string }[] = [
  { label: 'limits.title', to: '/board-limits', under: '/' },
  { label: 'reportMails.title', to: '/reports/mails', under: '/reports' },
  { label: 'imports.title', to: '/leads/import', under: '/leads' },
];

interface SettingEntry {
  readonly name: string;
  readonly to: string;
  /** Title of the card to scroll to. */
  readonly card: string;
  /** Of the navigation. */
  readonly page: RailEntry;
}

/** Settings by their names, each with the page that has it. */
export function settingEntries(): readonly SettingEntry[] {
  const pages = [...FOR_SUPERVISORS, ...FOR_ADMINISTRATORS];
  const pageAt = (to: string) => pages.filter((page) => page.to === to);
  const onPages = Object.entries(SETTINGS).flatMap(([to, labels]) =>
    pageAt(to).flatMap((page) =>
      labels.map((label) => {
        const [name, card] = typeof label === 'string' ? [label, label] : label;
        return { name: t(name), card: t(card), to, page };
      }),
    ),
  );
  const below = PAGES.flatMap(({ label, to, under }) =>
    pageAt(under).map((page) => ({ name: t(label), card: t(label), to, page })),
  );
  return [...onPages, ...below];
}
