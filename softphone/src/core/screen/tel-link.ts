import { offerPerson } from '../forms/forms.ts';
import { emptyPerson, type ScreenState, type View } from './screen-state.ts';

/** Plus sign and digits; null for other links. A plus that a query string turned into a space is restored. */
export function telNumber(link: string): string | null {
  if (!/^\s*tel:/i.test(link)) return null;
  const reduced = link.replace(/^tel: /i, 'tel:+').replace(/[^\d+]/g, '');
  return /\d/.test(reduced) ? reduced : null;
}

/** A number is used once, as soon as the phone shows the waiting view. */
export function takesTelNumber({ telNumber: phoneNumber, forms }: ScreenState, view: View): boolean {
  return (
    phoneNumber !== null && forms.loaded && view.name === 'waiting' && !view.pendingRing && !view.placing
  );
}

export function withLink(state: ScreenState): ScreenState {
  const forms = offerPerson(state.forms, { ...emptyPerson, phoneNumber: state.telNumber ?? '' });
  return { ...state, forms, telNumber: null };
}
