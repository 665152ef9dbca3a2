import type en from './en.ts';

/** The pages of an invitation and of a forgotten password. */
export default {
  'field.email': 'Correo electrónico',
  'field.fullName': 'Nombre completo',
  'field.language': 'Idioma',
  'field.newPassword': 'Contraseña nueva',
  'field.newPassword.hint': 'Al menos {count, number} caracteres.',

  'forgotten.action': 'Enviar enlace',
  'forgotten.noMail': 'Pide a un administrador de tu cuenta un enlace para elegir una contraseña nueva.',
  'forgotten.sent':
    'Si un usuario tiene este correo electrónico, enviamos un enlace. Funciona durante una hora. Revisa también el correo no deseado.',
  'forgotten.text': 'Ingresa tu correo electrónico. Te enviaremos un enlace para elegir una nueva.',
  'forgotten.title': '¿Olvidaste tu contraseña?',

  'invitation.action': 'Empezar',
  'invitation.text': 'Te invitaron a {account}. Elige una contraseña para empezar.',
  'invitation.title': 'Te damos la bienvenida a Offhook',

  'language.en': 'English',
  'language.es': 'Español',

  'newPassword.action': 'Cambiar contraseña',
  'newPassword.changed': 'Tu contraseña cambió y se cerraron todas tus sesiones. Inicia sesión con la nueva.',
  'newPassword.title': 'Elige una contraseña nueva',

  'page.logIn': 'Iniciar sesión',
} as const satisfies Record<keyof typeof en, string>;
