import { readFileSync } from 'node:fs';

export interface MigrationStep {
  readonly tag: string;
  readonly statements: readonly string[];
}

/** The bundler replaces these exact calls with the files' contents (stack/bin/bundle.mjs). */
const baseline = readFileSync(new URL('./migrations/0019_baseline.sql', import.meta.url), 'utf8');
const languagesAndTimes = readFileSync(
  new URL('./migrations/0020_languages_and_times.sql', import.meta.url),
  'utf8',
);
const agentStatuses = readFileSync(new URL('./migrations/0021_agent_statuses.sql', import.meta.url), 'utf8');
const callsPerMinute = readFileSync(
  new URL('./migrations/0022_calls_per_minute.sql', import.meta.url),
  'utf8',
);
const recordingPauses = readFileSync(
  new URL('./migrations/0023_recording_pauses.sql', import.meta.url),
  'utf8',
);
const acceptedCalls = readFileSync(new URL('./migrations/0024_accepted_calls.sql', import.meta.url), 'utf8');
const leadStory = readFileSync(new URL('./migrations/0025_lead_story.sql', import.meta.url), 'utf8');
const invitations = readFileSync(new URL('./migrations/0026_invitations.sql', import.meta.url), 'utf8');
const callbacks = readFileSync(new URL('./migrations/0027_callbacks.sql', import.meta.url), 'utf8');
const parkedCalls = readFileSync(new URL('./migrations/0028_parked_calls.sql', import.meta.url), 'utf8');
const wrapUps = readFileSync(new URL('./migrations/0029_wrap_ups.sql', import.meta.url), 'utf8');
const dueCallTurns = readFileSync(new URL('./migrations/0030_due_call_turns.sql', import.meta.url), 'utf8');
const leadSearch = readFileSync(new URL('./migrations/0031_lead_search.sql', import.meta.url), 'utf8');
const handOverNotes = readFileSync(new URL('./migrations/0032_hand_over_notes.sql', import.meta.url), 'utf8');
const unknownCallers = readFileSync(
  new URL('./migrations/0033_unknown_callers.sql', import.meta.url),
  'utf8',
);
const reportFigures = readFileSync(new URL('./migrations/0034_report_figures.sql', import.meta.url), 'utf8');
const userInvitations = readFileSync(
  new URL('./migrations/0037_user_invitations.sql', import.meta.url),
  'utf8',
);
const boardLimits = readFileSync(new URL('./migrations/0035_board_limits.sql', import.meta.url), 'utf8');
const leadImportPlans = readFileSync(
  new URL('./migrations/0036_lead_import_plans.sql', import.meta.url),
  'utf8',
);
const leadContactSearch = readFileSync(
  new URL('./migrations/0040_lead_contact_search.sql', import.meta.url),
  'utf8',
);
const auditLogSubject = readFileSync(
  new URL('./migrations/0041_audit_log_subject.sql', import.meta.url),
  'utf8',
);
const externalLinks = readFileSync(new URL('./migrations/0045_external_links.sql', import.meta.url), 'utf8');
const holidays = readFileSync(new URL('./migrations/0042_holidays.sql', import.meta.url), 'utf8');
const reportMails = readFileSync(new URL('./migrations/0043_report_mails.sql', import.meta.url), 'utf8');
const supervisedTeams = readFileSync(
  new URL('./migrations/0044_supervised_teams.sql', import.meta.url),
  'utf8',
);
const singleSignOn = readFileSync(new URL('./migrations/0046_single_sign_on.sql', import.meta.url), 'utf8');
const greetingFiles = readFileSync(new URL('./migrations/0047_greeting_files.sql', import.meta.url), 'utf8');
const reportTexts = readFileSync(new URL('./migrations/0048_report_texts.sql', import.meta.url), 'utf8');
const sealedSecrets = readFileSync(new URL('./migrations/0049_sealed_secrets.sql', import.meta.url), 'utf8');
const webForms = readFileSync(new URL('./migrations/0050_web_forms.sql', import.meta.url), 'utf8');
const recordingReview = readFileSync(
  new URL('./migrations/0039_recording_review.sql', import.meta.url),
  'utf8',
);
const secondFactor = readFileSync(new URL('./migrations/0038_second_factor.sql', import.meta.url), 'utf8');
const upgrade = readFileSync(new URL('./upgrade-from-0.1.sql', import.meta.url), 'utf8');

