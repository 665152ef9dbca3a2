/** Separate from the request table, which the pages import: this keeps 4 kB out of the phone's compressed bundle. */

import type * as z from 'zod/mini';
import type { SecondFactorErrorCode } from '../accounts/second-factor-errors.ts';
import type { ConsoleErrorCode } from '../console/console-errors.ts';
import { GreetingUpload } from '../console/greeting-entities.ts';
import { CallFilters, LeadFilters } from '../console/list-filters.ts';
import { ReportFileQuery } from '../console/report-entities.ts';
import type { ErrorCode } from '../errors.ts';
import { CRM_NAMES, CRMS } from '../leads/crms.ts';
import { LEAD_FILE_COLUMNS } from '../leads/lead-file-columns.ts';
import type { RequestName } from '../requests/all-requests.ts';

export interface RequestNote {
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  /** Besides those implied by access, parameters and body. */
  readonly errors?: readonly (ErrorCode | ConsoleErrorCode | SecondFactorErrorCode)[];
  readonly body?: Readonly<Record<string, unknown>>;
  readonly response?: unknown;
  readonly idempotent?: true;
}

const LEAD = {
  id: 41,
  fname: 'Ada',
  lname: 'Form',
  label: 'Ada Form',
  phone_number: '+14155550105',
  phone_number_formatted: '(415) 555-0105',
  email: 'ada@example.com',
  company: 'Acme',
  category: 'Solar',
  crm: 'hubspot',
  source_id: '501',
  profile_picture: null,
};
const CALLBACK = {
  id: 31,
  at: '2026-03-03T14:30:00.000Z',
  target: 'me',
  call_id: 1042,
  set_at: '2026-03-02T16:02:50.000Z',
  moved: null,
  time_zone: 'America/New_York',
  lead: {
    fname: LEAD.fname,
    lname: LEAD.lname,
    label: LEAD.label,
    phone_number: LEAD.phone_number,
    phone_number_formatted: LEAD.phone_number_formatted,
  },
};
const CALL = {
  id: 1042,
  type: 'outbound',
  direction: 'outbound',
  account_id: 100,
  profile_id: 1,
  lead_id: 41,
  lead: LEAD,
  number: { name: 'Main line', phone_number_formatted: '(415) 555-0199', account_id: 100 },
  phone_number: '+14155550105',
  profile: { is_deal_whispertext: true, tags: [] },
  whispertext: 'Ada Form from Acme, Solar',
};
const OK = { success: true };
const SUPERVISION_CHANGE =
  'Rings the supervisor’s own phone. If they are already in the call, it changes who hears them, without a ring.';
const SUPERVISION_ERRORS = [
  'forbidden',
  'callEnded',
  'agentBusy',
  'agentUnavailable',
  'ownPhoneOffline',
  'ownCallUnfinished',
] as const;

const supervised = (type: string) => ({
  success: true,
  call: { id: 1042, type, seconds_since_started_at: 73 },
});
const OWN_STATUS = {
  revision: 'break~1772467390000',
  key: 'break',
  seconds: 312,
  next: null,
  choices: [
    { key: 'break', name: null, icon: 'coffee', minutes_per_day: 30, used_seconds: 612 },
    { key: 'coaching', name: 'Coaching', icon: 'groups', minutes_per_day: null, used_seconds: 0 },
  ],
};
const NAMES = { fname: 'Ada', lname: 'Form', phone_number: '+1 415 555 0105' };

/** For requests that call or text someone. */
const BLOCKED_NUMBER_ERRORS = [
  'emergencyNumber',
  'premiumNumber',
  'sharedCostNumber',
  'satelliteNumber',
  'countryNotAllowed',
] as const;
export const NUMBER_ERRORS = ['invalidPhoneNumber', ...BLOCKED_NUMBER_ERRORS] as const;

const note = (
  tag: string,
  summary: string,
  rest: Omit<RequestNote, 'tag' | 'summary'> = {},
): RequestNote => ({ tag, summary, ...rest });

