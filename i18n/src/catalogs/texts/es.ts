import type en from './en.ts';

/** Texts that leads get unless the agent writes others. */
export default {
  'sms.default': '¡Lo sentimos, no pudimos comunicarnos!',
} as const satisfies Record<keyof typeof en, string>;
