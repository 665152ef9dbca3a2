import type en from './en.ts';

/** Mails to users and to people who are invited. */
export default {
  'invitation.action': 'Aceptar la invitación',
  'invitation.expiry':
    'El enlace funciona una vez, durante {days, plural, one {# día} other {# días}}. No lo reenvíes: da acceso a cualquiera.',
  'invitation.ignore': 'Si no esperabas este correo, puedes ignorarlo.',
  'invitation.subject': 'Invitación a {account} en Offhook',
  'invitation.text': 'Te invitaron a usar Offhook, el teléfono de {account}.',
  'invitation.textBy': '{inviter} te invita a usar Offhook, el teléfono de {account}.',

  'passwordReset.action': 'Elegir una contraseña nueva',
  'passwordReset.expiry':
    'El enlace funciona una vez, durante {minutes, plural, one {# minuto} other {# minutos}}.',
  'passwordReset.ignore': 'Si no lo pediste, puedes ignorar este correo. Tu contraseña no cambia.',
  'passwordReset.subject': 'Elige una contraseña nueva para Offhook',
  'passwordReset.text': 'Alguien pidió una contraseña nueva para tu cuenta de Offhook.',
} as const satisfies Record<keyof typeof en, string>;
