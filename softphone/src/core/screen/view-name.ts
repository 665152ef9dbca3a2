import type { PhoneState } from '../phone-state.ts';
import { callTitle } from './call-titles.ts';
import type { Conversation, View } from './screen-state.ts';

const WITHOUT_AGENT = { starting: 'startup', visitor: 'login' } as const;

/** `startup` shows nothing yet. */
export function viewName({ session, screen }: PhoneState): 'startup' | 'login' | View['name'] {
  return session.name === 'agent' ? screen.view.name : WITHOUT_AGENT[session.name];
}

export function conversationOf(state: PhoneState): Conversation | null {
  const { view } = state.screen;
  return view.name === 'waiting' ? null : view.conversation;
}

export function title(state: PhoneState): string | null {
  const conversation = conversationOf(state);
  return conversation && callTitle(conversation, state.screen.agent?.accountId ?? null);
}
