/** An entry of the audit log in the reader's language. The server stores it as `team 2: schedule, profile mode`. */
import { AVAILABLE } from '@offhook/contract/agent/agent-status';
import type { AuditEntry, AuditNamedKind } from '@offhook/contract/console/integration-entities';
import { CRM_NAMES, parseCrm } from '@offhook/contract/leads/crms';
import { type ConsoleMessage, t } from '@offhook/i18n/console';
import { formatWeekday } from '@offhook/i18n/formats';
import { t as localeText } from '@offhook/i18n/language-and-time';
import { agentStatusName } from '../board/status-text.ts';
import { directionName, resultName, statusName } from '../leads/call-names.ts';
import { leadStateName, sourceName } from '../leads/list-names.ts';
import { reportTableName } from '../reports/report-tables.ts';

const ACTIONS = {
  'accounts add': 'audit.action.accountAdded',
  'accounts limits': 'audit.action.boardLimits',
  'accounts set': 'audit.action.accountChanged',
  backup: 'audit.action.backup',
  'call rates set': 'audit.action.callRatesChanged',
  'callbacks cancel': 'audit.action.callbackCanceled',
  'callbacks set': 'audit.action.callbackSet',
  'calls export': 'audit.action.callsExported',
  'comments add': 'audit.action.commentAdded',
  'comments remove': 'audit.action.commentRemoved',
  'comments set': 'audit.action.commentChanged',
  'crm add': 'audit.action.crmConnected',
  'crm remove': 'audit.action.crmRemoved',
  'crm test': 'audit.action.crmTested',
  'crm token': 'audit.action.crmToken',
  'demo close': 'audit.action.demoClosed',
  'do-not-call add': 'audit.action.doNotCallAdded',
  'do-not-call import': 'audit.action.doNotCallImported',
  'do-not-call remove': 'audit.action.doNotCallRemoved',
  'external links add': 'audit.action.externalLinkAdded',
  'external links play': 'audit.action.externalLinkPlayed',
  'external links revoke': 'audit.action.externalLinkRevoked',
  'forms add': 'audit.action.webFormAdded',
  'forms revoke': 'audit.action.webFormRevoked',
  'forms set': 'audit.action.webFormChanged',
  'invitations accept': 'audit.action.invitationAccepted',
  'invitations add': 'audit.action.invited',
  'invitations link': 'audit.action.invitationLink',
  'invitations resend': 'audit.action.invitationResent',
  'invitations revoke': 'audit.action.invitationRevoked',
  'keys add': 'audit.action.keyCreated',
  'keys revoke': 'audit.action.keyRevoked',
  'leads export': 'audit.action.leadsExported',
  'leads import': 'audit.action.leadsImported',
  'leads import cancel': 'audit.action.importCanceled',
  'leads import pause': 'audit.action.importPaused',
  'leads import resume': 'audit.action.importResumed',
  'leads import undo': 'audit.action.importUndone',
  'leads set': 'audit.action.leadChanged',
  'leads test': 'audit.action.testLead',
  'numbers add': 'audit.action.numberAdded',
  'numbers remove': 'audit.action.numberRemoved',
  'numbers set': 'audit.action.numberChanged',
  'own passkey add': 'audit.action.ownPasskeyAdded',
  'own passkey remove': 'audit.action.ownPasskeyRemoved',
  'own passkey rename': 'audit.action.ownPasskeyRenamed',
  'own recovery codes': 'audit.action.ownRecoveryCodes',
  'own totp add': 'audit.action.ownTotpAdded',
  'own totp remove': 'audit.action.ownTotpRemoved',
  'own locale': 'audit.action.ownLocale',
  'own password': 'audit.action.ownPassword',
  'password reset': 'audit.action.forgottenPassword',
  'person erase': 'audit.action.personErased',
  'person export': 'audit.action.personExported',
  'profiles set': 'audit.action.teamChanged',
  'recording.paused': 'audit.action.recordingPaused',
  'recording.played': 'audit.action.recordingPlayed',
  'recording.resumed': 'audit.action.recordingResumed',
  'recordings move': 'audit.action.recordingsMoved',
  'report export': 'audit.action.reportExported',
  'report mails add': 'audit.action.reportMailAdded',
  'report mails remove': 'audit.action.reportMailRemoved',
  'report mails send': 'audit.action.reportMailSent',
  'report mails set': 'audit.action.reportMailChanged',
  'report mails stop': 'audit.action.reportMailStopped',
  restore: 'audit.action.restore',
  retention: 'audit.action.retention',
  'retention set': 'audit.action.retentionChanged',
  'scorecard set': 'audit.action.questionsChanged',
  'scorecards remove': 'audit.action.scorecardRemoved',
  'scorecards set': 'audit.action.scorecardSaved',
  'sign-on remove': 'audit.action.signOnRemoved',
  'sign-on set': 'audit.action.signOnChanged',
  'sign-on test': 'audit.action.signOnTested',
  'statuses set': 'audit.action.statusesChanged',
  'teams add': 'audit.action.teamAdded',
  'teams join': 'audit.action.teamJoined',
  'teams leave': 'audit.action.teamLeft',
  'teams schedule': 'audit.action.teamChanged',
  'teams set': 'audit.action.teamChanged',
  'users add': 'audit.action.agentAdded',
  'users end-session': 'audit.action.agentSessionEnded',
  'users reset-factors': 'audit.action.agentFactorsReset',
  'users logout': 'audit.action.agentLoggedOut',
  'users password': 'audit.action.agentPassword',
  'users reset-link': 'audit.action.resetLink',
  'users schedule': 'audit.action.agentChanged',
  'users set': 'audit.action.agentChanged',
  'users status': 'audit.action.agentStatus',
  'webhooks add': 'audit.action.webhookAdded',
  'webhooks remove': 'audit.action.webhookRemoved',
  'webhooks replay': 'audit.action.webhookReplayed',
  'webhooks set': 'audit.action.webhookChanged',
  'webhooks test': 'audit.action.webhookTested',
} as const satisfies Record<string, ConsoleMessage>;

