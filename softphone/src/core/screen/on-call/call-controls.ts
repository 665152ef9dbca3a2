/** On call: which controls show, how they stand, and what the lamp says of the call. */

import { t } from '@offhook/i18n/phone';
import type { PhoneState } from '../../phone-state.ts';
import type { OnCallPanel } from '../screen-state.ts';
import { isJoined, mayOpen } from './on-call.ts';

export interface CallControls {
  readonly muted: boolean;
  /** Nothing but Mute and Hang Up is usable before the call is open. */
  readonly disabled: boolean;
  /** Null: not shown. */
  readonly hold: 'hold' | 'resume' | null;
  readonly transfer: boolean;
  readonly addLead: boolean;
  readonly keypad: boolean;
  /** The third choice of the Transfer selector. */
  readonly conference: boolean;
  readonly open: OnCallPanel | null;
  /** The other side's phone rings still: nobody is there to be held or transferred. */
  readonly alone: boolean;
}

export function callControls({ screen: { view, agent }, line }: PhoneState): CallControls | null {
  if (view.name !== 'oncall') return null;
  const { conversation } = view;
  const has = (panel: OnCallPanel) => mayOpen(conversation, panel, agent ?? { permissions: [] });
  return {
    muted: line.call?.muted ?? false,
    disabled: view.phase.name !== 'talking',
    hold: !isJoined(conversation) ? (view.held ? 'resume' : 'hold') : null,
    transfer: has('transfer'),
    addLead: has('addLead'),
    keypad: has('keypad'),
    conference: has('conference'),
    open: view.panel,
    alone: view.farEnd?.name === 'ringing',
  };
}

/** What the lamp of the call is: dialing, steady, or held; and how a supervisor has joined it. */
export interface CallStatus {
  readonly state: 'dialing' | 'talking' | 'held';
  readonly joined: { readonly as: 'listen' | 'whisper' | 'barge'; readonly hint: string } | null;
  /** The account's own number that the call runs over, by name. */
  readonly line: string;
}

export function callStatus({ screen: { view } }: PhoneState): CallStatus | null {
  if (view.name !== 'oncall') return null;
  const { call, type } = view.conversation;
  return {
    state: view.phase.name === 'dialing' ? 'dialing' : view.held ? 'held' : 'talking',
    joined:
      type === 'listen' || type === 'whisper' || type === 'barge'
        ? { as: type, hint: t(`joined.${type}`) }
        : null,
    line: call.number?.name || call.number?.phone_number_formatted || '',
  };
}

/** The digits of the keypad that went out on this call. */
export function sentDigits({ line }: PhoneState): string {
  return line.call?.digits ?? '';
}
