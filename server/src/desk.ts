/** What an agent has at hand beside the calls themselves: lists, history, results, notes, recordings. */
import type { Agent, CallerId, Disposition, MissingResult, Paging, Team } from '@offhook/contract/entities';
import { createPictures, type Pictures } from './accounts/pictures/pictures.ts';
import { callerIds } from './accounts/settings/caller-ids.ts';
import type { SignedInUser } from './accounts/sign-in/sessions.ts';
import { giveResult, undoResult } from './calls/results/disposition.ts';
import { missingResults } from './calls/results/missing-results.ts';
import { type SavedNote, saveNote } from './calls/results/notes.ts';
import { giveTag } from './calls/results/tags.ts';
import { type Callable, callable } from './leads/callable.ts';
import type { Database } from './platform/database/database.ts';
import type { Clock } from './platform/process/clock.ts';
import { channelAccess, connectionAccess } from './platform/realtime/realtime-access.ts';
import type { ChannelAuth, RealtimeAuth, UserAuth } from './platform/realtime/realtime-auth.ts';
import { createOutwardHttp, type OutwardHttp } from './platform/telephony/outward-http.ts';
import { type AgentsQuery, agentsPage, teamsOf } from './presence/agents.ts';
import { createRecordingFiles, type RecordingFiles } from './recordings/recording-files.ts';
import { createRecordingFolder } from './recordings/recording-folder.ts';
import { createListening, type Listening } from './recordings/recordings.ts';
import { type HistoryPage, historyPage } from './reports/history.ts';
import { type RoutingRecord, readRouting } from './reports/routing-record.ts';

export interface Desk {
  history(user: SignedInUser, page: { limit: number; page: number }): Promise<HistoryPage>;
  agents(user: SignedInUser, query: AgentsQuery): Promise<{ data: Agent[]; meta: Paging }>;
  teams(user: SignedInUser): Promise<{ data: Team[] }>;
  callerIds(user: SignedInUser): Promise<CallerId[]>;
  /** Whether a number may be called now. */
  callable(user: SignedInUser, phoneNumber: string): Promise<Callable>;
  /** Why a call went to whom it went. */
  routing(user: SignedInUser, callId: number): Promise<RoutingRecord>;
  giveResult(user: SignedInUser, callId: number, result: Disposition): Promise<void>;
  undoResult(user: SignedInUser, callId: number): Promise<void>;
  /** Calls after which the agent gave no result, newest first. */
  missingResults(user: SignedInUser): Promise<{ data: MissingResult[] }>;
  giveTag(user: SignedInUser, callId: number, key: string): Promise<void>;
  saveNote(
    user: SignedInUser,
    note: { content: string; call_id: number },
    requestKey: string | null,
  ): Promise<SavedNote>;
  readonly recordings: Listening;
  readonly pictures: Pictures;
  channelAccess(user: SignedInUser, wish: { socket_id: string; channel_name: string }): ChannelAuth;
  connectionAccess(sessionHash: string, socketId: string): UserAuth;
}

export function createDesk(parts: {
  db: Database;
  clock: Clock;
  realtimeAuth: RealtimeAuth;
  recordingsFolder: string;
  /** To the addresses of pictures; unless given, no private network is reached. */
  http?: OutwardHttp;
  /** Unless told otherwise, the files are in that folder as they are. */
  files?: RecordingFiles;
}): Desk {
  const { db, recordingsFolder } = parts;
  const {
    files = createRecordingFiles({ folder: createRecordingFolder(recordingsFolder), s3: null, keys: [] }),
  } = parts;
  return {
    recordings: createListening({ ...parts, files }),
    pictures: createPictures({ db, http: parts.http ?? createOutwardHttp(false) }),
    history: (user, page) => historyPage(parts, user, page),
    agents: (user, query) => agentsPage(parts, user, query),
    teams: (user) => teamsOf(parts, user),
    callerIds: (user) => callerIds(db, user),
    callable: (user, phoneNumber) => callable(parts, user, phoneNumber),
    routing: (user, callId) => readRouting(db, user, callId),
    giveResult: (user, callId, result) => giveResult(parts, user, callId, result),
    undoResult: (user, callId) => undoResult(parts, user, callId),
    missingResults: (user) => missingResults(parts, user),
    giveTag: (user, callId, key) => giveTag(db, user, callId, key),
    saveNote: (user, note, requestKey) => saveNote(parts, user, note, requestKey),
    channelAccess: (user, wish) => channelAccess(parts.realtimeAuth, user, wish),
    connectionAccess: (sessionHash, socketId) => connectionAccess(parts.realtimeAuth, sessionHash, socketId),
  };
}
