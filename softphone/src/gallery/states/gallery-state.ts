import type { OwnDay } from '@offhook/contract/agent/own-day';
import type { SoundStep } from '../../core/audio/sound-check.ts';
import type { CallableAnswer } from '../../core/forms/call-verdict.ts';
import type { OutboxState } from '../../core/outbox/outbox-state.ts';
import { initialPhone, type PhoneState } from '../../core/phone-state.ts';
import type { Guide } from '../../core/screen/guide.ts';
import type { Conversation, View } from '../../core/screen/screen-state.ts';
import type { SessionState } from '../../core/session/session.ts';
import { call, caller, lead, user } from './people.ts';

export interface GalleryState {
  readonly state: PhoneState;
  readonly bars?: { readonly microphone: number; readonly speaker: number };
  readonly lookedUp?: string | null;
  readonly callable?: CallableAnswer;
  /** `labeled`: the label differs from the name. */
  readonly history?: 'pages' | 'labeled' | 'loading' | 'empty' | 'failed';
  readonly soundCheck?: { readonly step: SoundStep; readonly level?: number };
  readonly missing?: 1 | 2;
  readonly parked?: boolean;
  readonly day?: OwnDay;
  /** How many of the sample callbacks the agent has. */
  readonly callbacks?: number;
  /** How often the server refuses a callback, because it doesn't know yet that the agent has joined. */
  readonly refusedOffers?: number;
  /** `absent`: the server doesn't know the request. */
  readonly story?: 'full' | 'empty' | 'caller' | 'planned' | 'loading' | 'failed' | 'absent';
  /** Of leads, in the command palette. `absent`: the server doesn't know the request. */
  readonly leadSearch?: 'failed' | 'absent';
  /** Where the agent is in the first-day guide. */
  readonly guide?: Guide;
  readonly people?: 'loading' | 'empty' | 'failed';
}

export type GalleryEntry = GalleryState | PhoneState;

export function galleryState(entry: GalleryEntry): GalleryState {
  return 'state' in entry ? entry : { state: entry };
}

export const agent: Extract<SessionState, { name: 'agent' }> = {
  name: 'agent',
  user,
  realtime: true,
  place: 'here',
  takingOver: false,
  reachable: true,
  sendsReports: true,
  status: null,
  loadingStatus: null,
  wrapUp: null,
  endedWrapUpOf: null,
  onExternalPhone: false,
};

export const conversation: Conversation = {
  callKey: 'key',
  callUserId: 21,
  type: 'lead',
  autoaccept: false,
  call,
  lead,
  isConference: false,
};

export const inbound: Conversation = {
  ...conversation,
  type: 'inbound',
  call: { ...call, type: 'inbound', direction: 'inbound', lead: caller, whispertext: null },
  lead: caller,
};

export const unknownCaller: Conversation = { ...inbound, call: { ...inbound.call, lead: null }, lead: null };

export function supervising({ session, screen, ...rest }: PhoneState): PhoneState {
  const permissions = [...user.permissions, 'listen', 'whisper', 'barge'];
  return {
    ...rest,
    session: session.name === 'agent' ? { ...session, user: { ...user, permissions } } : session,
    screen: { ...screen, agent: screen.agent && { ...screen.agent, permissions } },
  };
}

export function stateAt(view: View, rest: Partial<PhoneState> = {}): PhoneState {
  return {
    ...initialPhone,
    session: agent,
    line: { ...initialPhone.line, device: 'registered' },
    reachability: { ...initialPhone.reachability, wasReady: true },
    screen: {
      ...initialPhone.screen,
      view,
      agent: {
        userId: user.id,
        accountId: user.account_id,
        language: 'en',
        permissions: user.permissions,
        supervisedTeamIds: null,
      },
    },
    ...rest,
  };
}

export const noteRequest = {
  type: 'saveNote',
  callId: call.id,
  about: lead.label,
  content: 'Owns two properties, the second one in Sausalito has a slate roof.',
} as const;

export const unsent: OutboxState = {
  ...initialPhone.outbox,
  phase: 'open',
  owner: user.id,
  entries: [{ id: 'one', at: 1, order: noteRequest, refusal: null }],
};