/** Subjects that have an ID. */
const SUBJECTS = {
  account: 'audit.subject.account',
  'api key': 'audit.subject.apiKey',
  call: 'audit.subject.call',
  crm: 'audit.subject.crm',
  file: 'audit.subject.import',
  invitation: 'audit.subject.invitation',
  lead: 'audit.subject.lead',
  number: 'audit.subject.number',
  recording: 'audit.subject.recording',
  'report mail': 'audit.subject.reportMail',
  team: 'audit.subject.team',
  user: 'audit.subject.agent',
  'web form': 'audit.subject.webForm',
  webhook: 'audit.subject.webhook',
} as const satisfies Record<string, ConsoleMessage>;
const PAGES: Readonly<Record<string, string>> = {
  call: 'calls',
  lead: 'leads',
  team: 'teams',
  user: 'agents',
};
/** Subjects without an ID. */
const WHOLE_SUBJECTS = {
  calls: 'calls.title',
  'do-not-call list': 'doNotCall.title',
  invitations: 'invitations.title',
  leads: 'leads.title',
  recordings: 'call.recordings',
  report: 'audit.subject.report',
  'single sign-on': 'signOn.title',
  'the whole installation': 'audit.subject.installation',
} as const satisfies Record<string, ConsoleMessage>;

const DETAILS = {
  accepted: 'audit.detail.accepted',
  added: 'audit.detail.added',
  erased: 'audit.detail.erased',
  exported: 'audit.detail.exported',
  link: 'audit.detail.link',
  'logged out': 'audit.detail.loggedOut',
  moved: 'audit.detail.moved',
  nothing: 'audit.detail.nothing',
  'one number added': 'audit.detail.numberAdded',
  'one number removed': 'audit.detail.numberRemoved',
  removed: 'audit.detail.removed',
  resent: 'audit.detail.resent',
  revoked: 'audit.detail.revoked',
  'test sent': 'audit.detail.testSent',
  tested: 'audit.detail.tested',

  // Fields of accounts, agents, leads, numbers, teams and webhooks.
  active: 'access.active',
  attempts_per_day: 'rules.attempts',
  recording_pause_minutes: 'rules.pause',
  external_links: 'externalLinks.title',
  park_minutes: 'rules.park',
  call_rates: 'audit.detail.callRates',
  second_factor: 'rules.secondFactor',
  callback: 'lead.callback',
  calling_countries: 'rules.countries',
  calling_from_minute: 'rules.callsFrom',
  calling_to_minute: 'rules.callsUntil',
  cap: 'agent.dailyLimit',
  compares: 'reports.range.compare',
  frequency: 'reportMail.frequency',
  is_paused: 'import.paused',
  minute: 'reportMail.schedule',
  recipients: 'reportMail.recipients',
  sent: 'reportMail.status.sent',
  category: 'field.category',
  client_id: 'signOn.clientId',
  client_secret: 'signOn.secret',
  company: 'field.company',
  country_code: 'field.country',
  crm: 'lead.crm',
  currency: 'audit.detail.currency',
  custom_crm_url: 'rules.crmAddress',
  do_not_call: 'lead.doNotCall',
  'do not call on': 'lead.doNotCall',
  do_not_disturb: 'agent.doNotDisturb',
  domains: 'signOn.domains',
  consent: 'webForm.consent',
  email: 'field.email',
  events: 'field.events',
  fallback_team_id: 'team.fallback',
  filters: 'audit.detail.filters',
  fname: 'field.firstName',
  full_name: 'agent.fullName',
  holidays: 'rules.holidays.title',
  is_app_only: 'agent.appOnly',
  is_default: 'team.default',
  is_only: 'signOn.only',
  issuer: 'signOn.issuer',
  key_calls_per_minute: 'rules.apiLimit',
  label: 'lead.displayName',
  lname: 'field.lastName',
  members: 'agents.title',
  mobile_enabled: 'agent.ringExternalPhone',
  name: 'field.name',
  origins: 'webForm.websites',
  owner_user_id: 'lead.owner',
  password: 'field.password',
  permissions: 'agent.permissions',
  supervised_team_ids: 'supervision.list',
  personal_days: 'retention.personal',
  thank_you_url: 'webForm.thankYou',
  phone_number: 'field.phoneNumber',
  recording_regions: 'rules.announcement.title',
  recordings_days: 'retention.recordings',
  region_windows: 'rules.region.title',
  removed_at: 'lead.removed',
  schedule: 'schedule.title',
  scorecard: 'scorecard.title',
  source_id: 'lead.sourceId',
  status: 'field.status',
  statuses: 'statuses.title',
  'limits ringing': 'state.ringing',
  'limits held': 'state.held',
  'limits oncall': 'state.oncall',
  'limits wrapup': 'state.wrapup',
  'limits statuses': 'statuses.title',
  'limits oldest_lead': 'limits.oldest',
  'limits missed_today': 'limits.missed',
  special_numbers: 'rules.numbers',
  team_id: 'field.team',
  teams: 'teams.title',
  texting_from_minute: 'rules.textsFrom',
  texting_to_minute: 'rules.textsUntil',
  texts_need_consent: 'rules.textConsent',
  time_zone: 'field.timeZone',
  token: 'crm.token',
  trusts_emails: 'signOn.trustEmails',
  url: 'webhook.url',

  'filter agent': 'field.agent',
  'filter direction': 'field.direction',
  'filter from': 'filter.fromDay',
  'filter hour': 'filter.hour',
  'filter missed_by': 'filter.missedBy',
  'filter number': 'field.number',
  'filter outcome': 'filter.outcome',
  'filter owner': 'lead.owner',
  'filter result': 'field.result',
  'filter search': 'field.search',
  'filter source': 'filter.source',
  'filter state': 'field.status',
  'filter status': 'field.status',
  'filter table': 'audit.detail.table',
  'filter tag': 'filter.tag',
  'filter taken_by': 'filter.takenBy',
  'filter team': 'field.team',
  'filter to': 'filter.toDay',
  'filter weekday': 'filter.weekday',

  'profile announces_by_region': 'team.announcement',
  'profile announces_recording': 'team.announcement',
  'profile calls_per_minute': 'team.pace',
  'profile delay_seconds': 'team.delay',
  'profile followup_minutes': 'team.followUps',
  'profile greeting_language': 'team.language',
  'profile is_deal_whispertext': 'team.askForTags',
  'profile missed_text': 'team.missedText',
  'profile mode': 'team.mode',
  'profile records': 'team.record',
  'profile retry_minutes': 'team.retries',
  'profile script': 'team.script',
  'profile shares_recordings': 'team.shareRecordings',
  'profile tags': 'tag.title',
  'profile voicemail_greeting': 'team.voicemail',
  'profile voicemail_file': 'audit.detail.voicemailFile',
  'profile welcome_file': 'audit.detail.welcomeFile',
  'profile welcome_message': 'team.welcome',
  'profile whisper_template': 'team.whisper',
  'profile wrap_up': 'team.wrapUp',
  'profile wrap_up_seconds': 'team.wrapUp.seconds',
} as const satisfies Record<string, ConsoleMessage>;

