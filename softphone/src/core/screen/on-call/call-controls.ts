import { isSupervision, type SuperviseAction } from '@offhook/contract/accounts/permissions';
import { t } from '@offhook/i18n/phone';
import type { PhoneState } from '../../phone-state.ts';
import type { OnCallPanel } from '../screen-state.ts';
import { audienceText, mayChangeHold, showsResume } from './holding.ts';
import { isObserver, mayOpen } from './on-call.ts';
import { offersPark } from './parking.ts';

export interface CallControls {
  readonly muted: boolean;
  /** Before the call is open, only Mute and Hang Up work. */
  readonly disabled: boolean;
  readonly hold: 'hold' | 'resume' | null;
  readonly holdDisabled: boolean;
  readonly transfer: boolean;
  readonly addLead: boolean;
  readonly keypad: boolean;
  readonly conference: boolean;
  /** null: not offered. */
  readonly park: 'possible' | 'requested' | null;
  readonly open: OnCallPanel | null;
  /** The other side is still ringing, so the call can't be transferred or parked yet. */
  readonly awaitingAnswer: boolean;
}

export function callControls({ screen: { view, agent }, line }: PhoneState): CallControls | null {
  if (view.name !== 'oncall') return null;
  const { conversation } = view;
  const has = (panel: OnCallPanel) => mayOpen(conversation, panel, agent ?? { permissions: [] });
  return {
    muted: line.call?.muted ?? false,
    disabled: view.phase.name !== 'talking',
    hold: !isObserver(conversation) ? (showsResume(view) ? 'resume' : 'hold') : null,
    holdDisabled: !mayChangeHold(view),
    transfer: has('transfer'),
    addLead: has('addLead'),
    keypad: has('keypad'),
    conference: has('conference'),
    park: offersPark(view) ? (view.parking ? 'requested' : 'possible') : null,
    open: view.panel,
    awaitingAnswer: view.farEnd?.name === 'ringing',
  };
}

export interface CallStatus {
  readonly state: 'dialing' | 'talking' | 'held';
  readonly joined: { readonly as: SuperviseAction; readonly hint: string } | null;
  /** The supervised one. */
  readonly agent: string | null;
  readonly line: string;
}

export function callStatus({ screen: { view } }: PhoneState): CallStatus | null {
  if (view.name !== 'oncall') return null;
  const { call, type } = view.conversation;
  return {
    state: view.phase.name === 'dialing' ? 'dialing' : view.hold !== null ? 'held' : 'talking',
    joined: isSupervision(type) ? { as: type, hint: audienceText(type, view.hold) } : null,
    agent:
      isSupervision(type) && call.supervised_agent
        ? t('supervisor.agent', { name: call.supervised_agent })
        : null,
    line: call.number?.name || call.number?.phone_number_formatted || '',
  };
}

export function sentDigits({ line }: PhoneState): string {
  return line.call?.digits ?? '';
}