export const REQUEST_NOTES: { readonly [N in RequestName]?: RequestNote } = {
  readInvitation: note('Session', 'Read the invitation of a link', {
    errors: ['linkInvalid', 'tooManyLogins'],
    body: { token: '8fQ…' },
  }),
  acceptInvitation: note('Session', 'Accept an invitation: creates the user and logs them in', {
    errors: ['linkInvalid', 'emailHasLogin', 'badPassword', 'badName', 'tooManyLogins'],
    body: { token: '8fQ…', full_name: 'Ada Form', password: 'long enough', language: null },
  }),
  findOrganization: note('Session', 'Find the single sign-on of an email’s domain', {
    description:
      'Takes no whole email, so it can’t reveal users. The login then starts at `/apps/webrtc/login/organization/start?domain=…`.',
    errors: ['tooManyLogins'],
    body: { domain: 'acme.example' },
    response: { success: true, organization: { name: 'Acme' } },
  }),
  readPasswordHelp: note('Session', 'Read whether a forgotten password can be reset by mail'),
  forgetPassword: note('Session', 'Ask for a mail with a link for a new password', {
    description: 'The answer is the same whether or not a user has this email.',
    errors: ['tooManyLogins'],
    body: { email: 'ada@example.com' },
  }),
  readPasswordLink: note('Session', 'Read whose password a link changes', {
    errors: ['linkInvalid', 'tooManyLogins'],
    body: { token: '8fQ…' },
  }),
  choosePassword: note('Session', 'Choose a new password with a link; ends all sessions of the user', {
    errors: ['linkInvalid', 'badPassword', 'tooManyLogins'],
    body: { token: '8fQ…', password: 'long enough' },
  }),
  openExternalLink: note('Calls', 'Open a link to a recording, without a login', {
    description:
      'Sets a cookie with which the browser may play `url`. The token is the fragment of the link’s address.',
    errors: ['externalLinkInvalid', 'tooManyRequests'],
    body: { token: '8fQ…' },
  }),
  getUser: note('Session', 'Read the signed-in user', {
    description:
      'Every client’s first request. Visitors get `success: false`, a session cookie and the CSRF token for the login.',
    response: { success: false, csrf_token: '9pV3…' },
  }),
  login: note('Session', 'Log in', {
    description:
      'Opens a new session with a new CSRF token. With `second_step`, no session is open yet: that page of the server asks for the second factor.',
    errors: ['badCredentials', 'organizationOnly', 'tooManyLogins'],
    body: { email: 'agent@demo.test', password: 'offhook-demo' },
    response: { success: true, csrf_token: 'Zk81…' },
  }),
  logout: note('Session', 'Log out', { response: OK }),
  changePassword: note('Session', 'Change your own password', {
    description:
      'Requires the current password; wrong ones count as failed logins. Ends the user’s other sessions and renews this one’s cookie.',
    errors: ['wrongPassword', 'badPassword', 'tooManyLogins'],
    body: { current_password: 'the current one', new_password: 'a longer new one' },
    response: { ...OK, csrf_token: 'mZ0…', ended: 1 },
  }),
  readSecondStep: note('Second factor', 'Read what a login still needs', {
    description:
      'A right password or Google login of a user with a second factor sets a cookie, valid for 5 minutes in this browser only.',
    errors: ['stepExpired'],
  }),
  verifyCode: note('Second factor', 'Finish a login with a code', {
    description:
      'Of the authenticator app, or a recovery code. Each works once; wrong ones count as failed logins.',
    errors: ['stepExpired', 'badCode', 'totpUnreadable', 'tooManyLogins'],
    body: { code: '123456' },
  }),
  askForPasskey: note('Second factor', 'Get WebAuthn options to finish a login', {
    errors: ['stepExpired', 'passkeysUnavailable'],
  }),
  askForAnyPasskey: note('Second factor', 'Get WebAuthn options to log in with a passkey alone', {
    errors: ['tooManyLogins', 'passkeysUnavailable'],
  }),
  verifyPasskey: note('Second factor', 'Finish a login with a passkey', {
    errors: ['stepExpired', 'badPasskey', 'organizationOnly', 'tooManyLogins'],
    body: { response: { id: 'wX0…' } },
  }),
  startTotp: note('Second factor', 'Create a secret for an authenticator app', {
    description:
      'By a user who logged in or confirmed within 10 minutes, or by a login that must set up a second factor.',
    errors: ['unauthenticated', 'confirmFirst'],
  }),
  addTotp: note('Second factor', 'Add the authenticator app with its first code', {
    description:
      'The first factor comes with recovery codes, shown once, and ends the user’s other sessions.',
    errors: ['unauthenticated', 'confirmFirst', 'stepExpired', 'badCode'],
    body: { code: '123456' },
  }),
  startPasskey: note('Second factor', 'Get WebAuthn options to create a passkey', {
    errors: ['unauthenticated', 'confirmFirst', 'tooManyPasskeys', 'passkeysUnavailable'],
  }),
  addPasskey: note('Second factor', 'Add a passkey', {
    errors: ['unauthenticated', 'confirmFirst', 'stepExpired', 'badPasskey', 'tooManyPasskeys'],
    body: { response: { id: 'wX0…' }, name: 'Office laptop' },
  }),
  readSecurity: note('Second factor', 'Read your own factors and sessions'),
  confirmUser: note('Second factor', 'Confirm that it’s you', {
    description: 'With `password`, `code` or `response`. Wrong ones count as failed logins.',
    errors: ['wrongPassword', 'badCode', 'totpUnreadable', 'badPasskey', 'tooManyLogins'],
    body: { password: 'the current one' },
  }),
  askToConfirm: note('Second factor', 'Get WebAuthn options to confirm with a passkey', {
    errors: ['passkeysUnavailable'],
  }),
  renamePasskey: note('Second factor', 'Rename a passkey', {
    errors: ['confirmFirst'],
    body: { name: 'Office laptop' },
  }),
  removePasskey: note('Second factor', 'Remove a passkey', {
    description: 'Ends the user’s other sessions.',
    errors: ['confirmFirst', 'factorRequired'],
    response: { ...OK, ended: 1 },
  }),
  removeTotp: note('Second factor', 'Remove the authenticator app', {
    description: 'Ends the user’s other sessions.',
    errors: ['confirmFirst', 'factorRequired', 'notFound'],
    response: { ...OK, ended: 1 },
  }),
  replaceRecoveryCodes: note('Second factor', 'Replace the recovery codes', {
    errors: ['confirmFirst', 'notFound'],
    response: { ...OK, recovery_codes: ['k3xw-90ab-7fgh-2mnp'] },
  }),
  endOwnSession: note('Second factor', 'End one of your sessions, or `others`: all but this one', {
    errors: ['notFound'],
    body: { session: '0f3c9a7be1d24f5698ab01c2d3e4f567' },
    response: { ...OK, ended: 1 },
  }),
  setLocale: note('Session', 'Change your own language, time zone, clock and date order', {
    description:
      'Null uses the browser’s settings: `Accept-Language` for the times in responses, such as `time_formatted`. Error texts always follow `Accept-Language`.',
    errors: ['badTimeZone'],
    body: { language: 'es', time_zone: 'America/New_York', clock: '24', date_order: 'dmy' },
    response: OK,
  }),
  getStatus: note('Session', 'Read your own status and the statuses to choose from', {
    response: { success: true, status: OWN_STATUS },
  }),
  setStatus: note('Session', 'Choose your own status', {
    description:
      'You get calls only while `available`. During a call, the new status starts after it: `next`. A ring that you haven’t accepted goes to the next agent. Logging out ends the status.',
    errors: ['unknownStatus', 'statusLocked', 'forbidden'],
    body: { status: 'break' },
    response: { success: true, status: OWN_STATUS },
  }),
  endWrapUp: note('Session', 'End your wrap-up', {
    description:
      'Also ends by itself when its time is over, when the page that had the call reports `waiting`, and after two minutes without a page. Without a wrap-up, this does nothing.',
    response: OK,
  }),
  getOwnDay: note('Session', 'Read your own figures of today', {
    description:
      'From midnight in your time zone. `calls_made` counts calls to leads and New Call; `calls_taken` counts calls that came in or were handed over. A lead counts as reached once you talked to them, unless you gave another result than `contacted`.',
    response: {
      success: true,
      day: {
        date: '2026-03-02',
        calls_made: 17,
        calls_taken: 2,
        talk_seconds: 4440,
        leads_reached: 9,
        missed_rings: 1,
        break_seconds: 900,
        results: [
          { result: 'contacted', count: 9 },
          { result: 'voicemail', count: 4 },
        ],
      },
    },
  }),
  getToken: note('Phone', 'Create an access token for the voice device', {
    description: 'Valid for 10 minutes. Calls reach the page with this `phone_id`.',
    response: { token: 'eyJ…' },
  }),
  realtimeAuth: note('Phone', 'Authorize a realtime channel', {
    errors: ['forbidden'],
    body: { socket_id: '123.456', channel_name: 'presence-user.1' },
    response: { auth: 'key:signature', channel_data: '{"user_id":"1"}' },
  }),
  realtimeSignIn: note('Phone', 'Sign in a realtime connection', {
    description: 'The connection closes when the session ends.',
    body: { socket_id: '123.456' },
    response: { auth: 'key:signature', user_data: '{"id":"session-9f86…"}' },
  }),
  reportPresence: note('Phone', 'Report the phone’s state; valid for 10 seconds', {
    body: {
      phone_id: 'b1946ac9',
      state: 'waiting',
      device: 'registered',
      audio: 'ready',
      call_user_id: null,
    },
    response: {
      success: true,
      phone: true,
      resume: null,
      queue: {
        at: '2026-03-02T15:04:05.000Z',
        waiting: 28,
        next_due_at: '2026-03-02T15:04:08.000Z',
        after_missed_ring: false,
        off_shift_until: null,
      },
      wrap_up: null,
      on_external_phone: false,
    },
  }),
  getCallUser: note('Calls', 'Read a call offered to this agent', {
    description: 'Reading it acknowledges the ring.',
    response: { call: CALL, type: 'outbound', autoaccept: false, status: 'ringing' },
  }),
  getLeadStory: note('Calls', 'Read what is known about the lead of a call', {
    description:
      'Only while the call is offered to this agent, or the agent is in it; otherwise 404. `calls` and `texts` have the newest 50. `caller_number` is set for a caller who isn’t a lead: `calls` are then those of the number. Recordings of colleagues are included if their team shares them; each playback is in the audit log. `script` is Markdown whose `{fname}`, `{company}`, … and names of fields the page fills in.',
    response: {
      success: true,
      story: {
        caller_number: null,
        arrived_at: '2026-03-02T16:59:48.000Z',
        form: 'Solar form',
        fields: [{ name: 'Roof', value: 'Flat, 12 years old' }],
        time_zone: 'America/Los_Angeles',
        attempts: 1,
        call_count: 1,
        calls: [
          {
            id: 1032,
            direction: 'outbound',
            number: 1,
            status: 'completed',
            result: 'voicemail',
            agent: 'Ben Bond',
            at: '2026-02-24T00:06:00.000Z',
            seconds: 42,
            notes: [{ content: 'Left two visit dates.', agent: 'Ben Bond', at: '2026-02-24T00:07:10.000Z' }],
            recording: { url: '/api/v1/recordings/12.wav', agent_channel: 0, is_own: false },
          },
        ],
        last_note: { content: 'Left two visit dates.', agent: 'Ben Bond', at: '2026-02-24T00:07:10.000Z' },
        text_count: 0,
        texts: [],
        next_call: {
          at: '2026-03-03T17:30:00.000Z',
          follow_up: 2,
          follow_ups: 4,
          if_unreached: true,
        },
        script: { team: 'Sales', markdown: '# Second call\n\n## Open\n\nHi {fname}, this is {agent}.' },
      },
    },
  }),
  placeCall: note('Calls', 'Call a number', {
    description:
      'An extension in `phone_number` (`x12`, `ext. 12`, `,,12`, `;ext=12`) is dialed after the call is answered; extensions that are too long or contain other characters are rejected. A named lead keeps its name; use `renameLead` to change it. If another agent has the lead or number, the request is rejected with `leadBusy` and that agent’s name.',
    errors: [
      ...NUMBER_ERRORS,
      'doNotCall',
      'agentBusy',
      'leadBusy',
      'noNumber',
      'forbidden',
      'startingAgain',
    ],
    body: { ...NAMES, agent_id: 1, interface: 'desktop' },
    response: { success: true, call_user_id: 1043, call: CALL },
  }),
  getCallable: note('Calls', 'Check whether a number may be called now', {
    errors: ['invalidPhoneNumber', 'emergencyNumber'],
    description:
      'With `next`, it is outside calling hours: the agent may call after a warning. With `busy`, another agent has the lead, and `reason` names them. With neither, the number must not be called.',
    response: {
      success: true,
      allowed: false,
      reason: 'It is 6:12 AM there.',
      next: '2026-03-02T16:00:00.000Z',
      busy: false,
    },
  }),
  hangUp: note('Calls', 'End the conversation', { errors: ['forbidden'], response: OK }),
  getHistory: note('Calls', 'List the agent’s calls, newest first'),
  findLeads: note('Calls', 'Search leads by name and number', {
    description:
      'Finds leads of the agent’s teams, leads without a team if the agent is in the default team, leads that the agent owns, and leads that the teams or the agent had a call with; users with `listen`, `whisper`, `barge` or `admin` find all. Each word is the beginning of a word of the name, ignoring case and accents; three or more digits are any part of the number. Newest first; of more than 2,000 leads that match, the newest are looked at. A user may search 120 times a minute.',
    errors: ['tooManyRequests'],
    response: {
      data: [
        {
          id: LEAD.id,
          fname: LEAD.fname,
          lname: LEAD.lname,
          label: LEAD.label,
          phone_number: LEAD.phone_number,
          phone_number_formatted: LEAD.phone_number_formatted,
          do_not_call: false,
        },
      ],
    },
  }),
  getCallerIds: note('Calls', 'List caller IDs', {
    response: [{ id: 1, name: 'Main line', phone_number_formatted: '(415) 555-0199' }],
  }),
  getAgents: note('Team', 'List colleagues by page'),
  getTeams: note('Team', 'List teams', {
    response: { data: [{ id: 1, name: 'Sales', is_available: true }] },
  }),
  rejectCall: note('Calls', 'Ignore a ring', { errors: ['forbidden'], response: OK }),
  setDisposition: note('After a call', 'Set the result of a call', {
    description: '`removed`: the lead is never called or texted again.',
    errors: ['badDisposition', 'forbidden'],
    body: { status: 'contacted' },
    response: OK,
  }),
  getCallbacks: note('After a call', 'List the agent’s callbacks, by time', {
    response: { data: [CALLBACK] },
  }),
  getCallbackOffer: note('After a call', 'Read when the lead of a call can be called back', {
    description:
      'The choices follow the lead’s local time. A choice outside the calling rules or the team’s hours has moved to the next allowed minute, and `moved` says why.',
    errors: ['forbidden', 'notFound', 'noLead', 'doNotCall'],
    response: {
      success: true,
      offer: {
        time_zone: 'America/New_York',
        choices: [{ choice: 'tomorrow_morning', at: CALLBACK.at, moved: null }],
        callback: null,
      },
    },
  }),
  setCallback: note('After a call', 'Set or change the lead’s callback', {
    description:
      'A lead has at most one. It takes the place of retries and follow-ups and stands beside the call’s result; only `removed` cancels it. With `target` `me`, this agent is rung first, and the team if they can’t be rung within 10 minutes. `at` is ISO 8601, or a minute in the lead’s local time: `2026-03-03T09:30`.',
    errors: ['forbidden', 'notFound', 'noLead', 'doNotCall', 'callbackTime'],
    body: { at: '2026-03-03T09:30', target: 'me' },
    response: { success: true, callback: CALLBACK },
  }),
  cancelCallback: note('After a call', 'Cancel a callback', { errors: ['notFound'], response: OK }),
  saveNote: note('After a call', 'Save a note on a call', {
    errors: ['emptyNote', 'forbidden', 'notFound'],
    body: { content: 'Wants a quote by Friday.', call_id: 1042 },
    response: { success: true, note: { id: 7, content: 'Wants a quote by Friday.', call_id: 1042 } },
    idempotent: true,
  }),
  scheduleCall: note('Leads', 'Schedule a call to a lead', {
    description:
      'Finds or creates the lead, as `postLead` does. The call is made at the first minute at or after `at` that is within the team’s hours and the lead’s calling hours.',
    errors: [...NUMBER_ERRORS, 'notFound', 'noNumber', 'unknownCrm', 'tooManyCallsOfKey'],
    body: { ...NAMES, at: '2026-03-02T17:00:00Z' },
    response: {
      success: true,
      lead: LEAD,
      call_id: null,
      outcome: 'scheduled for 09:00',
      reason: 'The call was requested for this time.',
      scheduled_for: '2026-03-02T17:00:00.000Z',
    },
    idempotent: true,
  }),
  getRouting: note('Calls', 'Read a call’s routing and step times', {
    description: 'For supervisors and administrators. Times are in milliseconds.',
    errors: ['forbidden', 'notFound'],
    response: {
      success: true,
      decisions: [
        {
          at: '2026-03-02T17:00:00.000Z',
          outcome: 'Ringing 1 agent',
          agents: [
            { user_id: 4, full_name: 'Ann Arbor', verdict: 'rung', reason: 'Available, with priority 1' },
            { user_id: 5, full_name: 'Ben Bond', verdict: 'skipped', reason: 'Busy with another call' },
          ],
        },
      ],
      stopwatch: { intake: 0, schedule: 0, routing: 4, ring: 210, accept: 2400, dial: 12, answer: 6100 },
    },
  }),
  postLead: note('Leads', 'Send a lead', {
    description:
      'If the phone number is known, its lead is updated. National numbers are interpreted in the account’s country. The answer says what will happen, and why. `crm` (HubSpot, Salesforce, ActiveCampaign or Follow Up Boss, in any case and spacing) and `source_id` give the agent a link; omit them for other CRMs. `consent` is stored as evidence beside earlier ones; a repeated request (`Idempotency-Key`) adds none. `form` and `fields` (at most 50 names with a text, number or boolean) are shown to the agent.',
    errors: [...NUMBER_ERRORS, 'notFound', 'noNumber', 'unknownCrm', 'tooManyCallsOfKey'],
    body: {
      ...NAMES,
      email: 'ada@example.com',
      company: 'Acme',
      category: 'Solar',
      form: 'Solar form',
      fields: { Roof: 'Flat, 12 years old', 'Power bill': '$640 a month' },
      consent: {
        channel: 'both',
        text: 'I agree that Acme may call and text me about my request.',
        given_at: '2026-03-02T15:59:58Z',
        method: 'web_form',
        source_url: 'https://acme.example/quote',
        ip: '203.0.113.7',
        user_agent: 'Mozilla/5.0',
      },
    },
    response: {
      success: true,
      lead: LEAD,
      call_id: 1042,
      outcome: 'ringing now',
      reason: 'Ringing 3 agents',
    },
    idempotent: true,
  }),
  checkForLead: note('Leads', 'Ring the agent with their next due lead', {
    errors: ['startingAgain'],
    response: { success: true, lead: null },
  }),
  listenCall: note('In a call', 'Listen to a colleague’s call', {
    description: SUPERVISION_CHANGE,
    errors: SUPERVISION_ERRORS,
    response: supervised('listen'),
  }),
  whisperCall: note('In a call', 'Speak only to the colleague', {
    description: SUPERVISION_CHANGE,
    errors: SUPERVISION_ERRORS,
    response: supervised('whisper'),
  }),
  bargeCall: note('In a call', 'Join a colleague’s call', {
    description: SUPERVISION_CHANGE,
    errors: SUPERVISION_ERRORS,
    response: supervised('barge'),
  }),
  holdCall: note('In a call', 'Put the others on hold, with music', {
    errors: ['forbidden', 'callEnded'],
    response: { success: true, held: true },
  }),
  unholdCall: note('In a call', 'Resume the call', {
    errors: ['forbidden', 'callEnded'],
    response: { success: true, held: false },
  }),
  pauseRecording: note('In a call', 'Pause the recording, such as for a card number', {
    errors: ['forbidden', 'callEnded', 'notRecorded', 'pauseNotAllowed'],
    description:
      'The recording goes on with silence until the agent resumes it, transfers or leaves the call, or the account’s longest pause is over. It is paused only once the call’s `recording.state` is `paused`.',
    response: { success: true, recording: { state: 'pausing', pause_minutes: 10 } },
  }),
  resumeRecording: note('In a call', 'Resume the recording', {
    errors: ['forbidden', 'callEnded', 'notRecorded'],
    response: { success: true, recording: { state: 'resuming', pause_minutes: 10 } },
  }),
  transferCall: note('In a call', 'Transfer the call to a user or a team', {
    errors: [
      'forbidden',
      'callEnded',
      'agentUnavailable',
      'agentBusy',
      'consultNotPossible',
      'alreadyRinging',
    ],
    body: { user_id: 2, call_user_id: 1043, reason: 'Asks about the yearly price' },
    response: OK,
  }),
  cancelInvitation: note('In a call', 'Stop ringing the colleague of a transfer or conference', {
    errors: ['forbidden', 'callEnded'],
    response: OK,
  }),
  endConsultation: note('In a call', 'End the talk with the colleague of a consult transfer', {
    errors: ['forbidden', 'callEnded'],
    body: { how: 'complete' },
    response: OK,
  }),
  parkCall: note('In a call', 'Park the call for the team', {
    errors: ['forbidden', 'callEnded', 'parkNotPossible'],
    response: OK,
  }),
  pickUpCall: note('In a call', 'Pick up a parked call', {
    errors: ['forbidden', 'notParked', 'agentBusy', 'ownPhoneOffline'],
    response: OK,
  }),
  getParkedCalls: note('In a call', 'Calls parked for the user’s teams', {
    response: {
      data: [
        {
          call_id: 512,
          lead_name: 'Grace Hopper',
          phone_number_formatted: '(415) 555-0123',
          parked_by: 'Ben Okafor',
          seconds: 42,
          seconds_left: 138,
          is_taken: false,
        },
      ],
    },
  }),
  startConference: note('In a call', 'Invite a colleague into a conference', {
    errors: ['forbidden', 'agentUnavailable', 'ownPhoneOffline', 'agentBusy', 'notFound', 'startingAgain'],
    body: { user_id: 2 },
    response: { success: true, call: CALL },
  }),
  addLead: note('In a call', 'Dial a number into the call', {
    errors: [
      ...NUMBER_ERRORS,
      'doNotCall',
      'leadBusy',
      'callEnded',
      'forbidden',
      'noNumber',
      'notFound',
      'consulting',
    ],
    body: { ...NAMES, call_id: 1042 },
    response: { success: true, call: CALL, lead: LEAD },
  }),
  renameLead: note('Calls', 'Rename the lead of an active call', {
    description:
      'For agents in the call. The lead and this call get the name; past calls keep theirs. Calling a known number under another name doesn’t rename its lead: the response has the stored name. Use this request to change it.',
    errors: ['callEnded', 'forbidden', 'notFound', 'emptyName'],
    body: { fname: 'Ada', lname: 'Forms' },
    response: {
      ...OK,
      call: { ...CALL, lead: { ...LEAD, lname: 'Forms', label: 'Ada Forms' } },
      lead: { ...LEAD, lname: 'Forms', label: 'Ada Forms' },
    },
  }),
  retryLead: note('After a call', 'Call the lead again', {
    errors: ['forbidden', ...NUMBER_ERRORS, 'doNotCall', 'leadBusy', 'noNumber', 'startingAgain'],
    body: NAMES,
    response: { success: true, call: { lead: LEAD } },
    idempotent: true,
  }),
  setTag: note('After a call', 'Set one of the profile’s tags', {
    errors: ['badTag', 'forbidden'],
    body: { key: 'appointment' },
    response: OK,
  }),
  sendSms: note('After a call', 'Send a text to the lead', {
    description: 'Limits: 10 texts per minute and 300 per day per agent, 10 per lead in 24 hours.',
    errors: [
      'forbidden',
      'messageLength',
      'messageFailed',
      'doNotText',
      'textLater',
      'noTextConsent',
      'tooManyTexts',
      'tooManyTextsToLead',
      ...BLOCKED_NUMBER_ERRORS,
    ],
    body: { smsbody: 'As promised: https://example.com/quote' },
    response: OK,
    idempotent: true,
  }),
  reportDisconnect: note('Phone', 'Report the device’s state after a disconnect, for support', {
    body: { user: 1, conn_status: 'closed' },
    response: OK,
  }),
  reportQuality: note(
    'Phone',
    'Report a call’s audio quality at the phone, identified by the provider’s call SID',
    {
      errors: ['notFound'],
      body: {
        call_sid: 'CA0123456789abcdef0123456789abcdef',
        seconds: 42,
        codec: 'pcmu',
        mos: { average: 4.31, lowest: 3.9, highest: 4.4 },
        rtt_ms: { average: 41, lowest: 38, highest: 95 },
        jitter_ms: { average: 3, lowest: 1, highest: 12 },
        packets: { sent: 2100, received: 2094, lost: 6 },
        warnings: ['high-jitter'],
      },
      response: OK,
    },
  ),
};

