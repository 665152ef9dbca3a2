import type en from './en.ts';

/** Before and while logging in, and the texts of `design`. */
export default {
  'error.reload': 'Algo salió mal. Recarga la página.',
  'error.unknown': 'Algo salió mal. Vuelve a intentarlo.',
  'error.unreachable': 'No se puede conectar con el servidor. Revisa tu conexión y vuelve a intentarlo.',

  'fieldProblem.email': 'Ingresa una dirección de correo electrónico válida.',
  'fieldProblem.invalid': 'Ingresa un valor válido.',
  'fieldProblem.missing': 'Completa este campo.',
  'fieldProblem.notChosen': 'Elige una opción.',
  'fieldProblem.tooHigh': 'Ingresa {max, number} o menos.',
  'fieldProblem.tooLow': 'Ingresa {min, number} o más.',
  'fieldProblem.tooShort': 'Ingresa al menos {count, plural, one {# carácter} other {# caracteres}}.',
  'fieldProblem.url': 'Ingresa una URL válida.',

  'key.control': 'Ctrl',
  'key.enter': 'Intro',
  'key.escape': 'Esc',

  'login.email': 'Correo electrónico',
  'login.forgotten': '¿Olvidaste tu contraseña?',
  'login.google': 'Iniciar sesión con Google',
  'login.organization': 'Iniciar sesión con tu organización',
  'login.passkey': 'Iniciar sesión con una llave de acceso',
  'login.password': 'Contraseña',
  'login.submit': 'Iniciar sesión',

  'page.reload': 'Recargar',

  'pager.label': 'Páginas',
  'pager.next': 'Siguiente',
  'pager.previous': 'Anterior',

  'recording.agent': 'Agente',
  'recording.failed': 'No se pudo reproducir la grabación.',
  'recording.lead': 'Prospecto',
  'recording.pause': 'Pausar',
  'recording.pausedPart': 'Grabación en pausa {from}–{to}',
  'recording.pausedPartBy': 'Grabación en pausa {from}–{to} ({name})',
  'recording.play': 'Reproducir',
  'recording.position': 'Posición',
  'recording.positionValue': '{time} de {duration}',
  'recording.speed': 'Velocidad {speed, number}×',
  'recording.speedValue': '{speed, number}×',
} as const satisfies Record<keyof typeof en, string>;
