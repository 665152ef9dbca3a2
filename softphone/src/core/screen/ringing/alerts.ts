import type { PhoneState } from '../../phone-state.ts';

export function banner(state: PhoneState): string | null {
  const { session, screen } = state;
  if (session.name === 'visitor') return session.banner;
  const { view, forms } = screen;
  if (view.name === 'waiting' && view.panel?.name === 'new_call') return forms.refusal;
  return 'banner' in view ? view.banner : null;
}

export function isRequesting({ screen: { view } }: PhoneState): boolean {
  return (view.name === 'waiting' || view.name === 'oncall') && view.requesting;
}

export function alertText(state: PhoneState): string | null {
  const [alert] = state.screen.alerts;
  return (typeof alert === 'string' ? alert : alert?.text) ?? null;
}

export function alertDetail(state: PhoneState): string | null {
  const [alert] = state.screen.alerts;
  return alert === undefined || typeof alert === 'string' ? null : alert.details;
}
