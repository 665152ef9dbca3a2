import type en from './en.ts';

/** Callers and leads did not choose between tú and usted, so only agents are addressed directly. */
export default {
  'externalPhone.about': '{about}.',
  'externalPhone.ended': 'Esta llamada ya no está disponible. Adiós.',
  'externalPhone.from': 'De {agent}.',
  'externalPhone.keys': 'Para aceptar, presiona 1.',
  'externalPhone.keysOfLead': 'Para aceptar, presiona 1. Para dar de baja al prospecto, presiona 9.',
  'externalPhone.leadRemoved': 'El prospecto fue dado de baja. Adiós.',
  'externalPhone.notTaken': 'No aceptaste esta llamada. Adiós.',
  'externalPhone.takenBy': '{agent} aceptó esta llamada. Adiós.',

  'recording.announcement': 'Esta llamada se está grabando.',

  'ring.call': 'Llamada entrante.',
  'ring.conference': 'Conferencia entrante.',
  'ring.lead': 'Prospecto entrante.',
  'ring.transfer': 'Transferencia entrante.',

  'unavailable.message':
    'Lo sentimos. En este momento no podemos atender esta llamada. Favor de llamar de nuevo más tarde.',

  'voicemail.message':
    'Lo sentimos. En este momento no podemos atender esta llamada. Favor de dejar un mensaje después del tono.',
} as const satisfies Record<keyof typeof en, string>;