const statementsOf = (file: string) =>
  file.split('--> statement-breakpoint').map((statement) => statement.trim());

/** Numbered after the 0.1 steps that it replaces, so that no number is used twice. */
export const BASELINE: MigrationStep = { tag: '0019_baseline', statements: statementsOf(baseline) };

export const MIGRATIONS: readonly MigrationStep[] = [
  BASELINE,
  { tag: '0020_languages_and_times', statements: statementsOf(languagesAndTimes) },
  { tag: '0021_agent_statuses', statements: statementsOf(agentStatuses) },
  { tag: '0022_calls_per_minute', statements: statementsOf(callsPerMinute) },
  { tag: '0023_recording_pauses', statements: statementsOf(recordingPauses) },
  { tag: '0024_accepted_calls', statements: statementsOf(acceptedCalls) },
  { tag: '0025_lead_story', statements: statementsOf(leadStory) },
  { tag: '0026_invitations', statements: statementsOf(invitations) },
  { tag: '0027_callbacks', statements: statementsOf(callbacks) },
  { tag: '0028_parked_calls', statements: statementsOf(parkedCalls) },
  { tag: '0029_wrap_ups', statements: statementsOf(wrapUps) },
  { tag: '0030_due_call_turns', statements: statementsOf(dueCallTurns) },
  { tag: '0031_lead_search', statements: statementsOf(leadSearch) },
  { tag: '0032_hand_over_notes', statements: statementsOf(handOverNotes) },
  { tag: '0033_unknown_callers', statements: statementsOf(unknownCallers) },
  { tag: '0034_report_figures', statements: statementsOf(reportFigures) },
  { tag: '0035_board_limits', statements: statementsOf(boardLimits) },
  { tag: '0036_lead_import_plans', statements: statementsOf(leadImportPlans) },
  { tag: '0037_user_invitations', statements: statementsOf(userInvitations) },
  { tag: '0038_second_factor', statements: statementsOf(secondFactor) },
  { tag: '0039_recording_review', statements: statementsOf(recordingReview) },
  { tag: '0040_lead_contact_search', statements: statementsOf(leadContactSearch) },
  { tag: '0041_audit_log_subject', statements: statementsOf(auditLogSubject) },
  { tag: '0042_holidays', statements: statementsOf(holidays) },
  { tag: '0043_report_mails', statements: statementsOf(reportMails) },
  { tag: '0044_supervised_teams', statements: statementsOf(supervisedTeams) },
  { tag: '0045_external_links', statements: statementsOf(externalLinks) },
  { tag: '0046_single_sign_on', statements: statementsOf(singleSignOn) },
  { tag: '0047_greeting_files', statements: statementsOf(greetingFiles) },
  { tag: '0048_report_texts', statements: statementsOf(reportTexts) },
  { tag: '0049_sealed_secrets', statements: statementsOf(sealedSecrets) },
  { tag: '0050_web_forms', statements: statementsOf(webForms) },
];

const NEWEST_OF_FIRST_RELEASE = '0011_third_matthew_murdock';
const FORMER_BASELINE = '0018_baseline';

const TAGS = new Set(MIGRATIONS.map(({ tag }) => tag));

/** Other steps come from a newer version. */
export const isKnownStep = (tag: string): boolean => TAGS.has(tag) || tag < BASELINE.tag;

/** Upgrades version 0.1, or fills an empty database. @throws if the database is older than version 0.1 */
export function statementsAfter(done: ReadonlySet<string>, step: MigrationStep): readonly string[] {
  if (step !== BASELINE || done.size === 0) return step.statements;
  if (!isReleased(done)) throw new Error('The database is older than version 0.1 of Offhook.');
  return statementsOf(upgrade);
}

export const isReleased = (tags: ReadonlySet<string>): boolean =>
  [BASELINE.tag, FORMER_BASELINE, NEWEST_OF_FIRST_RELEASE].some((tag) => tags.has(tag));