/** The account's own statuses are shown by key. */
function auditStatusName(key: string): string {
  return key === AVAILABLE ? t('state.available') : agentStatusName({ key, name: null });
}

type Names = AuditEntry['names'];

/** The name of what still exists, else its ID. */
function nameOrId(names: Names, kind: string, id: string): string {
  const name = names.find((one) => one.kind === kind && String(one.id) === id)?.name;
  if (name === undefined) return id;
  const crm = kind === 'crm' ? parseCrm(name) : null;
  return crm === null ? name : CRM_NAMES[crm];
}

/** Filters whose values are IDs. */
const FILTER_KINDS: Readonly<Record<string, AuditNamedKind>> = {
  'filter agent': 'user',
  'filter missed_by': 'user',
  'filter number': 'number',
  'filter owner': 'user',
  'filter taken_by': 'user',
  'filter team': 'team',
};

const FILTER_VALUES: Readonly<Record<string, (value: string) => string>> = {
  'filter direction': directionName,
  'filter state': leadStateName,
  'filter weekday': (day) => formatWeekday(Number(day)),
  'filter result': resultName,
  'filter status': statusName,
  'filter table': reportTableName,
  status: auditStatusName,
};

/** Fields named as in the language and time dialog. */
const LOCALE_DETAILS = {
  clock: 'locale.clock',
  date_order: 'locale.dateOrder',
  language: 'locale.language',
} as const;

