import type en from './en.ts';

/** The pages of an invitation and of a forgotten password. */
export default {
  'forgotten.title': '¿Olvidaste tu contraseña?',
  'invitation.title': 'Te damos la bienvenida a Offhook',
  'newPassword.title': 'Elige una contraseña nueva',
} as const satisfies Record<keyof typeof en, string>;
