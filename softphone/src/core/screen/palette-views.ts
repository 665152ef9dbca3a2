import type { PhoneState } from '../phone-state.ts';
import type { View } from './screen-state.ts';

/** Others must be answered or finished first. */
export const PALETTE_VIEWS = ['waiting', 'oncall'] as const satisfies readonly View['name'][];

/** Apart from the actions, which load when the palette opens. */
export function opensPalette({ session, screen: { view } }: PhoneState): boolean {
  // The agent may be asked whether to discard what they typed.
  const isAsked = 'asksToDiscard' in view && view.asksToDiscard;
  return session.name === 'agent' && PALETTE_VIEWS.some((name) => name === view.name) && !isAsked;
}
