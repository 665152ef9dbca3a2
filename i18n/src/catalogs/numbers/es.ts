import type en from './en.ts';

/** What is wrong with a text that should be a phone number. */
export default {
  'number.emergency': 'Usa un teléfono para las llamadas de emergencia.',
  'number.excludedCountry': 'No se puede llamar a números de este país.',
  'number.extensionNotDigits': 'Una extensión solo puede tener dígitos, como 12 en x12.',
  'number.extensionTooLong': 'Esta extensión es demasiado larga.',
  'number.invalidCountry': 'Elige un país, o empieza el número con + y su código de país.',
  'number.missing': 'Ingresa un número de teléfono.',
  'number.notANumber': 'Esto no es un número de teléfono.',
  'number.notValid': 'Este número de teléfono no es válido en su país.',
  'number.tooLong': 'Este número de teléfono es demasiado largo.',
  'number.tooShort': 'Este número de teléfono es demasiado corto.',
  'number.unknownCallingCode': 'Este código de país no existe.',
  'number.unknownCountry': 'Este país no se admite.',
} as const satisfies Record<keyof typeof en, string>;
