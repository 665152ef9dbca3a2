import type en from './en.ts';

/** Texts that leads get unless the agent writes others. */
export default {
  'sms.default': '¡Lamentamos no haber podido comunicarnos contigo!',
} as const satisfies Record<keyof typeof en, string>;