/** A route outside the request table: its response isn't JSON, or it isn't for the phone. */
export interface OtherRoute {
  readonly tag: string;
  readonly summary: string;
  /** `key or admin`: an API key, or an administrator's session. */
  readonly access: 'anyone' | 'user' | 'supervisor' | 'api-key' | 'admin' | 'key or admin' | 'provider';
  readonly query?: z.ZodMiniType;
  /** Media types of the request body. */
  readonly takes?: readonly string[];
  /** Default: JSON with status 200. `redirect` is the status of a redirect that it may be instead. */
  readonly answer?: {
    readonly status?: number;
    readonly type?: string | readonly string[];
    readonly redirect?: number;
  };
  readonly errors?: readonly (ErrorCode | ConsoleErrorCode)[];
}

/** By method and path. */
export const OTHER_ROUTES: Readonly<Record<string, OtherRoute>> = {
  'GET /healthz': {
    tag: 'Service',
    summary: '200 when every process is ready; otherwise 503 with the first fault',
    access: 'anyone',
    errors: ['unavailable'],
  },
  'GET /readyz': {
    tag: 'Service',
    summary: '200 when this server accepts work; otherwise 503, also during shutdown',
    access: 'anyone',
    errors: ['unavailable'],
  },
  'GET /api/docs': {
    tag: 'Service',
    summary: 'This description as a page',
    access: 'anyone',
    answer: { type: 'text/html' },
  },
  'GET /api/docs/json': { tag: 'Service', summary: 'This description', access: 'anyone' },
  'GET /api/v1/recordings/:id.wav': {
    tag: 'Calls',
    summary: 'Download a recording; supports Range',
    access: 'user',
    answer: { type: 'audio/wav' },
    errors: ['notFound', 'forbidden'],
  },
  'GET /api/v1/external-links/:id/recording.wav': {
    tag: 'Calls',
    summary: 'Play the recording of an external link, with the cookie of the opened link; supports Range',
    access: 'anyone',
    answer: { type: 'audio/wav' },
    errors: ['notFound', 'tooManyRequests'],
  },
  'GET /api/v1/pictures/leads/:id': picture('leads'),
  'GET /api/v1/pictures/users/:id': picture('users'),
  ...Object.fromEntries(CRMS.map((crm) => [`POST /api/v1/leads/${crm}`, webhookOf(crm)])),
  'POST /api/v1/forms/:key': {
    tag: 'Leads',
    summary:
      'Receive a web form from a visitor’s browser; answers with a redirect or a page, or with JSON unless the browser asks for HTML',
    access: 'anyone',
    takes: ['application/x-www-form-urlencoded'],
    answer: { type: ['application/json', 'text/html'], redirect: 303 },
    errors: ['notFound', 'formOrigin', 'tooManySubmissions', 'invalidPhoneNumber'],
  },
  'POST /api/v1/leads/imports': {
    tag: 'Leads',
    summary: `Import a CSV file of leads, whose first line names its columns, of ${LEAD_FILE_COLUMNS.join(', ')}; only phone_number is required. The answer has the import’s ID`,
    access: 'key or admin',
    takes: ['text/csv'],
    answer: { status: 202 },
    errors: ['badFile', 'fileTooLarge', 'forbidden'],
  },
  'GET /api/v1/leads/imports/:id': {
    tag: 'Leads',
    summary: 'Read a lead import’s progress and rejected lines',
    access: 'key or admin',
    errors: ['notFound', 'forbidden'],
  },
  'POST /api/v1/console/imports': {
    tag: 'Console',
    summary: 'Upload a file of leads as a draft; `name` is the file’s name',
    access: 'admin',
    takes: ['text/csv'],
    answer: { status: 202 },
    errors: ['badImportFile', 'fileTooLarge', 'forbidden'],
  },
  'GET /api/v1/console/imports/:id/rejected': {
    tag: 'Console',
    summary: 'Download the rows of an import that aren’t imported, with the reason',
    access: 'admin',
    answer: { type: 'text/csv' },
    errors: ['notFound', 'forbidden'],
  },
  'POST /api/v1/console/greetings': {
    tag: 'Console',
    summary:
      'Upload a greeting: WAV with 16-bit PCM or µ-law, at most 2 minutes and 5 MB. A team uses it as `welcome_file` or `voicemail_file` within 24 hours; `name` is the file’s name',
    access: 'admin',
    query: GreetingUpload,
    takes: ['audio/wav'],
    errors: [
      'greetingNotAudio',
      'greetingTooShort',
      'greetingTooLong',
      'greetingTooLarge',
      'tooManyRequests',
      'forbidden',
    ],
  },
  'POST /api/v1/do-not-call/file': {
    tag: 'Leads',
    summary: 'Import numbers to the do-not-call list',
    access: 'key or admin',
    takes: ['text/csv', 'text/plain'],
    errors: ['badFile', 'fileTooLarge', 'forbidden'],
  },
  'GET /api/v1/do-not-call/file': {
    tag: 'Leads',
    summary: 'Export the do-not-call list',
    access: 'key or admin',
    answer: { type: 'text/csv' },
    errors: ['forbidden'],
  },
  'GET /api/v1/console/calls.csv': fileOf('calls', CallFilters),
  'GET /api/v1/console/leads.csv': fileOf('leads', LeadFilters),
  'GET /api/v1/console/reports.csv': {
    tag: 'Console',
    summary:
      'Export a report: the table with one line per agent, team, day …, or without `table`, every value on a line with its section, row and column',
    access: 'supervisor',
    query: ReportFileQuery,
    answer: { type: 'text/csv' },
    errors: ['badPeriod', 'periodTooLong', 'notFound', 'forbidden', 'exportRunning'],
  },
  'GET /apps/webrtc/login/google': {
    tag: 'Session',
    summary: 'Log in with Google by redirect',
    access: 'anyone',
    answer: { status: 302 },
  },
  'GET /apps/webrtc/login/google/callback': {
    tag: 'Session',
    summary: 'Google’s callback: opens the session, or redirects to the login with an error code',
    access: 'anyone',
    answer: { status: 302 },
  },
  'GET /api/v1/greetings/:id.wav': {
    tag: 'Voice provider',
    summary: 'A greeting for the provider to play; supports Range',
    access: 'anyone',
    answer: { type: 'audio/wav' },
    errors: ['notFound'],
  },
  'GET /twilio/sounds/:name': {
    tag: 'Voice provider',
    summary: 'A sound for the provider to play',
    access: 'anyone',
    answer: { type: 'audio/wav' },
    errors: ['notFound'],
  },
};

function fileOf(rows: 'calls' | 'leads', query: z.ZodMiniType): OtherRoute {
  return {
    tag: 'Console',
    summary: `Export the ${rows} that filters match, in the list’s order`,
    access: 'supervisor',
    query,
    answer: { type: 'text/csv' },
    errors: ['badInput', 'forbidden', 'exportRunning'],
  };
}

function picture(of: 'leads' | 'users'): OtherRoute {
  return {
    tag: 'Phone',
    summary: `A ${of === 'leads' ? 'lead' : 'user'}’s picture: PNG, JPEG, GIF, WebP or AVIF, at most 2 MB`,
    access: 'user',
    answer: { type: 'image/*' },
    errors: ['notFound'],
  };
}

function webhookOf(crm: (typeof CRMS)[number]): OtherRoute {
  return {
    tag: 'Leads',
    summary: `Receive a lead from a ${CRM_NAMES[crm]} webhook`,
    access: 'api-key',
    takes: ['application/json', 'application/x-www-form-urlencoded'],
    errors: ['badInput'],
  };
}