/** What the retention period deleted. */
const DELETED = {
  recordings: 'call.recordings',
  calls: 'calls.title',
  texts: 'text.title',
  leads: 'audit.detail.leads',
} as const satisfies Record<string, ConsoleMessage>;

function findId<Id extends string>(names: Readonly<Record<string, Id>>, name: string): Id | undefined {
  return Object.hasOwn(names, name) ? names[name] : undefined;
}

/** Actions of a newer server are shown unchanged. */
export function auditAction({ action }: Pick<AuditEntry, 'action'>): string {
  const id = findId<(typeof ACTIONS)[keyof typeof ACTIONS]>(ACTIONS, action.replace(/^admin /, ''));
  return id === undefined ? action : t(id);
}

/** An API key stands at the end of the subject. */
const BY_API_KEY = /, by (api key \d+)$/;

/** A user, an API key, or the server itself. */
export function auditActor({
  user,
  subject,
  names,
}: Pick<AuditEntry, 'user' | 'subject'> & { readonly names?: Names }): string {
  if (user !== null) return user.full_name;
  const [, key] = BY_API_KEY.exec(subject) ?? [];
  return (key && subjectName(key, names ?? [])) ?? t('auditLog.user.none');
}

/** Where the change came from. */
export function auditAddress({ address }: Pick<AuditEntry, 'address'>): string {
  if (address === null) return t('auditLog.address.unknown');
  const user = /^command line, (.+)$/s.exec(address)?.[1];
  return user === undefined ? address : t('audit.address.commandLine', { user });
}

/** 'Team Sales: Schedule, Text if no agent accepts'. Unknown parts are shown unchanged. */
export function auditSubject({
  action,
  subject,
  names = [],
}: Pick<AuditEntry, 'action' | 'subject'> & { readonly names?: Names }): string {
  if (action === 'retention') return subject.split(', ').map(deletedText).join(', ');
  const backup = /^backup of (\S+Z): (.+)$/s.exec(subject);
  if (backup?.[1]) return t('audit.subject.backup', { time: backup[1] });
  const [, target = subject, details] = /^(.*?): (.+)$/s.exec(subject) ?? [];
  const name = subjectName(target, names);
  if (name === null) return subject;
  if (details === undefined) return name;
  const texts = details
    .replace(BY_API_KEY, '')
    .split(', ')
    .map((text) => detailText(text, names));
  return t('audit.subject', { subject: name, details: [...new Set(texts)].join(', ') });
}

