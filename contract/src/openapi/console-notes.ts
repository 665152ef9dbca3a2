import type { ConsoleRequestName } from '../console/console.ts';
import { NUMBER_ERRORS, type RequestNote } from './request-notes.ts';

const SCHEDULE = {
  time_zone: 'America/New_York',
  pieces: [
    { day: 1, from: 540, to: 1020 },
    { day: 6, from: 1320, to: 120 },
  ],
};

const TEAM_ERRORS = [
  'badName',
  'badSchedule',
  'badTimeZone',
  'badFallback',
  'badMember',
  'badMinutes',
  'badTags',
] as const;
const AGENT_ERRORS = [
  'invalidPhoneNumber',
  'emergencyNumber',
  'badTimeZone',
  'badCountry',
  'badSchedule',
  'badTeam',
] as const;

const note = (summary: string, rest: Omit<RequestNote, 'tag' | 'summary'> = {}): RequestNote => ({
  tag: 'Console',
  summary,
  ...rest,
});

export const CONSOLE_NOTES: { readonly [N in ConsoleRequestName]: RequestNote } = {
  ping: note('Check that the server responds', {
    description: 'Returns no data and doesn’t extend the session.',
  }),
  readBoard: note('Read the live board: agents, waiting leads and today’s figures', {
    description:
      'Realtime events on the account’s channel say when to reload. All readers share a board that is read at most once a second, so an answer can take a second.',
  }),
  readBoardChanges: note('Read what changed on the live board', {
    description:
      'Answers with the whole board (`since` null) without `since`, or if no version in it is known: each server knows only its own versions. Otherwise, with the agents and lists that changed.',
  }),
  readReport: note('Read a period’s figures, and those of the period before', {
    description:
      'Days and hours are of the account’s time zone. Calls count when they started, and leads when their first call did. With more than one filter, a period has at most 31 days, otherwise 366.',
    errors: ['badPeriod', 'periodTooLong', 'notFound'],
  }),
  listReportMails: note('List reports that are sent by mail, and what a new one can be set to'),
  addReportMail: note('Send a report by mail on a schedule', {
    description:
      'Each recipient gets the figures that they may read. Times are of the account’s time zone. Rejected if the installation has no mail server.',
    errors: ['badFilters', 'badRecipients', 'tooManyReportMails', 'noMailServer'],
    body: {
      frequency: 'weekly',
      minute: 480,
      language: 'en',
      filters: { team_id: 1 },
      compares: true,
      recipient_ids: [4],
    },
  }),
  changeReportMail: note('Change, pause or resume a report by mail', {
    description: 'For its owner and administrators. Mails of earlier times aren’t sent later.',
    errors: ['badFilters', 'badRecipients', 'changedMeanwhile', 'noMailServer', 'forbidden'],
    body: { minute: 540, is_paused: true },
  }),
  removeReportMail: note('Remove a report by mail', { errors: ['forbidden'] }),
  sendReportMail: note('Send a report by mail now', {
    description: 'At most once a minute, to all recipients.',
    errors: ['mailedJustNow', 'noMailServer', 'forbidden'],
  }),
  stopReportMail: note('Stop receiving a report by mail', {
    description: 'Without recipients, it is paused.',
  }),
  readCallRates: note('Read the rates of the cost estimate'),
  changeCallRates: note('Change the rates of the cost estimate', {
    description: 'Applies to all periods. `rates` null sets the defaults.',
    errors: ['badRates'],
    body: {
      currency: 'USD',
      rates: { browser: 0.004, outbound: 0.014, inbound: 0.0085, recording: 0.0025, text: 0.0083 },
    },
  }),
  listCalls: note('List calls, newest first'),
  countCalls: note('Count the calls that filters match'),
  readCall: note('Read a call with its parties, reasons and step times'),
  readCallReview: note('Read what the recordings of a call say, and what was noted about them', {
    description:
      'Who speaks how much is computed once per recording. One from an earlier version is computed after the first request (`pending`).',
  }),
  addRecordingComment: note('Comment on a recording at a time', {
    description: 'Recorded in the audit log, without the text.',
    errors: ['notFound', 'tooManyComments'],
    body: { at_ms: 75_000, text: 'Good answer to the price question' },
  }),
  changeRecordingComment: note('Change one’s own comment', {
    errors: ['notFound', 'forbidden'],
    body: { text: 'Good answer to the price question' },
  }),
  removeRecordingComment: note('Remove a comment', {
    description: 'One’s own; administrators remove any.',
    errors: ['notFound', 'forbidden'],
  }),
  createExternalLink: note('Create a link to a recording for people without a login', {
    description:
      'If the account allows it. The link works for 1, 7 or 30 days, until it is revoked or the recording is deleted. Each playback is in the audit log.',
    errors: ['notFound', 'externalLinksOff', 'tooManyExternalLinks'],
    body: { days: 7 },
  }),
  revokeExternalLink: note('Revoke an external link', { errors: ['notFound'] }),
  saveScorecard: note('Fill in a scorecard for a call', {
    description:
      'The caller’s own; it replaces their earlier one, and without answers it is removed. Yes is 1, no is 0, a rating is 1 to 5. The score is the mean of the answered questions by weight, in percent.',
    errors: ['notFound', 'badScorecard'],
    body: {
      answers: [
        { question_id: 1, value: 1 },
        { question_id: 2, value: 4 },
        { question_id: 3, text: 'Ask for the next step.' },
      ],
    },
  }),
  readScorecardQuestions: note('List the questions of the scorecard'),
  changeScorecardQuestions: note('Change the questions of the scorecard', {
    description:
      'The complete list, in order. A question without an `id` is new; one that isn’t listed is retired. Another text or kind of a question that was answered retires it too and adds a new one, so that earlier scorecards keep their question.',
    errors: ['badQuestions'],
    body: {
      list: [
        { text: 'Did the agent introduce themselves?', kind: 'yes_no', weight: 1 },
        { text: 'How well did the agent listen?', kind: 'rating', weight: 2 },
        { text: 'What should the agent try next time?', kind: 'text', weight: 0 },
      ],
    },
  }),
  listLeads: note('List leads, newest first'),
  countLeads: note('Count the leads that filters match'),
  readListChoices: note('Read the sources, numbers and tags by which lists can be filtered'),
  readLead: note('Read a lead with its calls and texts'),
  readLeadTimeline: note('Read what happened to a lead and what happens next', {
    description: 'Newest events first, 100 at a time.',
    errors: ['notFound'],
  }),
  sendTestLead: note('Send a test lead', {
    description:
      'It takes the way of a lead that a form sends: calling hours, team hours and the do-not-call list apply. A lead that exists keeps its name. At most 10 a minute per account; recorded in the audit log.',
    errors: [...NUMBER_ERRORS, 'noNumber', 'unavailable', 'tooManyRequests'],
    body: { phone_number: '+1 415 555 0105', fname: 'Test lead' },
  }),
  changeLead: note('Change a lead', {
    errors: ['badName', 'badMember', 'badTeam', 'badTimeZone'],
    body: { company: 'Acme', do_not_call: true, owner_user_id: null, team_id: null, label: 'Ada Form' },
  }),
  cancelLeadCallback: note('Cancel the callback of a lead', {
    description: 'Recorded in the audit log.',
    errors: ['notFound'],
  }),
  exportLead: note('Export everything stored about a person', {
    description: 'Includes the number’s entry on the do-not-call list. Recorded in the audit log.',
  }),
  eraseLead: note('Erase a person: names, number, notes, texts, recordings, evidence of consent', {
    description:
      'This can’t be undone. Calls are still counted in statistics. A number on the do-not-call list stays there, and the number of a lead who must not be called is added to it.',
    errors: ['personInCall', 'personInFile'],
  }),
  listTeams: note('List teams with their available agents'),
  readTeam: note('Read a team with its members, schedule and call settings'),
  addTeam: note('Create a team', {
    errors: TEAM_ERRORS,
    body: { name: 'Sales', schedule: SCHEDULE, members: [], profile: { mode: 'simultaneous' } },
  }),
  changeTeam: note('Change a team', {
    description: '`members` and `tags` are complete lists: omitted entries are removed.',
    errors: [...TEAM_ERRORS, 'tagInUse', 'badGreeting', 'greetingExpired', 'badLanguage', 'changedMeanwhile'],
    body: {
      name: 'Sales',
      fallback_team_id: null,
      schedule: SCHEDULE,
      members: [{ user_id: 1, priority_group: 1 }],
      profile: {
        mode: 'round_robin',
        retry_minutes: [1, 5, 30],
        followup_minutes: [60, 240, 1440],
        records: true,
        recording_announcement: 'by_region',
        whisper_template: '{fname} {lname} from {company}',
        script: '# First call\n\n## Open\n\nHi {fname}, this is {agent}.',
        shares_recordings: false,
        wrap_up: 'fixed',
        wrap_up_seconds: 30,
      },
    },
  }),
  listAgents: note('List users by name', {
    description:
      '`needs_team`: only those who get no calls, because they are in no team and neither supervisors nor administrators.',
  }),
  readAgent: note('Read a user'),
  addAgent: note('Create a user', {
    description:
      'Without a password, one is generated and returned once. An email logs in to one account of the installation, so one of another account is refused too; after 10 refusals in a minute, all are for the rest of it.',
    errors: ['badName', 'badEmail', 'emailTaken', 'badPassword', ...AGENT_ERRORS, 'tooManyRequests'],
    body: {
      email: 'grace@example.com',
      full_name: 'Grace Form',
      password: 'long enough',
      permissions: ['app-sms'],
      teams: [],
      schedule: SCHEDULE,
    },
  }),
  changeAgent: note('Change a user', {
    description:
      'Administrators can’t deactivate themselves or remove their own administrator permission, and an account keeps at least one administrator. `supervised_team_ids` limits a supervisor to what belongs to these teams; null is the whole account. Administrators aren’t limited.',
    errors: ['badName', ...AGENT_ERRORS, 'lastAdmin', 'ownRights'],
    body: { full_name: 'Grace Form', cap: 40, time_zone: 'Europe/Berlin', schedule: null, active: true },
  }),
  setAgentPassword: note('Set a user’s password and end their sessions', {
    errors: ['badPassword'],
    body: { password: 'long enough' },
  }),
  createResetLink: note('Create a link with which a user chooses a new password', {
    description: 'Works once, for 24 hours. Recorded in the audit log.',
    response: { success: true, link: 'https://phone.example.com/apps/webrtc/new-password#8fQ…' },
  }),
  listInvitations: note('List people who were invited and aren’t users yet'),
  invite: note('Invite up to 100 people', {
    description:
      'Sends each a mail with a link, or returns the links if the installation sends no mail. Links work once, for 7 days. A person with an open invitation gets the new role and teams, and another link. `supervised_team_ids` is as in a change of a user.',
    errors: ['badTeam'],
    body: {
      people: [{ email: 'ada@example.com', full_name: 'Ada Form' }],
      permissions: ['app-sms', 'app-retry', 'app-autoaccept'],
      team_ids: [1],
    },
    response: { success: true, results: [{ email: 'ada@example.com', outcome: 'invited', link: null }] },
  }),
  resendInvitation: note('Send the mail of an invitation again', {
    errors: ['mailedJustNow', 'mailNotSetUp'],
  }),
  createInvitationLink: note('Create a link of an invitation to hand over', {
    response: { success: true, link: 'https://phone.example.com/apps/webrtc/invitation#8fQ…' },
  }),
  revokeInvitation: note('Revoke an invitation'),
  logOutAgent: note('End all sessions of a user'),
  readAgentSecurity: note('Read a user’s second factors and sessions'),
  endAgentSession: note('End one session of a user', {
    body: { session: '0f3c9a7be1d24f5698ab01c2d3e4f567' },
  }),
  resetAgentFactors: note('Remove a user’s second factors and end their sessions', {
    description:
      'For a lost phone or security key. If the account requires a second factor, the next login sets one up.',
  }),
  setAgentStatus: note('Set an agent’s status', {
    description:
      'Supervisors can set every status except `do_not_disturb`, which only administrators set and clear.',
    errors: ['unknownStatus', 'statusLocked'],
    body: { status: 'available' },
  }),
  readBoardLimits: note('Read the limits of the live board'),
  changeBoardLimits: note('Change the limits of the live board', {
    description:
      'Times are in seconds. The first limit, `caution`, must be below the second, `danger`; null is no limit. `statuses` is the complete list, by key of the status: one without limits has its minutes per day as its second limit.',
    errors: ['badLimits'],
    body: {
      oncall: { caution: 1200, danger: 1800 },
      statuses: { lunch: { caution: 3000, danger: 3600 } },
      missed_today: { caution: null, danger: 20 },
    },
  }),
  readStatuses: note('List the statuses that agents can choose'),
  changeStatuses: note('Change the statuses that agents can choose', {
    description:
      'The complete list, in the order of the agent’s menu. A status without a `key` is new; one that isn’t listed is archived. Built-in statuses keep their names.',
    errors: ['badStatuses'],
    body: {
      list: [
        { key: 'break', icon: 'coffee', minutes_per_day: 30 },
        { key: 'lunch', icon: 'restaurant', minutes_per_day: 60 },
        { key: 'training', icon: 'school', minutes_per_day: null },
        { name: 'Coaching', icon: 'groups', minutes_per_day: null },
      ],
    },
  }),
  listNumbers: note('List phone numbers'),
  addNumber: note('Add a phone number', {
    description: 'The server configures it at the provider on its next start.',
    errors: ['invalidPhoneNumber', 'emergencyNumber', 'numberTaken', 'badTeam'],
    body: { phone_number: '+1 415 555 0142', team_id: 1, name: 'Second line' },
  }),
  changeNumber: note('Change a phone number’s name or team', {
    errors: ['badTeam'],
    body: { name: 'Main line' },
  }),
  removeNumber: note('Remove a phone number without calls', { errors: ['numberInUse'] }),
  readRules: note('Read the calling rules'),
  listPublicHolidays: note('List the public holidays of the account’s country', {
    description: 'From a library’s calendar; without those of single states or regions.',
  }),
  changeRules: note('Change the calling rules', {
    errors: [
      'badName',
      'badTimeZone',
      'badCountry',
      'badCountries',
      'badWindow',
      'badRegions',
      'badHolidays',
      'badCrmAddress',
    ],
    description:
      'Premium-rate, shared-cost, personal and satellite numbers are called and texted only if `special_numbers` includes their kind; emergency numbers are never called or texted.',
    body: {
      language: 'en',
      calling_from_minute: 540,
      calling_to_minute: 1200,
      attempts_per_day: 6,
      recording_pause_minutes: 10,
      external_links: true,
      park_minutes: 3,
      second_factor: 'none',
      calling_countries: ['US', 'CA'],
      special_numbers: ['shared_cost'],
      key_calls_per_minute: 60,
      region_windows: [{ prefix: '+49', from_minute: 540, to_minute: 1140 }],
      texting_from_minute: 540,
      texting_to_minute: 1200,
      texts_need_consent: true,
      recording_regions: [{ prefix: '+1212', announces: true }],
    },
  }),
  readRetention: note('Read the retention periods'),
  changeRetention: note('Change the retention periods', {
    description:
      'Deletion of older data starts 1 hour after the change; until then you can revert it. Deleted data can’t be recovered.',
    errors: ['badDays'],
    body: { recordings_days: 90, personal_days: null },
  }),
  listDoNotCall: note('List do-not-call numbers'),
  addDoNotCall: note('Add a number to the do-not-call list', {
    errors: ['invalidPhoneNumber', 'emergencyNumber'],
    body: { phone_number: '+1 415 555 0177' },
  }),
  removeDoNotCall: note('Remove a number from the do-not-call list'),
  listWebhooks: note('List webhooks'),
  addWebhook: note('Create a webhook; its secret is returned once', {
    errors: ['badAddress'],
    body: { url: 'https://example.com/hook', events: ['call_completed'], filters: {} },
  }),
  changeWebhook: note('Change a webhook’s events and filters', {
    errors: ['badAddress'],
    body: { url: 'https://example.com/hook', events: ['call_completed', 'lead_created'] },
  }),
  removeWebhook: note('Remove a webhook and cancel its pending deliveries'),
  listDeliveries: note('List deliveries, newest first'),
  replayDelivery: note('Replay a delivery with the same event id'),
  testWebhook: note('Post a sample event once, and list it among the deliveries'),
  listApiKeys: note('List API keys'),
  addApiKey: note('Create an API key; it is returned once', {
    errors: ['badName'],
    body: { name: 'Web form' },
  }),
  revokeApiKey: note('Revoke an API key'),
  listWebForms: note('List web forms'),
  addWebForm: note('Create a web form', {
    description:
      'A page at one of `origins` sends the form to `/api/v1/forms/{key}` without an API key. `consent` is what a visitor agrees to with the form’s checkbox.',
    errors: ['badName', 'badAddress', 'badTeam'],
    body: {
      name: 'Offer page',
      origins: ['https://www.example.com'],
      thank_you_url: 'https://www.example.com/thank-you',
      consent: { channel: 'both', text: 'I agree that Acme calls and texts me.' },
    },
  }),
  changeWebForm: note('Change a web form', {
    errors: ['badName', 'badAddress', 'badTeam', 'changedMeanwhile'],
    body: { name: 'Offer page', origins: ['https://www.example.com'] },
  }),
  revokeWebForm: note('Revoke a web form'),
  listImports: note('List lead imports, newest first'),
  readImport: note('Read a lead import’s progress and lines'),
  readLeadImport: note('Read an import of the console: its plan, counts and progress', {
    errors: ['notFound'],
  }),
  changeLeadImport: note('Change the plan of an import before it starts', {
    description:
      '`columns` has a field, `field` for a form field, or null for each column of the file. The rows are counted again after each change.',
    errors: ['importStarted', 'badTeam'],
    body: {
      columns: ['full_name', 'phone_number', null],
      calls: 'at',
      call_date: '2026-12-01',
      call_minute: 540,
    },
  }),
  listLeadImportRows: note('List the first rows of an import with what happens to each', {
    errors: ['notFound'],
  }),
  startLeadImport: note('Start an import', {
    description: '`revision` is the plan’s. Starting it again changes nothing. Recorded in the audit log.',
    errors: ['changedMeanwhile', 'importNeedsPhone', 'importNotCounted', 'importEnded'],
    body: { revision: 3 },
  }),
  pauseLeadImport: note('Pause an import', {
    description: 'Recorded in the audit log.',
    errors: ['importEnded'],
  }),
  resumeLeadImport: note('Continue a paused import', {
    description: 'Recorded in the audit log.',
    errors: ['importEnded'],
  }),
  cancelLeadImport: note('Cancel an import', {
    description:
      'Without `keep_leads`, its new leads are removed, except those that were called or changed since. Recorded in the audit log.',
    errors: ['importEnded'],
    body: { keep_leads: true },
  }),
  undoLeadImport: note('Undo an import', {
    description:
      'Removes its new leads, except those that were changed since, and cancels its calls. Leads that were known keep their update. Recorded in the audit log.',
    errors: ['importHasCalls', 'importEnded'],
  }),
  discardLeadImport: note('Delete an import that hasn’t started, and its file', {
    errors: ['importStarted'],
  }),
  readSingleSignOn: note('Read the account’s single sign-on', {
    description: 'Without the client secret. `redirect_uri` must be registered with the provider.',
  }),
  changeSingleSignOn: note('Set up or change single sign-on', {
    description:
      'Fields that are left out stay as they are; the first request needs all but `trusts_emails` and `is_only`. `is_only` refuses all other logins of the account’s users, and needs an earlier login with this issuer and client ID.',
    errors: ['changedMeanwhile', 'badIssuer', 'domainTaken', 'signOnIncomplete', 'signOnUntried'],
    body: {
      name: 'Acme',
      domains: ['acme.example'],
      issuer: 'https://login.acme.example',
      client_id: 'offhook',
      client_secret: 'k7Zp…',
    },
  }),
  testSingleSignOn: note('Ask the issuer whether it accepts the client', {
    errors: ['notFound'],
    response: { success: true, result: 'works', reason: '' },
  }),
  removeSingleSignOn: note('Remove single sign-on; users log in with passwords again'),
  listCrms: note('List connected CRMs and their errors'),
  addCrm: note('Connect a CRM', {
    errors: ['crmNeedsAddress', 'crmNeedsClient', 'crmHasTags', 'badCrm'],
    body: { kind: 'followupboss', token: 'fka_0123456789', makes_contacts: true },
  }),
  testCrm: note('Test a CRM’s access without writing'),
  removeCrm: note('Disconnect a CRM; its records stay'),
  listAuditLog: note('List audit log entries, newest first', {
    description: '`names`: of what the subject refers to by ID, as long as it exists.',
  }),
};
