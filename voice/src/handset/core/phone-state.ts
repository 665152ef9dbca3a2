import type { HandsetEvent, HandsetFault } from './events.ts';

export interface PhoneCall {
  /** Null until the service has named the call. */
  readonly sid: string | null;
  readonly peer: string;
  /** Unix time in ms; null while it's dialing or answering. */
  readonly connectedAt: number | null;
}

export interface RingingCall {
  readonly sid: string;
  readonly from: string;
}

type PhoneFault = HandsetFault | 'fault.invalidNumber' | 'fault.businessNumber' | 'fault.tooMany';

/** A phone in a page: what it shows. The service controls the calls. */
export interface PhoneState {
  readonly isConnected: boolean;
  /** The service refused the number; the phone doesn't connect again. */
  readonly isRefused: boolean;
  /** Numbers that it can call. */
  readonly numbers: readonly { readonly number: string; readonly name: string }[];
  /** Only the first one is shown. */
  readonly ringing: readonly RingingCall[];
  readonly call: PhoneCall | null;
  readonly fault: PhoneFault | null;
}

export type PhoneEvent =
  | { readonly type: 'service'; readonly event: HandsetEvent; readonly now: number }
  | { readonly type: 'disconnected'; readonly code: number }
  | { readonly type: 'dialed'; readonly to: string }
  | { readonly type: 'wroteText' }
  | { readonly type: 'answered'; readonly call: RingingCall }
  /** The page could not open its audio, or gave up before the service knew of the call. */
  | { readonly type: 'abandoned'; readonly fault: HandsetFault | null };

export const initialPhone: PhoneState = {
  isConnected: false,
  isRefused: false,
  numbers: [],
  ringing: [],
  call: null,
  fault: null,
};

/** Close codes of the phone's socket that are final. */
const REFUSALS: Readonly<Record<number, PhoneFault>> = {
  4400: 'fault.invalidNumber',
  4409: 'fault.businessNumber',
  1013: 'fault.tooMany',
};

export function nextPhone(state: PhoneState, event: PhoneEvent): PhoneState {
  switch (event.type) {
    case 'service':
      return afterService(state, event.event, event.now);
    case 'disconnected': {
      const fault = REFUSALS[event.code] ?? null;
      return { ...initialPhone, numbers: state.numbers, isRefused: fault !== null, fault };
    }
    case 'dialed':
      return { ...state, fault: null, call: { sid: null, peer: event.to, connectedAt: null } };
    case 'wroteText':
      return { ...state, fault: null };
    case 'answered': {
      const { sid, from } = event.call;
      const ringing = state.ringing.filter((one) => one.sid !== sid);
      return { ...state, fault: null, ringing, call: { sid, peer: from, connectedAt: null } };
    }
    case 'abandoned':
      return { ...state, call: null, fault: event.fault };
    default:
      return event satisfies never;
  }
}

function afterService(state: PhoneState, event: HandsetEvent, now: number): PhoneState {
  switch (event.type) {
    case 'ready':
      return { ...initialPhone, isConnected: true, numbers: event.numbers };
    case 'ringing':
      if (state.ringing.some(({ sid }) => sid === event.call)) return state;
      return { ...state, ringing: [...state.ringing, { sid: event.call, from: event.from }] };
    case 'dialing':
      return state.call ? { ...state, call: { ...state.call, sid: event.call } } : state;
    case 'connected':
      if (state.call?.sid !== event.call) return state;
      return { ...state, call: { ...state.call, connectedAt: now } };
    case 'over':
      return {
        ...state,
        ringing: state.ringing.filter(({ sid }) => sid !== event.call),
        call: state.call?.sid === event.call ? null : state.call,
      };
    case 'fault':
      return { ...state, fault: event.message };
    case 'audio':
    case 'text':
      return state;
    default:
      return event satisfies never;
  }
}

export type PhoneMode = 'connecting' | 'refused' | 'ringing' | 'calling' | 'onCall' | 'idle';

export function phoneMode({ isConnected, isRefused, call, ringing }: PhoneState): PhoneMode {
  if (isRefused) return 'refused';
  if (!isConnected) return 'connecting';
  if (call) return call.connectedAt === null ? 'calling' : 'onCall';
  return ringing.length > 0 ? 'ringing' : 'idle';
}

/** Groups the digits of North American numbers. */
export function groupDigits(number: string): string {
  return number.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '+1 $1 $2 $3');
}

/** @returns the number as the service takes it, or null */
export function parseNumber(text: string): string | null {
  const number = text.replace(/[\s().-]/g, '');
  return /^\+[1-9]\d{6,14}$/.test(number) ? number : null;
}

/** As m:ss. */
export function formatSeconds(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
