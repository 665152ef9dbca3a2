/** What lies over a view: its banner and the alert dialog, and whether a reply is awaited. */
import type { PhoneState } from '../phone-state.ts';

/** The strong banner of the view that shows. */
export function banner(state: PhoneState): string | null {
  const { session, screen } = state;
  if (session.name === 'visitor') return session.banner;
  const { view, forms } = screen;
  if (view.name === 'waiting' && view.panel?.name === 'new_call') return forms.refusal;
  return 'banner' in view ? view.banner : null;
}

/** A transfer, a conference, a colleague's call or an added lead is asked for and not answered yet. */
export function isRequesting({ screen: { view } }: PhoneState): boolean {
  return (view.name === 'waiting' || view.name === 'oncall') && view.asking;
}

/** The alert dialog on top, if any. */
export function alertText(state: PhoneState): string | null {
  const [alert] = state.screen.alerts;
  return (typeof alert === 'string' ? alert : alert?.text) ?? null;
}

/** Text of the top alert for reading and copying; null: none. */
export function alertDetail(state: PhoneState): string | null {
  const [alert] = state.screen.alerts;
  return alert === undefined || typeof alert === 'string' ? null : alert.words;
}
