import type en from './en.ts';

/** The page of the embedded voice service that acts as a telephone. */
export default {
  'call.accept': 'Contestar',
  'call.decline': 'Rechazar',
  'call.hangUp': 'Colgar',
  'call.mute': 'Silenciar',

  'dial.call': 'Llamar',
  'dial.to': 'Llamar a',

  'fault.microphone': 'No se puede usar el micrófono. Permítelo en el navegador.',
  'fault.noAudio': 'Esta llamada no tiene audio.',
  'fault.notCalled': 'No se pudo llamar a este número.',
  'fault.notSent': 'No se pudo enviar el mensaje.',
  'fault.unknown': 'Algo salió mal. Vuelve a intentarlo.',

  'handset.keypad': 'Teclado',
  'handset.title': 'Teléfono de prueba',

  'status.calling': 'Llamando…',
  'status.connecting': 'Conectando…',
  'status.idle': 'Listo',
  'status.onCall': 'En llamada',
  'status.ringing': 'Llamada entrante',
  'status.ringing.title': 'Llamada entrante de {from}',

  'texts.body': 'Mensaje',
  'texts.empty': 'Aún no hay mensajes',
  'texts.from': 'De {number}, {time}',
  'texts.send': 'Enviar',
  'texts.title': 'Mensajes',
  'texts.to': 'Para {number}, {time}',
} as const satisfies Record<keyof typeof en, string>;