/** The page of the subject: an agent, a team, a call or a lead. null: it has none. */
export function auditLink({ subject }: Pick<AuditEntry, 'subject'>): string | null {
  const [, kind = '', id = ''] = /^(.+?) (\d+)(?:: |$)/s.exec(subject) ?? [];
  const page = findId(PAGES, kind);
  return page === undefined ? null : `/${page}/${id}`;
}

function subjectName(target: string, names: Names): string | null {
  const whole = findId<(typeof WHOLE_SUBJECTS)[keyof typeof WHOLE_SUBJECTS]>(WHOLE_SUBJECTS, target);
  if (whole !== undefined) return t(whole);
  const [, kind = '', number = ''] = /^(.+) (\d+|-)$/.exec(target) ?? [];
  const id = findId<(typeof SUBJECTS)[keyof typeof SUBJECTS]>(SUBJECTS, kind);
  return id === undefined ? null : t(id, { id: nameOrId(names, kind, number) });
}

function deletedText(text: string): string {
  const [kind = '', count = ''] = text.split(': ');
  const id = findId<(typeof DELETED)[keyof typeof DELETED]>(DELETED, kind);
  return id === undefined ? text : t('audit.detail.count', { what: t(id), count });
}

function detailText(text: string, names: Names): string {
  const id = findId<(typeof DETAILS)[keyof typeof DETAILS]>(DETAILS, text);
  if (id !== undefined) return t(id);
  const localeId = findId<(typeof LOCALE_DETAILS)[keyof typeof LOCALE_DETAILS]>(LOCALE_DETAILS, text);
  if (localeId !== undefined) return localeText(localeId);
  const crm = parseCrm(text);
  if (crm !== null) return CRM_NAMES[crm];
  const numbers = /^a file of (\d+) numbers$/.exec(text)?.[1];
  if (numbers !== undefined) return t('audit.detail.numbersImported', { count: Number(numbers) });
  const call = /^call (\d+)$/.exec(text)?.[1];
  if (call !== undefined) return t('audit.subject.call', { id: call });
  const link = /^external link (\d+)$/.exec(text)?.[1];
  if (link !== undefined) return t('audit.detail.externalLink', { id: link });
  const revoked = /^external links (\d+)$/.exec(text)?.[1];
  if (revoked !== undefined) return t('audit.detail.externalLinksRevoked', { count: Number(revoked) });
  const days = /^days (\d+)$/.exec(text)?.[1];
  if (days !== undefined) return t('audit.detail.days', { count: Number(days) });
  const creator = /^creator (\d+)$/.exec(text)?.[1];
  if (creator !== undefined) return t('audit.detail.creator', { id: nameOrId(names, 'user', creator) });
  const replayed = /^(\d+) deliveries replayed$/.exec(text)?.[1];
  if (replayed !== undefined) return t('audit.detail.deliveriesReplayed', { count: Number(replayed) });
  const exported = /^(\d+) exported$/.exec(text)?.[1];
  if (exported !== undefined) return t('audit.detail.rowsExported', { count: Number(exported) });
  const delivery = /^delivery (\d+) replayed$/.exec(text)?.[1];
  if (delivery !== undefined) return t('audit.detail.deliveryReplayed', { id: delivery });
  const [, user, way] = /^user (\d+) (in|out)$/.exec(text) ?? [];
  if (user !== undefined) {
    const id = nameOrId(names, 'user', user);
    return way === 'in' ? t('audit.detail.agentIn', { id }) : t('audit.detail.agentOut', { id });
  }
  // A field with its new value.
  const [, field = '', value = ''] = /^((?:filter )?\S+) (.+)$/s.exec(text) ?? [];
  const named = findId<(typeof DETAILS)[keyof typeof DETAILS]>(DETAILS, field);
  if (named === undefined) return text;
  // A source may have spaces.
  if (field === 'filter source')
    return t('audit.detail.filter', { field: t(named), values: sourceName(value) });
  const kind = FILTER_KINDS[field];
  const nameOf = kind === undefined ? FILTER_VALUES[field] : (id: string) => nameOrId(names, kind, id);
  if (nameOf === undefined) return t('audit.detail.value', { field: t(named), value });
  const values = value.split(' ').map((one) => nameOf(one));
  return t('audit.detail.filter', { field: t(named), values: values.join(', ') });
}
