/**
 * The expected status for every route and kind of caller. Kept apart from the contract and the routes, so that no
 * change to them can loosen access unnoticed.
 */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PERMISSIONS, type Permission } from '@offhook/contract/accounts/permissions';
import { SIGN_IN_PAGES, SIGN_IN_PAGES_FOLDER } from '@offhook/contract/client/sign-in-pages';
import { CONSOLE_REQUESTS } from '@offhook/contract/console/console';
import { CRMS } from '@offhook/contract/leads/crms';
import { CONSOLE_NOTES } from '@offhook/contract/openapi/console-notes';
import { REQUEST_NOTES } from '@offhook/contract/openapi/request-notes';
import { userChannel } from '@offhook/contract/realtime';
import { REQUESTS } from '@offhook/contract/requests/all-requests';
import { eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { hashToken } from '../accounts/sign-in/sessions.ts';
import { addCallUser } from '../platform/database/call-users.ts';
import { type Database, insert } from '../platform/database/database.ts';
import {
  apiKeys,
  leads,
  legs,
  numbers,
  recordings,
  tags,
  teamMembers,
  teams,
  users,
} from '../platform/database/schema.ts';
import { sessionCookieName } from '../platform/http/caller.ts';
import { readConfig } from '../platform/process/config.ts';
import { ALLOWED_PAGE_ORIGIN } from '../testing/app/app.ts';
import { databaseState, entityFactories } from '../testing/app/entities.ts';
import { ACCOUNT, addCall, change, firstRow, userOf } from '../testing/app/rows.ts';
import { openWholeApp } from '../testing/app/whole-app.ts';
import { withDatabase } from '../testing/database/database.ts';
import { ENVIRONMENT } from '../testing/servers/keys.ts';
import { PUBLIC_URL } from '../testing/world/edge.ts';
import { type TestWorld, testWorlds } from '../testing/world/world.ts';

/** Needs no session and no CSRF token. */
const OPEN = 'open';
/** Like OPEN, but not for pages of other sites. */
const OWN_PAGES = 'open to pages of this address';
/** Needs no user, but changes need a session's CSRF token. */
const ANYONE = 'anyone';
/** Like ANYONE, but needs a user, or a login that sets up a second factor. */
const SETTING_UP = 'a user, or a login that sets up a second factor';
const KEY = 'an API key';
const KEY_OR_ADMIN = 'an API key or an administrator';
const SIGNED = 'a signature';
/** Users with one of these permissions; `[]`: every user. */
type AllowedCallers =
  | typeof OPEN
  | typeof OWN_PAGES
  | typeof ANYONE
  | typeof SETTING_UP
  | typeof KEY
  | typeof KEY_OR_ADMIN
  | typeof SIGNED
  | readonly Permission[];
const USERS: readonly Permission[] = [];
const WATCHERS: readonly Permission[] = ['listen', 'whisper', 'barge', 'admin'];
const ADMINS: readonly Permission[] = ['admin'];

/** The request names nothing that belongs to an account, so callers from another account get their own data. */
const OWN = 0;

/**
 * `status` may itself be an error, such as 422 for an ended call. `otherAccount`: for an administrator of another
 * account who names a record of this one. `colleague`: for an agent who took no part in the call.
 */
type Decision = readonly [allowed: AllowedCallers, status: number, otherAccount: number, colleague?: number];

const REQUEST_DECISIONS: Record<string, Decision> = {
  getUser: [ANYONE, 200, OWN],
  login: [ANYONE, 422, OWN],
  // Rejected before they count as attempts.
  readInvitation: [ANYONE, 422, OWN],
  acceptInvitation: [ANYONE, 422, OWN],
  findOrganization: [ANYONE, 200, OWN],
  readPasswordHelp: [ANYONE, 200, OWN],
  forgetPassword: [ANYONE, 422, OWN],
  readPasswordLink: [ANYONE, 422, OWN],
  choosePassword: [ANYONE, 422, OWN],
  openExternalLink: [ANYONE, 422, OWN],
  changePassword: [USERS, 422, OWN],
  setLocale: [USERS, 200, OWN],
  // Without a login that needs a second step.
  readSecondStep: [ANYONE, 422, OWN],
  verifyCode: [ANYONE, 422, OWN],
  askForPasskey: [ANYONE, 422, OWN],
  askForAnyPasskey: [ANYONE, 200, OWN],
  verifyPasskey: [ANYONE, 422, OWN],
  startTotp: [SETTING_UP, 200, OWN],
  addTotp: [SETTING_UP, 422, OWN],
  startPasskey: [SETTING_UP, 200, OWN],
  addPasskey: [SETTING_UP, 422, OWN],
  readSecurity: [USERS, 200, OWN],
  confirmUser: [USERS, 422, OWN],
  askToConfirm: [USERS, 200, OWN],
  renamePasskey: [USERS, 404, 404, 404],
  removePasskey: [USERS, 404, 404, 404],
  removeTotp: [USERS, 404, OWN],
  replaceRecoveryCodes: [USERS, 404, OWN],
  endOwnSession: [USERS, 404, OWN],
  getStatus: [USERS, 200, OWN],
  setStatus: [USERS, 200, OWN],
  endWrapUp: [USERS, 200, OWN],
  getOwnDay: [USERS, 200, OWN],
  getToken: [USERS, 200, OWN],
  realtimeAuth: [USERS, 200, 403, 403],
  realtimeSignIn: [USERS, 200, OWN],
  reportPresence: [USERS, 200, OWN],
  getCallUser: [USERS, 200, 404, 404],
  // The call has ended.
  getLeadStory: [USERS, 404, 404, 404],
  placeCall: [USERS, 422, 403, 403],
  getCallable: [USERS, 200, OWN],
  hangUp: [USERS, 200, 404, 404],
  getHistory: [USERS, 200, OWN],
  findLeads: [USERS, 200, OWN],
  getCallbacks: [USERS, 200, OWN],
  getCallbackOffer: [USERS, 200, 404, 403],
  setCallback: [USERS, 422, 404, 403],
  // There is no callback.
  cancelCallback: [USERS, 404, 404, 404],
  getCallerIds: [USERS, 200, OWN],
  getAgents: [USERS, 200, OWN],
  getTeams: [USERS, 200, OWN],
  rejectCall: [USERS, 200, 404, 404],
  setDisposition: [USERS, 200, 404, 403],
  undoDisposition: [USERS, 200, 404, 403],
  getMissingResults: [USERS, 200, OWN],
  saveNote: [USERS, 200, 404, 403],
  postLead: [KEY, 200, OWN],
  scheduleCall: [KEY, 200, OWN],
  getRouting: [WATCHERS, 200, 404],
  checkForLead: [USERS, 200, OWN],
  listenCall: [['listen'], 422, 404],
  whisperCall: [['whisper'], 422, 404],
  bargeCall: [['barge'], 422, 404],
  holdCall: [USERS, 422, 404, 403],
  unholdCall: [USERS, 422, 404, 403],
  pauseRecording: [USERS, 422, 404, 403],
  resumeRecording: [USERS, 422, 404, 403],
  transferCall: [USERS, 422, 404, 403],
  endConsultation: [USERS, 422, 404, 403],
  cancelInvitation: [USERS, 422, 404, 403],
  parkCall: [USERS, 422, 404, 403],
  pickUpCall: [USERS, 422, 404],
  getParkedCalls: [USERS, 200, OWN],
  startConference: [['listen', 'whisper', 'barge'], 422, 404],
  addLead: [USERS, 422, 404, 403],
  renameLead: [USERS, 422, 404, 403],
  retryLead: [['app-retry'], 422, OWN],
  setTag: [USERS, 200, 404, 403],
  sendSms: [['app-sms'], 200, 404, 403],
  reportDisconnect: [USERS, 200, OWN],
  reportQuality: [USERS, 200, 404, 404],

  ping: [WATCHERS, 200, OWN],
  readBoard: [WATCHERS, 200, OWN],
  readBoardChanges: [WATCHERS, 200, OWN],
  readReport: [WATCHERS, 200, OWN],
  listReportMails: [WATCHERS, 200, OWN],
  addReportMail: [WATCHERS, 200, OWN],
  // Another user's: only administrators may change it.
  changeReportMail: [ADMINS, 200, 404],
  removeReportMail: [ADMINS, 200, 404],
  sendReportMail: [ADMINS, 200, 404],
  stopReportMail: [WATCHERS, 200, 404],
  readCallRates: [WATCHERS, 200, OWN],
  changeCallRates: [ADMINS, 200, OWN],
  listCalls: [WATCHERS, 200, OWN],
  countCalls: [WATCHERS, 200, OWN],
  readCall: [WATCHERS, 200, 404],
  readCallReview: [WATCHERS, 200, 404],
  addRecordingComment: [WATCHERS, 200, 404],
  // Another user's: administrators can only remove it.
  changeRecordingComment: [WATCHERS, 403, 404],
  removeRecordingComment: [ADMINS, 200, 404],
  createExternalLink: [WATCHERS, 200, 404],
  revokeExternalLink: [WATCHERS, 200, 404],
  // The call has no recording.
  saveScorecard: [WATCHERS, 422, 404],
  readScorecardQuestions: [ADMINS, 200, OWN],
  changeScorecardQuestions: [ADMINS, 200, OWN],
  listLeads: [WATCHERS, 200, OWN],
  countLeads: [WATCHERS, 200, OWN],
  readListChoices: [WATCHERS, 200, OWN],
  readLead: [WATCHERS, 200, 404],
  readLeadTimeline: [WATCHERS, 200, 404],
  sendTestLead: [ADMINS, 200, OWN],
  changeLead: [ADMINS, 200, 404],
  cancelLeadCallback: [WATCHERS, 200, 404],
  exportLead: [ADMINS, 200, 404],
  eraseLead: [ADMINS, 200, 404],
  listTeams: [ADMINS, 200, OWN],
  readTeam: [ADMINS, 200, 404],
  addTeam: [ADMINS, 200, OWN],
  changeTeam: [ADMINS, 200, 404],
  listAgents: [ADMINS, 200, OWN],
  readAgent: [ADMINS, 200, 404],
  addAgent: [ADMINS, 200, OWN],
  changeAgent: [ADMINS, 200, 404],
  setAgentPassword: [ADMINS, 200, 404],
  logOutAgent: [ADMINS, 200, 404],
  createResetLink: [ADMINS, 200, 404],
  listInvitations: [ADMINS, 200, OWN],
  invite: [ADMINS, 200, OWN],
  resendInvitation: [ADMINS, 200, 404],
  createInvitationLink: [ADMINS, 200, 404],
  revokeInvitation: [ADMINS, 200, 404],
  readAgentSecurity: [ADMINS, 200, 404],
  endAgentSession: [ADMINS, 404, 404],
  resetAgentFactors: [ADMINS, 200, 404],
  setAgentStatus: [WATCHERS, 200, 404],
  readBoardLimits: [WATCHERS, 200, OWN],
  changeBoardLimits: [ADMINS, 200, OWN],
  readStatuses: [WATCHERS, 200, OWN],
  changeStatuses: [ADMINS, 200, OWN],
  listNumbers: [ADMINS, 200, OWN],
  addNumber: [ADMINS, 200, OWN],
  changeNumber: [ADMINS, 200, 404],
  removeNumber: [ADMINS, 200, 404],
  readRules: [ADMINS, 200, OWN],
  listPublicHolidays: [ADMINS, 200, OWN],
  changeRules: [ADMINS, 200, OWN],
  readRetention: [ADMINS, 200, OWN],
  changeRetention: [ADMINS, 200, OWN],
  listDoNotCall: [ADMINS, 200, OWN],
  addDoNotCall: [ADMINS, 200, OWN],
  removeDoNotCall: [ADMINS, 200, 404],
  listWebhooks: [ADMINS, 200, OWN],
  addWebhook: [ADMINS, 200, OWN],
  changeWebhook: [ADMINS, 200, 404],
  removeWebhook: [ADMINS, 200, 404],
  listDeliveries: [ADMINS, 200, 404],
  replayDelivery: [ADMINS, 200, 404],
  testWebhook: [ADMINS, 200, 404],
  listApiKeys: [ADMINS, 200, OWN],
  addApiKey: [ADMINS, 200, OWN],
  revokeApiKey: [ADMINS, 200, 404],
  listWebForms: [ADMINS, 200, OWN],
  addWebForm: [ADMINS, 200, OWN],
  changeWebForm: [ADMINS, 200, 404],
  revokeWebForm: [ADMINS, 200, 404],
  listImports: [ADMINS, 200, OWN],
  readImport: [ADMINS, 200, 404],
  readLeadImport: [ADMINS, 200, 404],
  listLeadImportRows: [ADMINS, 200, 404],
  // It has ended.
  changeLeadImport: [ADMINS, 409, 404],
  startLeadImport: [ADMINS, 409, 404],
  pauseLeadImport: [ADMINS, 409, 404],
  resumeLeadImport: [ADMINS, 409, 404],
  cancelLeadImport: [ADMINS, 409, 404],
  undoLeadImport: [ADMINS, 409, 404],
  discardLeadImport: [ADMINS, 409, 404],
  readSingleSignOn: [ADMINS, 200, OWN],
  changeSingleSignOn: [ADMINS, 200, OWN],
  testSingleSignOn: [ADMINS, 200, OWN],
  removeSingleSignOn: [ADMINS, 200, OWN],
  listCrms: [ADMINS, 200, OWN],
  addCrm: [ADMINS, 200, OWN],
  testCrm: [ADMINS, 200, 404],
  removeCrm: [ADMINS, 200, 404],
  listAuditLog: [ADMINS, 200, OWN],

  // Last, because it ends the caller's session.
  logout: [USERS, 200, OWN],
};

/** Routes outside the contract's tables. HEAD routes follow their GET. */
const ROUTE_DECISIONS: Record<string, Decision> = {
  'GET /healthz': [OPEN, 200, OWN],
  'GET /readyz': [OPEN, 200, OWN],
  // Hidden from callers without its own token.
  'GET /metrics': [OPEN, 404, OWN],
  'GET /api/docs': [OPEN, 200, OWN],
  'GET /api/docs/json': [OPEN, 200, OWN],
  'GET /apps/webrtc/login/google': [OPEN, 302, OWN],
  'GET /apps/webrtc/login/google/callback': [OPEN, 302, OWN],
  'GET /apps/webrtc/login/organization/start': [OPEN, 302, OWN],
  'GET /apps/webrtc/login/organization/:account/callback': [OPEN, 302, OWN],
  ...Object.fromEntries(
    Object.values(SIGN_IN_PAGES).map((path): [string, Decision] => [`GET ${path}`, [OPEN, 200, OWN]]),
  ),
  'GET /apps/webrtc/sign-in-pages.html': [OPEN, 302, OWN],
  'GET /': [OPEN, 200, OWN],
  'GET /index.html': [OPEN, 302, OWN],
  'GET /*': [OPEN, 200, OWN],
  'GET /admin': [OPEN, 200, OWN],
  'GET /admin/*': [OPEN, 200, OWN],
  'GET /admin/assets/*': [OPEN, 200, OWN],
  'GET /api/v1/recordings/:id.wav': [USERS, 200, 404],
  // Hidden without the cookie of the opened link.
  'GET /api/v1/external-links/:id/recording.wav': [OPEN, 404, OWN],
  'GET /api/v1/pictures/leads/:id': [USERS, 404, 404],
  'GET /api/v1/pictures/users/:id': [USERS, 404, 404],
  'POST /api/v1/leads/imports': [KEY_OR_ADMIN, 422, OWN],
  'GET /api/v1/leads/imports/:id': [KEY_OR_ADMIN, 200, 404],
  'POST /api/v1/console/imports': [ADMINS, 422, OWN],
  'POST /api/v1/console/greetings': [ADMINS, 422, OWN],
  'GET /api/v1/console/imports/:id/rejected': [ADMINS, 200, 404],
  'POST /api/v1/do-not-call/file': [KEY_OR_ADMIN, 422, OWN],
  'GET /api/v1/do-not-call/file': [KEY_OR_ADMIN, 200, OWN],
  'GET /api/v1/console/calls.csv': [WATCHERS, 200, OWN],
  'GET /api/v1/console/leads.csv': [WATCHERS, 200, OWN],
  // Without a period: 422 shows that the caller was accepted.
  'GET /api/v1/console/reports.csv': [WATCHERS, 422, OWN],
  // The body isn't a lead: 422 shows that the key was accepted.
  ...Object.fromEntries(
    CRMS.map((crm): [string, Decision] => [`POST /api/v1/leads/${crm}`, [KEY, 422, OWN]]),
  ),
  // Without a form's key.
  'POST /api/v1/forms/:key': [OPEN, 404, OWN],
  // Demo only, open to any program on the machine.
  'POST /demo/calls': [OWN_PAGES, 422, OWN],
  'POST /demo/calls/:sid/hangup': [OWN_PAGES, 404, OWN],
  'GET /demo/lines': [OWN_PAGES, 200, OWN],
  'GET /demo/messages': [OWN_PAGES, 200, OWN],
  // Hidden without the random id.
  'GET /api/v1/greetings/:id.wav': [OPEN, 404, OWN],
  'GET /twilio/sounds/:name': [OPEN, 200, OWN],
  'POST /twilio/voice/client': [SIGNED, 403, OWN],
  'POST /twilio/voice/offer': [SIGNED, 403, OWN],
  'POST /twilio/voice/own-phone': [SIGNED, 403, OWN],
  'POST /twilio/voice/own-phone-key': [SIGNED, 403, OWN],
  'POST /twilio/voice/inbound': [SIGNED, 403, OWN],
  'POST /twilio/voice/caller-ready': [SIGNED, 403, OWN],
  'POST /twilio/voice/message-left': [SIGNED, 403, OWN],
  'POST /twilio/announcement/recording': [SIGNED, 403, OWN],
  'POST /twilio/messages/inbound': [SIGNED, 403, OWN],
  'POST /twilio/wait/:name': [SIGNED, 403, OWN],
  'POST /twilio/status/answered-by': [SIGNED, 403, OWN],
  'POST /twilio/status/leg': [SIGNED, 403, OWN],
  'POST /twilio/status/message': [SIGNED, 403, OWN],
  'POST /twilio/status/conference': [SIGNED, 403, OWN],
  'POST /twilio/status/voicemail': [SIGNED, 403, OWN],
  'POST /twilio/status/recording': [SIGNED, 403, OWN],
  'POST /realtime/webhook': [SIGNED, 403, OWN],
};

/**
 * An administrator of another account sends an id of the first account in this field and gets this status. Lists with
 * an unknown id are empty or return 404.
 */
const CROSS_ACCOUNT_FIELDS: Record<string, number> = {
  'reportPresence.call_user_id': 200,
  'placeCall.agent_id': 403,
  'getAgents.team_id': 200,
  'saveNote.call_id': 404,
  'postLead.team_id': 404,
  'scheduleCall.team_id': 404,
  'transferCall.user_id': 404,
  'transferCall.team_id': 404,
  'transferCall.call_user_id': 404,
  'startConference.user_id': 404,
  'addLead.call_id': 404,
  'reportDisconnect.user': 200,
  'readBoard.team_id': 404,
  'readBoardChanges.team_id': 404,
  'readReport.team_id': 404,
  'readReport.agent_id': 404,
  'readReport.number_id': 404,
  'listCalls.agent_id': 200,
  'listCalls.last_agent_id': 200,
  'listCalls.team_id': 200,
  'listLeads.team_id': 200,
  'listCalls.number_id': 200,
  'countCalls.agent_id': 200,
  'countCalls.last_agent_id': 200,
  'countCalls.team_id': 200,
  'countCalls.number_id': 200,
  'listLeads.owner_id': 200,
  'listLeads.tag_id': 200,
  'countLeads.team_id': 200,
  'countLeads.owner_id': 200,
  'countLeads.tag_id': 200,
  'changeLead.owner_user_id': 422,
  'changeLead.team_id': 422,
  'addTeam.fallback_team_id': 422,
  'addTeam.members': 422,
  'changeTeam.fallback_team_id': 422,
  'changeTeam.members': 422,
  'changeLeadImport.team_id': 409,
  'listAgents.team_id': 200,
  'addAgent.teams': 422,
  'changeAgent.teams': 422,
  'addNumber.team_id': 422,
  'changeNumber.team_id': 422,
  'addWebForm.team_id': 422,
  'changeWebForm.team_id': 422,
  'listAuditLog.user_id': 200,
};

/** Of requests that need one. */
const QUERIES: Readonly<Record<string, string>> = {
  getCallable: '?phone_number=%2B14155550105',
  findLeads: '?search=first',
  readReport: '?from=2026-01-01&to=2026-01-07',
};

/**
 * What a supervisor of another team gets who names a record of this team: as if it didn't exist. Requests that name
 * none answer with their own team's records. Of every request that supervisors have and agents don't.
 */
const OTHER_TEAM_DECISIONS: Record<string, number> = {
  getRouting: 404,
  listenCall: 404,
  whisperCall: 404,
  bargeCall: 404,
  // Any agent may ask any colleague into a call; this call has ended.
  startConference: 422,
  ping: 200,
  readBoard: 200,
  readBoardChanges: 200,
  readBoardLimits: 200,
  readReport: 200,
  listReportMails: 200,
  // The named recipient is an agent of another team.
  addReportMail: 422,
  stopReportMail: 404,
  readCallRates: 200,
  listCalls: 200,
  countCalls: 200,
  readCall: 404,
  readCallReview: 404,
  addRecordingComment: 404,
  changeRecordingComment: 404,
  removeRecordingComment: 404,
  createExternalLink: 404,
  revokeExternalLink: 404,
  saveScorecard: 404,
  listLeads: 200,
  countLeads: 200,
  readListChoices: 200,
  readLead: 404,
  readLeadTimeline: 404,
  cancelLeadCallback: 404,
  setAgentStatus: 404,
  readStatuses: 200,
  'GET /api/v1/console/calls.csv': 200,
  'GET /api/v1/console/leads.csv': 200,
  'GET /api/v1/console/reports.csv': 422,
  // An agent who took no part would get 403.
  'GET /api/v1/recordings/:id.wav': 404,
};

/** Fields of these requests with an id of a record of the first team. */
const OTHER_TEAM_FIELDS: Record<string, number> = {
  'readBoard.team_id': 404,
  'readBoardChanges.team_id': 404,
  'readReport.team_id': 404,
  'readReport.agent_id': 404,
  'readReport.number_id': 404,
  'listCalls.agent_id': 200,
  'listCalls.last_agent_id': 200,
  'listCalls.team_id': 200,
  'listCalls.number_id': 200,
  'countCalls.agent_id': 200,
  'countCalls.last_agent_id': 200,
  'countCalls.team_id': 200,
  'countCalls.number_id': 200,
  'listLeads.team_id': 200,
  'listLeads.owner_id': 200,
  'listLeads.tag_id': 200,
  'countLeads.team_id': 200,
  'countLeads.owner_id': 200,
  'countLeads.tag_id': 200,
};

const SUPERVISED = new Set(Object.keys(OTHER_TEAM_DECISIONS));

const HOW_TO_DECIDE = `Add to the tables in server/src/system-tests/access-matrix.test.ts who may call it, the status they get, and
the status for an administrator of another account who names a record of this one; for what supervisors have, also the
status for a supervisor of another team.`;

interface Caller {
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly permissions: readonly string[] | null;
  readonly hasToken: boolean;
  readonly account: number;
  readonly isOtherAccount?: true;
  readonly isKey?: true;
  readonly isForeignOrigin?: true;
  /** A page of a configured origin; it may use the API but not the simulated carrier. */
  readonly isAllowedOrigin?: true;
  /** Names another agent's call. */
  readonly isColleague?: true;
  /** Supervises another team, and names records of the first one. */
  readonly isOtherTeam?: true;
  readonly callIds: CallIds;
}

/** The IDs of a call and of the agent who took part in it. */
interface CallIds {
  readonly userId: number;
  readonly callId: number;
  readonly callUserId: number;
  readonly sid: string;
}

function expected(
  name: string,
  [allowed, status, otherAccount, colleague]: Decision,
  caller: Caller,
  changes: boolean,
): number {
  const { permissions } = caller;
  if (allowed === OPEN) return status;
  if (allowed === OWN_PAGES) return caller.isForeignOrigin || caller.isAllowedOrigin ? 403 : status;
  if (allowed === SIGNED) return status;
  if (caller.isKey) {
    if (allowed === KEY || allowed === KEY_OR_ADMIN) {
      if (caller.name === 'a revoked API key') return 401;
      return caller.isOtherAccount && otherAccount !== OWN ? otherAccount : status;
    }
    return allowed === ANYONE || allowed === SETTING_UP ? (changes ? 419 : status) : 401;
  }
  if (allowed === KEY) return 401;
  if (caller.isOtherTeam && name in OTHER_TEAM_DECISIONS) return OTHER_TEAM_DECISIONS[name] ?? 0;
  if (changes && caller.isForeignOrigin) return 403;
  if (allowed === SETTING_UP && permissions === null && caller.hasToken) return 401;
  if (allowed !== ANYONE && allowed !== SETTING_UP) {
    if (permissions === null) return 401;
    const needed: readonly string[] = allowed === KEY_OR_ADMIN ? ADMINS : allowed;
    if (needed.length > 0 && !needed.some((one) => permissions.includes(one))) return 403;
  }
  if (changes && !caller.hasToken) return 419;
  if (caller.isOtherAccount && otherAccount !== OWN) return otherAccount;
  return caller.isColleague || caller.isOtherTeam ? (colleague ?? status) : status;
}

const permit = (db: Database, email: string, permissions: readonly string[]) =>
  change(db, users, eq(users.email, email), { permissions: [...permissions] });
const numberOf = (db: Database, accountId: number) =>
  firstRow(db.select().from(numbers).where(eq(numbers.account_id, accountId)).orderBy(numbers.id).limit(1));

async function addCallWith(db: Database, email: string, isRunning = false): Promise<CallIds> {
  const user = await userOf(db, email);
  const number = await numberOf(db, user.account_id);
  const appointment = eq(tags.key, 'appointment');
  const tag = await firstRow(db.select().from(tags).where(appointment).orderBy(tags.id).limit(1));
  const at = new Date();
  const label = labelOf(user.account_id);
  const lead = { account_id: user.account_id, label, phone_number: `+1415555${2000 + user.id}` };
  const { id: lead_id } = await insert(db, leads, lead);
  const ended_at = isRunning ? null : at;
  const call = await addCall(db, {
    account_id: user.account_id,
    status: isRunning ? 'in-progress' : 'completed',
    lead_id,
    number_id: number.id,
    team_id: number.team_id,
    profile_id: tag.profile_id,
    phone_number: lead.phone_number,
    agent_id: user.id,
    talk_started_at: at,
    ended_at,
  });
  const callUser = await addCallUser(db, {
    call_id: call.id,
    user_id: user.id,
    type: 'lead',
    status: isRunning ? 'accepted' : 'ended',
    accepted_at: at,
    ended_at,
  });
  const sid = `CA${String(user.id).padStart(32, '0')}`;
  const leg = { call_id: call.id, kind: 'agent', call_user_id: callUser.id, provider_sid: sid } as const;
  const status = isRunning ? 'in-progress' : 'completed';
  await insert(db, legs, { ...leg, status, joined_at: at, ended_at });
  return { userId: user.id, callId: call.id, callUserId: callUser.id, sid };
}

const MARK = 'Of the first account';
const labelOf = (accountId: number) => (accountId === ACCOUNT ? MARK : 'Own');

async function openMatrix(world: TestWorld) {
  const { db, dataFolder } = world;
  const page = join(dataFolder, 'page');
  for (const folder of [join(page, SIGN_IN_PAGES_FOLDER), join(page, 'assets')])
    mkdirSync(folder, { recursive: true });
  for (const file of ['index.html', 'assets/one.js', `${SIGN_IN_PAGES_FOLDER}/sign-in-pages.html`])
    writeFileSync(join(page, file), '<!--offhook-config-->');
  const served = new Set<string>();
  const nothing = async () => ({ ok: true, value: {} }) as const;
  const { app, sessions } = await openWholeApp(
    world,
    [
      ({ server }) =>
        server.addHook('onRoute', ({ method, url }) => {
          for (const name of [method].flat()) served.add(`${name} ${url}`);
        }),
    ],
    {
      sendsMail: true,
      pages: readConfig({ ...ENVIRONMENT, SOFTPHONE_DIST: page, CONSOLE_DIST: page }),
      demo: {
        call: async () => ({ ok: true, value: { call_sid: '' } }),
        hangUp: nothing,
        lines: nothing,
        messages: nothing,
      },
    },
  );

  for (const [table, column] of [
    ['users', 'full_name'],
    ['teams', 'name'],
    ['numbers', 'name'],
    ['leads', 'label'],
    ['api_keys', 'name'],
  ])
    await db.execute(
      sql.raw(`update ${table} set ${column} = '${MARK} ' || id where account_id = ${ACCOUNT}`),
    );
  // The numbers in the contract's examples must not be called.
  for (const account_id of [ACCOUNT, OTHER]) {
    const never = { account_id, phone_number: '+14155550105', label: labelOf(account_id), do_not_call: true };
    await db
      .insert(leads)
      .values(never)
      .onConflictDoUpdate({ target: [leads.account_id, leads.phone_number], set: never });
  }
  const keyOf = async (account_id: number, key: string, revoked_at: Date | null = null) => {
    await db.insert(apiKeys).values({ account_id, name: 'key', key_hash: hashToken(key), revoked_at });
    return { authorization: `Bearer ${key}` };
  };
  const cookieOf = (token: string) => ({ cookie: `${sessionCookieName(PUBLIC_URL)}=${token}` });
  const sessionOf = async (userId: number) => {
    const token = await sessions.open(userId);
    return { ...cookieOf(token), 'x-csrf-token': sessions.csrfToken(token) };
  };

  const plain = await addCallWith(db, 'plain@demo.test');
  const all: readonly string[] = PERMISSIONS;
  const none = { permissions: null, hasToken: true, account: ACCOUNT, callIds: plain } as const;
  const callers: Caller[] = [];
  const { token: visitor } = sessions.createVisitor();
  const asVisitor = { ...cookieOf(visitor), 'x-csrf-token': sessions.csrfToken(visitor) };
  callers.push({ ...none, name: 'a visitor', headers: asVisitor });
  callers.push({ ...none, name: 'no cookie at all', headers: {}, hasToken: false });
  const ended = await sessionOf(plain.userId);
  await sessions.close(ended.cookie.split('=')[1] ?? '');
  callers.push({ ...none, name: 'a session that has ended', headers: ended });
  const roles: [string, string, readonly string[]][] = [
    ['an agent without permissions', 'plain@demo.test', []],
    ...PERMISSIONS.map((permission, at): [string, string, string[]] => [
      `an agent with only ${permission}`,
      `agent${4 + at}@demo.test`,
      [permission],
    ]),
    ['a supervisor', 'supervisor@demo.test', ['listen', 'whisper', 'barge']],
    ['an administrator with every permission', 'agent11@demo.test', all],
  ];
  for (const [name, email, permissions] of roles) {
    await permit(db, email, permissions);
    const callIds = email === 'plain@demo.test' ? plain : await addCallWith(db, email);
    callers.push({ ...none, name, permissions, headers: await sessionOf(callIds.userId), callIds });
  }
  const [last] = callers.slice(-1);
  if (!last) throw new Error('There is no administrator.');
  const withNewSession = async () => ({ ...last, headers: await sessionOf(last.callIds.userId) });
  callers.push({ ...(await withNewSession()), name: 'a colleague', callIds: plain, isColleague: true });
  const { id: otherTeam } = await insert(db, teams, { account_id: ACCOUNT, name: 'Another team' });
  const supervised_team_ids = [otherTeam];
  const limited = ['listen', 'whisper', 'barge'];
  await permit(db, 'agent12@demo.test', limited);
  await change(db, users, eq(users.email, 'agent12@demo.test'), { supervised_team_ids, full_name: 'Own' });
  const { id: limitedId } = await userOf(db, 'agent12@demo.test');
  await db.delete(teamMembers).where(eq(teamMembers.user_id, limitedId));
  const asLimited = await sessionOf(limitedId);
  const otherTeams = { ...none, permissions: limited, headers: asLimited, isOtherTeam: true } as const;
  callers.push({ ...otherTeams, name: 'a supervisor of another team' });
  const { cookie } = await sessionOf(last.callIds.userId);
  const withoutToken = { ...last, hasToken: false };
  callers.push({ ...withoutToken, name: 'no CSRF token', headers: { cookie } });
  callers.push({ ...withoutToken, name: 'another CSRF token', headers: { ...ended, cookie } });
  const foreign = await withNewSession();
  const origin = 'https://elsewhere.example';
  const headers = { ...foreign.headers, origin };
  callers.push({ ...foreign, name: 'a page of another site', headers, isForeignOrigin: true });
  const allowed = await withNewSession();
  callers.push({
    ...allowed,
    name: 'a page of a configured origin',
    headers: { ...allowed.headers, origin: ALLOWED_PAGE_ORIGIN },
    isAllowedOrigin: true,
  });
  const key = { ...none, isKey: true, hasToken: false } as const;
  callers.push({ ...key, name: 'an API key', headers: await keyOf(ACCOUNT, 'own') });
  const revoked = await keyOf(ACCOUNT, 'revoked', new Date());
  callers.push({ ...key, name: 'a revoked API key', headers: revoked });
  const other = { account: OTHER, isOtherAccount: true } as const;
  const elsewhere = await keyOf(OTHER, 'other');
  callers.push({ ...key, ...other, name: 'an API key of another account', headers: elsewhere });
  await permit(db, 'agent@200.test', PERMISSIONS);
  const otherCallIds = await addCallWith(db, 'agent@200.test', true);
  callers.push({
    ...none,
    ...other,
    name: 'an administrator of another account',
    permissions: all,
    headers: await sessionOf(otherCallIds.userId),
  });
  return { app, served, callers, plain, otherCallIds };
}

const OTHER = 200;

const ROWS = { ...REQUESTS, ...CONSOLE_REQUESTS };
type RowName = keyof typeof ROWS;
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
interface RequestToSend {
  readonly method: Method;
  readonly path: string;
  readonly type?: string;
  readonly body?: Readonly<Record<string, unknown>> | undefined;
}
const rowOf = (name: string): RequestToSend & { readonly bodyKind?: string; readonly query?: unknown } =>
  ROWS[name as RowName] as never;
const NOTES: Readonly<Record<string, { readonly body?: Record<string, unknown> }>> = {
  ...REQUEST_NOTES,
  ...CONSOLE_NOTES,
};

function idFieldsOf(name: string): string[] {
  const row: { body?: unknown; query?: unknown } = rowOf(name) as never;
  const fields = [row.body, row.query].flatMap((schema) =>
    schema ? Object.keys((schema as { _zod: { def: { shape: object } } })._zod.def.shape) : [],
  );
  const ids = /^(?!source_|phone_|socket_|client_)\w*_id$|^(members|teams|user)$/;
  return fields.filter((field) => ids.test(field)).map((field) => `${name}.${field}`);
}

type Cell = readonly [request: string, caller: string, status: number];

withDatabase('access control', (open) => {
  const openWorld = testWorlds(open);

  it('matches the decision for every route and caller, and rejected requests change nothing', async () => {
    const world = await openWorld();
    const { db } = world;
    const { app, served, callers, plain, otherCallIds } = await openMatrix(world);

    const isOfSupervisors = ([allowed]: Decision) =>
      allowed !== USERS &&
      Array.isArray(allowed) &&
      allowed.some((one) => one !== 'admin' && WATCHERS.includes(one));
    const addresses = new Map(
      Object.keys(ROWS).map((name) => [`${rowOf(name).method} ${rowOf(name).path}`, name]),
    );
    const routes = [...served].filter((route) => !/^(HEAD|OPTIONS) /.test(route));
    const undecided = [
      ...Object.keys(ROWS).filter((name) => !(name in REQUEST_DECISIONS)),
      ...routes.filter((route) => !addresses.has(route) && !(route in ROUTE_DECISIONS)),
      ...Object.keys(ROWS)
        .flatMap(idFieldsOf)
        .filter((field) => !(field in CROSS_ACCOUNT_FIELDS)),
      ...Object.entries({ ...REQUEST_DECISIONS, ...ROUTE_DECISIONS })
        .filter(([name, decision]) => isOfSupervisors(decision) && !(name in OTHER_TEAM_DECISIONS))
        .map(([name]) => name),
      ...[...SUPERVISED]
        .filter((name) => name in ROWS && !rowOf(name).path.includes(':id'))
        .flatMap(idFieldsOf)
        .filter((field) => !(field in OTHER_TEAM_FIELDS) && field !== 'startConference.user_id'),
    ];
    expect(undecided, `No access decision for ${undecided.join(', ')}. ${HOW_TO_DECIDE}`).toEqual([]);
    const decided = [
      ...Object.keys(REQUEST_DECISIONS).map((name) => `${rowOf(name)?.method} ${rowOf(name)?.path}`),
      ...Object.keys(ROUTE_DECISIONS),
    ];
    const obsolete = decided.filter((route) => !served.has(route));
    expect(obsolete, `Decisions for routes that the server does not have: ${obsolete.join(', ')}`).toEqual(
      [],
    );

    const closed = 'http://127.0.0.1:9/hook';
    const make: Readonly<Record<number, ReturnType<typeof entityFactories>>> = {
      [ACCOUNT]: entityFactories(db, closed, ACCOUNT, labelOf(ACCOUNT)),
      [OTHER]: entityFactories(db, closed, OTHER, labelOf(OTHER)),
    };
    const [team, own] = [await numberOf(db, OTHER), await numberOf(db, ACCOUNT)];
    writeFileSync(join(world.dataFolder, 'one.wav'), 'RIFF');
    const recordingIds = new Map<number, number>();
    for (const { callIds } of callers) {
      if (recordingIds.has(callIds.callId)) continue;
      const file = { call_id: callIds.callId, status: 'complete', path: 'one.wav', bytes: 4 } as const;
      recordingIds.set(callIds.callId, (await insert(db, recordings, file)).id);
    }

    const kept = new Map<string, number>();
    for (const account of [ACCOUNT, OTHER])
      for (const [kind, create] of Object.entries(make[account] ?? {}))
        kept.set(`${account} ${kind}`, await create());
    const idOf = async (kind: string, account: number, isFresh: boolean): Promise<number> => {
      const id = isFresh ? await make[account]?.[kind]?.() : kept.get(`${account} ${kind}`);
      if (id === undefined) throw new Error(`This test cannot create a ‘${kind}’ yet.`);
      return id;
    };
    let count = 0;
    const prepare = async (name: string, caller: Caller, account: number, isFresh: boolean) => {
      const { method, path, bodyKind } = rowOf(name);
      const { callIds } = caller;
      count += 1;
      const others: Readonly<Record<string, Record<string, unknown>>> = {
        login: {},
        // Rejected before it counts as an attempt.
        changePassword: { new_password: '' },
        readInvitation: { token: '' },
        acceptInvitation: { token: '' },
        readPasswordLink: { token: '' },
        choosePassword: { token: '' },
        forgetPassword: { email: 'x'.repeat(300) },
        invite: { team_ids: [] },
        addReportMail: { filters: {}, recipient_ids: [callIds.userId] },
        changeReportMail: { minute: 540 },
        confirmUser: { password: undefined },
        placeCall: { agent_id: callIds.userId },
        realtimeSignIn: { socket_id: '123.456' },
        realtimeAuth: { channel_name: userChannel(callIds.userId) },
        transferCall: { call_user_id: callIds.callUserId },
        saveNote: { call_id: callIds.callId },
        addLead: { call_id: callIds.callId },
        reportQuality: { call_sid: callIds.sid },
        addNumber: {
          team_id: caller.account === ACCOUNT ? own.team_id : team.team_id,
          phone_number: `+1 415 555 ${4000 + count}`,
        },
        addAgent: { email: `added${count}@demo.test` },
        changeTeam: { members: [] },
        // A domain belongs to one account.
        changeSingleSignOn: { domains: [`domain${count}.example`] },
      };
      const body = name === 'login' ? {} : { ...NOTES[name]?.body, ...others[name] };
      const [, , , section = '', kind = ''] = path.split('/');
      let id: number | string = callIds.callId;
      if (path.startsWith('/api/v1/callusers')) id = callIds.callUserId;
      if (section === 'console' && path.includes(':id')) id = await idOf(kind, account, isFresh);
      return {
        method,
        url: path.replace(':id', String(id)) + (QUERIES[name] ?? ''),
        body: method === 'GET' || method === 'DELETE' ? undefined : body,
        type: bodyKind === 'form' ? FORM : JSON_TYPE,
      };
    };
    const prepareRoute = async (route: string, caller: Caller) => {
      const [method = '', path = ''] = route.split(' ');
      const isImport = /^\/api\/v1\/(?:leads|console)\/imports/.test(path);
      const id = isImport
        ? await idOf('imports', ACCOUNT, false)
        : (recordingIds.get(caller.callIds.callId) ?? 0);
      const file = path.startsWith('/admin/assets') ? 'one.js' : 'assets/one.js';
      const type = path.startsWith('/twilio') ? FORM : isImport ? 'text/plain' : JSON_TYPE;
      return {
        method: method as Method,
        url: path
          .replace(':id', String(id))
          .replace(':name', 'ringback')
          .replace(':sid', 'x')
          .replace('*', file),
        body: method === 'GET' || isImport ? undefined : {},
        type,
      };
    };
    const send = async (
      { method, url, body, type }: Awaited<ReturnType<typeof prepare>>,
      headers: Readonly<Record<string, string>>,
    ) =>
      app.inject({
        method,
        url,
        headers: { ...headers, ...(body === undefined ? {} : { 'content-type': type }) },
        ...(body === undefined
          ? {}
          : {
              payload: type === FORM ? new URLSearchParams(body as never).toString() : JSON.stringify(body),
            }),
      });

    const wrong: Cell[] = [];
    const right: Cell[] = [];
    const leaks: string[] = [];
    const [cors, corsRight]: [unknown[][], unknown[][]] = [[], []];
    const checkAll = async (isRejected: boolean) => {
      const check = async (
        name: string,
        caller: Caller,
        status: number,
        prepareRequest: () => ReturnType<typeof prepare>,
      ) => {
        if (status >= 400 !== isRejected) return;
        const response = await send(await prepareRequest(), caller.headers);
        if (response.statusCode !== status) {
          wrong.push([name, caller.name, response.statusCode]);
          right.push([name, caller.name, status]);
        }
        const {
          'access-control-allow-origin': allowedOrigin,
          'access-control-allow-credentials': credentials,
        } = response.headers;
        const isPublic = name === 'GET /api/docs/json' && !caller.isAllowedOrigin;
        const readers = caller.isAllowedOrigin
          ? [ALLOWED_PAGE_ORIGIN, 'true']
          : [isPublic ? '*' : undefined, undefined];
        cors.push([name, caller.name, allowedOrigin, credentials]);
        corsRight.push([name, caller.name, ...readers]);
        // Agents see the names of all colleagues and teams, so only what supervisors have is checked.
        const isSecret =
          caller.isOtherAccount || (caller.isOtherTeam && SUPERVISED.has(name.split('.')[0] ?? ''));
        if (isSecret && response.body.includes(MARK)) leaks.push(`${name}: ${caller.name}`);
      };
      // Reads and rejected requests can run concurrently.
      const each = async (
        callers: readonly Caller[],
        isRead: boolean,
        checkCaller: (caller: Caller) => Promise<void>,
      ) => {
        if (isRejected || isRead) await Promise.all(callers.map(checkCaller));
        else for (const caller of callers) await checkCaller(caller);
      };
      for (const [route, decision] of Object.entries(ROUTE_DECISIONS)) {
        const isRead = route.startsWith('GET');
        // Routes that ignore the session need only a few callers.
        const ignoresSession = ([OPEN, OWN_PAGES, SIGNED] as readonly AllowedCallers[]).includes(decision[0]);
        const few = callers.filter(
          (one) => !ignoresSession || !one.hasToken || one.isForeignOrigin || one.isAllowedOrigin,
        );
        // A user has one export at a time.
        await each(few, isRead && !route.endsWith('.csv'), (caller) =>
          check(route, caller, expected(route, decision, caller, !isRead), () => prepareRoute(route, caller)),
        );
      }
      for (const [field, status] of Object.entries(OTHER_TEAM_FIELDS)) {
        const [name = '', key = ''] = field.split('.');
        const caller = callers.find((one) => one.isOtherTeam);
        if (!caller) throw new Error('There is no supervisor of another team.');
        await check(field, caller, status, async () => {
          const { url, ...request } = await prepare(name, caller, ACCOUNT, false);
          const id = { team_id: own.team_id, number_id: own.id }[key] ?? plain.userId;
          return { ...request, url: `${url}${url.includes('?') ? '&' : '?'}${key}=${id}` };
        });
      }
      for (const [field, status] of Object.entries(CROSS_ACCOUNT_FIELDS)) {
        const [name = '', key = ''] = field.split('.');
        const isByKey = REQUEST_DECISIONS[name]?.[0] === KEY;
        const caller = callers.find((one) => one.isOtherAccount && Boolean(one.isKey) === isByKey);
        if (!caller) throw new Error('The other account has no such caller.');
        await check(field, caller, status, async () => {
          const request = await prepare(name, { ...caller, callIds: otherCallIds }, OTHER, false);
          const value = valueFor(key, { ...plain, teamId: own.team_id });
          if (request.method !== 'GET') return { ...request, body: { ...request.body, ...value } };
          return {
            ...request,
            url: `${request.url}${request.url.includes('?') ? '&' : '?'}${new URLSearchParams(JSON.parse(JSON.stringify(value))).toString()}`,
          };
        });
      }
      for (const [name, decision] of Object.entries(REQUEST_DECISIONS)) {
        const isRead = rowOf(name).method === 'GET';
        // A colleague and another CSRF token give the same result as other callers, unless a decision is about them.
        const few = callers.filter(
          (one) =>
            (!one.isColleague || decision[3] !== undefined) && (!isRead || one.name !== 'another CSRF token'),
        );
        await each(few, isRead, (caller) => {
          // Callers of other accounts name records of the first account, if the request names any.
          const callIds = caller.isOtherAccount && decision[2] === OWN ? otherCallIds : caller.callIds;
          return check(name, caller, expected(name, decision, caller, !isRead), () =>
            prepare(name, { ...caller, callIds }, ACCOUNT, !isRejected),
          );
        });
      }
    };

    const before = await databaseState(db);
    await checkAll(true);
    expect(wrong).toEqual(right);
    expect(await databaseState(db), 'a rejected request changed something').toEqual(before);
    await checkAll(false);
    expect(wrong).toEqual(right);
    expect(cors, 'Only pages of the configured origins may read responses').toEqual(corsRight);
    expect(leaks, 'Data of the first account leaked to another').toEqual([]);
  });
});

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';

function valueFor(
  field: string,
  { userId, callId, callUserId, teamId }: CallIds & { readonly teamId: number },
) {
  if (field === 'members') return { members: [{ user_id: userId, priority_group: 1 }] };
  if (field === 'teams') return { teams: [{ team_id: teamId, priority_group: 1 }] };
  if (field === 'team_id') return { team_id: teamId, user_id: undefined };
  if (field === 'fallback_team_id') return { fallback_team_id: teamId };
  if (field === 'call_user_id') return { call_user_id: callUserId };
  return { [field]: field === 'call_id' ? callId : userId };
}
