import { hasPermission, mayText, type Permission } from '@offhook/contract/accounts/permissions';
import type { Disposition } from '@offhook/contract/calls/dispositions';
import { type EndReason, endReason, likelyResult, notJoinedReason } from '../../line/far-end.ts';
import { contactName } from '../../lists/history-rows.ts';
import { type TagColors, tagColors } from '../../lists/tag-colors.ts';
import type { PhoneState } from '../../phone-state.ts';

export interface ResultButtons {
  readonly retry: boolean;
  /** Without a lead, Retry is shown but does nothing. */
  readonly retryable: boolean;
  readonly sms: boolean;
  /** Without a number, SMS is shown but does nothing. */
  readonly textable: boolean;
  readonly disabled: boolean;
}

export function resultButtons(state: PhoneState): ResultButtons | null {
  const { view, agent } = state.screen;
  if (view.name !== 'disposition') return null;
  const has = (permission: Permission) => agent !== null && hasPermission(agent, permission);
  return {
    retry: has('app-retry'),
    retryable: Boolean(view.conversation.lead?.phone_number),
    sms: has('app-sms'),
    textable: agent !== null && mayText(agent, view.conversation.lead),
    disabled: view.sending !== null || view.retrying,
  };
}

export function endedCall({ screen: { view, agent } }: PhoneState): {
  readonly reason: EndReason | null;
  readonly likelyResult: Disposition | null;
  readonly about: string;
} {
  if (view.name !== 'disposition' || agent === null) return { reason: null, likelyResult: null, about: '' };
  const { conversation } = view;
  const { call } = conversation;
  const about = contactName(conversation, agent.accountId);
  return {
    reason: endReason(call) ?? notJoinedReason(call),
    likelyResult: likelyResult(call.far_end),
    about,
  };
}

export interface TagButton {
  readonly id: number;
  readonly key: string;
  readonly name: string;
  readonly colors: TagColors;
}

/** The undo bar is hidden over a call's panels and another call's result screen; History can still undo. */
export function showsUndo({ screen: { view, givenResult } }: PhoneState): boolean {
  if (view.name === 'oncall') return view.panel === null;
  return view.name !== 'disposition' || view.conversation.call.id === givenResult?.callId;
}

/** Null if the screen shows that call itself. */
export function undoContactName({ screen: { view, givenResult } }: PhoneState): string | null {
  if (!givenResult || view.name === 'waiting' || view.conversation.call.id === givenResult.callId)
    return null;
  return givenResult.about || null;
}

export function tagButtons({ screen: { view } }: PhoneState): {
  readonly tags: readonly TagButton[];
  readonly disabled: boolean;
} {
  if (view.name !== 'disposition2') return { tags: [], disabled: true };
  const tags = view.conversation.call.profile?.tags ?? [];
  return {
    tags: tags.map(({ id, key, name, color }) => ({ id, key, name, colors: tagColors(color) })),
    disabled: view.sending !== null,
  };
}
