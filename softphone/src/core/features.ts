/**
 * Which parts of the phone have a screen. The transitions know them all; a rule that would lead to a view or
 * show a control that has no screen here takes the next one instead.
 */
export const features = {
  sms: true,
  tags: true,
  retry: true,
  hold: true,
  transfer: true,
  conference: true,
  addLead: true,
  keypad: true,
  settings: true,
  checkForLead: true,
} as const satisfies Record<string, boolean>;

export type Features = { readonly [K in keyof typeof features]: boolean };
