/** What an agent has at hand beside the calls themselves: lists, history, results, notes, recordings. */
import type { Agent, CallerId, Disposition, Paging, Team } from '@offhook/contract/entities';
import type { ChannelAuth, RealtimeAuth } from '../adapters/realtime-auth.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../store/database.ts';
import { type AgentsQuery, agentsPage, teamsOf } from './agents.ts';
import { type Callable, callable } from './callable.ts';
import { callerIds } from './caller-ids.ts';
import { giveResult } from './disposition.ts';
import { type HistoryPage, historyPage } from './history.ts';
import { type SavedNote, saveNote } from './notes.ts';
import { channelAccess } from './realtime-access.ts';
import { noteListening, recordingFor } from './recordings.ts';
import { type RoutingRecord, readRouting } from './routing-record.ts';
import type { SignedInUser } from './sessions.ts';
import { giveTag } from './tags.ts';

export interface Desk {
  /** Absolute. */
  readonly recordingsFolder: string;
  history(user: SignedInUser, page: { limit: number; page: number }): Promise<HistoryPage>;
  agents(user: SignedInUser, query: AgentsQuery): Promise<{ data: Agent[]; meta: Paging }>;
  teams(user: SignedInUser): Promise<{ data: Team[] }>;
  callerIds(user: SignedInUser): Promise<CallerId[]>;
  /** Whether a number may be called now. */
  callable(user: SignedInUser, phoneNumber: string): Promise<Callable>;
  /** Why a call went to whom it went. */
  routing(user: SignedInUser, callId: number): Promise<RoutingRecord>;
  giveResult(user: SignedInUser, callId: number, result: Disposition): Promise<void>;
  giveTag(user: SignedInUser, callId: number, key: string): Promise<void>;
  saveNote(
    user: SignedInUser,
    note: { content: string; call_id: number },
    requestKey: string | null,
  ): Promise<SavedNote>;
  recordingFor(user: SignedInUser, recordingId: number): Promise<string>;
  noteListening(user: SignedInUser, recordingId: number, address: string): Promise<void>;
  channelAccess(user: SignedInUser, wish: { socket_id: string; channel_name: string }): ChannelAuth;
}

export function createDesk(parts: {
  db: Database;
  clock: Clock;
  realtimeAuth: RealtimeAuth;
  recordingsFolder: string;
}): Desk {
  const { db } = parts;
  return {
    recordingsFolder: parts.recordingsFolder,
    history: (user, page) => historyPage(db, user, page),
    agents: (user, query) => agentsPage(parts, user, query),
    teams: (user) => teamsOf(parts, user),
    callerIds: (user) => callerIds(db, user),
    callable: (user, phoneNumber) => callable(parts, user, phoneNumber),
    routing: (user, callId) => readRouting(db, user, callId),
    giveResult: (user, callId, result) => giveResult(parts, user, callId, result),
    giveTag: (user, callId, key) => giveTag(db, user, callId, key),
    saveNote: (user, note, requestKey) => saveNote(parts, user, note, requestKey),
    recordingFor: (user, recordingId) => recordingFor(db, user, recordingId),
    noteListening: (user, recordingId, address) => noteListening(parts, user, recordingId, address),
    channelAccess: (user, wish) => channelAccess(parts.realtimeAuth, user, wish),
  };
}
