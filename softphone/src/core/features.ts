/**
 * Which parts of the phone have a screen. The transitions know them all; a rule that would lead to a view or
 * show a control that has no screen here takes the next one instead.
 */
export const features = {
  sms: false,
  tags: false,
  retry: false,
  hold: false,
  transfer: false,
  conference: false,
  addLead: false,
  keypad: false,
  settings: false,
  checkForLead: false,
} as const satisfies Record<string, boolean>;

export type Features = { readonly [K in keyof typeof features]: boolean };
