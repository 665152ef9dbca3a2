import type en from './en.ts';

/** Errors with which the server sends a login back to the page. */
export default {
  'error.badCredentials': 'Los datos de inicio de sesión no son válidos.',
  'error.googleCancelled': 'Se canceló el inicio de sesión con Google.',
  'error.googleExpired':
    'El inicio de sesión con Google tardó demasiado o se abrió en otra ventana. Vuelve a intentarlo.',
  'error.googleNotSetUp': 'El inicio de sesión con Google no está configurado en este servidor.',
  'error.googleRefused':
    'El inicio de sesión con Google falló. Inicia sesión con tu contraseña o consulta a tu administrador.',
  'error.googleUnavailable':
    'No se pudo conectar con Google. Vuelve a intentarlo más tarde o inicia sesión con tu contraseña.',
  'error.googleUnverified': 'Google no ha verificado tu correo electrónico. Inicia sesión con tu contraseña.',
  'error.organizationOnly':
    'Tu organización exige su propio inicio de sesión. Elige ‘Iniciar sesión con tu organización’.',
  'error.tooManyLogins': 'Demasiados intentos. Vuelve a intentarlo más tarde.',
} as const satisfies Record<keyof typeof en, string>;
