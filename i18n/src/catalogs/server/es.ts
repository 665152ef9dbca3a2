import login from '../login/es.ts';
import loginErrors from '../login-errors/es.ts';
import numbers from '../numbers/es.ts';
import stored from '../stored/es.ts';
import type en from './en.ts';

const unknown = login['error.unknown'];
const forbidden = 'No tienes permiso para hacer esto.';

/** What the server says in its answers: each error by its code, and why a lead can't be called. */
export default {
  ...loginErrors,
  ...numbers,
  ...stored,

  'callable.attempts':
    '{count, plural, one {Este prospecto alcanzó el límite de # llamada en 24 horas.} other {Este prospecto alcanzó el límite de # llamadas en 24 horas.}}',
  'callable.callingHours':
    'A esta hora ({time} en {place}) no se llama a prospectos. El horario es de {from} a {to} en ese lugar.',
  'callable.callingHoursThen':
    'A la hora elegida ({time} en {place}) no se llama a prospectos. El horario es de {from} a {to} en ese lugar.',
  'callable.listed': 'Este número está en la lista de no llamar.',
  'callable.removed': 'Este prospecto fue dado de baja y no se le debe llamar.',
  'callable.textingHours':
    'A esta hora ({time} en {place}) no se envían mensajes de texto. El horario es de {from} a {to} en ese lugar.',

  'error.agentBusy': 'Ya estás en una llamada.',
  'error.agentUnavailable': 'Este agente no está disponible.',
  'error.badAddress': 'Ingresa una URL http o https.',
  'error.badCode': 'Este código no es correcto o ya se usó.',
  'error.badCountries': 'Ingresa códigos de país de dos letras, como US, CA.',
  'error.badCountry': 'Elige un país.',
  'error.badCrm': 'Revisa la URL https, el token y el campo para la etiqueta.',
  'error.badCrmAddress': "Ingresa una URL https que contenga '{source_id}' en la ruta.",
  'error.badFilters': 'Un equipo, agente o número de los filtros ya no existe.',
  'error.badIssuer': 'Ingresa la URL https del emisor, sin parámetros.',
  'error.badPeriod': 'Elige un período de 1 a 366 días.',
  'error.badRecipients': 'Elige usuarios de esta cuenta que puedan ver los informes.',
  'error.noMailServer':
    'Esta instalación no tiene servidor de correo. El operador configura SMTP_URL y MAIL_FROM.',
  'error.domainTaken':
    'Otra cuenta usa uno de estos dominios o tiene usuarios con esos correos electrónicos.',
  'error.periodTooLong': 'Con más de un filtro, elige 31 días como máximo.',
  'error.badRates': 'Ingresa una moneda, como USD, y tarifas de 0 a 1000.',
  'error.badDays': 'Ingresa un número entero de días, o 0 para conservar los datos para siempre.',
  'error.badDisposition': 'Elige uno de los resultados.',
  'error.badEmail': 'Ingresa una dirección de correo electrónico válida.',
  'error.badFallback': 'Elige otro equipo de tu cuenta como respaldo.',
  'error.badFile':
    'Envía un archivo UTF-8 con números de teléfono. Para importar prospectos hace falta una columna phone_number.',
  'error.badGreeting': 'Ingresa un texto o la URL https de un archivo de audio.',
  'error.greetingExpired': 'Este audio ya no está disponible. Súbelo o grábalo de nuevo.',
  'error.greetingNotAudio': 'No es un archivo WAV con audio de 16 bits o µ-law.',
  'error.greetingTooLarge': 'El audio ocupa más de 5 MB.',
  'error.greetingTooLong': 'El audio dura más de 2 minutos.',
  'error.greetingTooShort': 'El audio está vacío o es demasiado corto.',
  'error.badHolidays': 'Ingresa cada día festivo una sola vez, con su fecha.',
  'error.badImportFile': 'El archivo no tiene filas. Elige un archivo CSV con un prospecto por fila.',
  'error.badInput': unknown,
  'error.badJson': 'No se pudo leer el cuerpo de la solicitud.',
  'error.badLanguage': 'Ingresa un código de idioma, como en-US o es-MX.',
  'error.badMember': 'Elige agentes de tu cuenta, cada uno una sola vez.',
  'error.badMinutes': 'Ingresa números enteros, como 1, 5, 30.',
  'error.badMoment': 'Ingresa una fecha y hora entre los años 1970 y 9999.',
  'error.badName': 'Ingresa un nombre.',
  'error.badPassword': 'La contraseña debe tener al menos 8 caracteres.',
  'error.badPasskey': 'No se pudo verificar esta llave de acceso. Vuelve a intentarlo.',
  'error.badRegions': 'Ingresa cada región una sola vez, con + y dígitos, como +1212.',
  'error.badSchedule': 'Las horas deben ir de 15 en 15 minutos y no deben superponerse.',
  'error.badSignature': 'La firma no es válida.',
  'error.importEnded': 'Esta importación terminó.',
  'error.importHasCalls':
    'Esta importación no se puede deshacer: ya empezaron las llamadas a sus prospectos.',
  'error.importNeedsPhone': 'Elige la columna con los números de teléfono.',
  'error.importNotCounted': 'Las filas todavía se están contando. Inténtalo de nuevo en un momento.',
  'error.importStarted': 'Esta importación ya empezó.',
  'error.pauseNotAllowed': 'Tu cuenta no permite que los agentes pausen las grabaciones.',
  'error.badTag': 'Elige una de las etiquetas.',
  'error.badLimits': 'El primer límite debe ser menor que el segundo, y cada estado debe existir.',
  'error.badStatuses': 'Cada estado necesita un nombre único.',
  'error.badQuestions': 'Cada pregunta necesita un texto único.',
  'error.badScorecard': 'Responde preguntas de la hoja de evaluación, en una llamada con grabación.',
  'error.externalLinksOff': 'Tu cuenta no permite enlaces externos.',
  'error.tooManyExternalLinks':
    'Una grabación puede tener como máximo 20 enlaces externos. Revoca uno primero.',
  'error.signOnIncomplete':
    'Ingresa un nombre, al menos un dominio de correo, el emisor, el ID de cliente y el secreto de cliente.',
  'error.signOnUntried':
    'Inicia sesión una vez con este proveedor antes de desactivar las demás formas de iniciar sesión.',
  'error.tooManyComments': 'Una grabación puede tener como máximo 200 comentarios.',
  'error.badTags': 'Cada etiqueta necesita un nombre, un color y una clave única.',
  'error.badTeam': 'Elige un equipo de tu cuenta.',
  'error.badText': 'El texto tiene caracteres invisibles o dañados. Bórralos o vuelve a ingresar el texto.',
  'error.badTimeZone': 'Elige una zona horaria.',
  'error.badWindow': 'El final debe ser posterior al inicio.',
  'error.callEnded': 'Esta llamada ya terminó.',
  'error.changedMeanwhile': 'Otra persona cambió esto. Tus cambios no se guardaron.',
  'error.confirmFirst': 'Primero confirma tu identidad.',
  'error.countryNotAllowed': 'Tu cuenta no permite llamadas a este país.',
  'error.crmHasTags': 'Este CRM tiene sus propias etiquetas. Deja en blanco el campo para la etiqueta.',
  'error.crmNeedsAddress': 'Ingresa la URL https de tu cuenta en este CRM.',
  'error.crmNeedsClient': 'Salesforce también necesita el ID de cliente.',
  'error.csrf': 'Tu sesión cambió. Recarga la página.',
  'error.databaseAway':
    'Offhook no puede conectarse a su base de datos. Vuelve a intentarlo en unos segundos.',
  'error.diskFull': 'El disco del servidor está lleno. Pide a un administrador que libere espacio.',
  'error.doNotCall': 'No se debe llamar a este prospecto.',
  'error.doNotText': 'No se deben enviar mensajes de texto a este prospecto.',
  'error.emailHasLogin':
    'Este correo electrónico ya tiene acceso a Offhook. Pide a tu administrador que invite otro.',
  'error.emailTaken': 'Este correo electrónico ya está en uso.',
  'error.emergencyNumber': numbers['number.emergency'],
  'error.emptyName': 'Ingresa un nombre.',
  'error.emptyNote': 'La nota debe tener entre 1 y 5000 caracteres.',
  'error.exportRunning': 'Todavía hay otra exportación en curso. Inténtalo de nuevo cuando termine.',
  'error.fileTooLarge': 'El archivo es demasiado grande. Divídelo e importa cada parte.',
  'error.formOrigin':
    'Este formulario no se puede enviar desde este sitio web. Quien lo administra puede agregar el sitio al formulario en Offhook.',
  'error.forbidden': forbidden,
  'error.foreignOrigin': forbidden,
  'error.internal': unknown,
  'error.invalidPhoneNumber': 'Ingresa un número de teléfono válido.',
  'error.factorRequired': 'Tu cuenta exige un segundo factor. Agrega otro antes de eliminar este.',
  'error.lastAdmin': 'Tu cuenta debe tener al menos un administrador.',
  'error.leadBusy': 'Este prospecto está en otra llamada.',
  'error.externalLinkInvalid': 'Este enlace caducó o se revocó. Pide uno nuevo.',
  'error.linkInvalid': 'Este enlace caducó o ya se usó. Pide uno nuevo.',
  'error.mailNotSetUp': 'Esta instalación no envía correos. Copia el enlace.',
  'error.mailedJustNow': 'Se envió un correo hace un momento. Vuelve a intentarlo en un minuto.',
  'error.messageFailed': 'No se pudo enviar el mensaje.',
  'error.messageLength': 'El mensaje debe tener entre 1 y 1600 caracteres.',
  'error.noNumber':
    'Tu cuenta no tiene un número de teléfono desde el cual llamar. Pide a un administrador que agregue uno.',
  'error.noTextConsent': 'Este prospecto no ha aceptado recibir mensajes de texto.',
  'error.notFound': 'No se encontró. Es posible que se haya quitado.',
  'error.numberInUse': 'Este número se ha usado en llamadas y no se puede quitar.',
  'error.numberTaken': 'Este número de teléfono ya está en uso.',
  'error.ownCallUnfinished': 'Primero termina el resultado de tu propia llamada.',
  'error.ownPhoneOffline':
    'Tu teléfono no está en línea. Ábrelo en este navegador o en otro dispositivo y vuelve a intentarlo.',
  'error.ownRights': 'No puedes desactivarte ni quitarte tu propio permiso de administrador.',
  'error.personInCall': 'Esta persona está en una llamada. Vuelve a intentarlo cuando termine.',
  'error.personInFile':
    'Hay una importación de prospectos en curso para esta cuenta. Vuelve a intentarlo cuando termine.',
  'error.passkeysUnavailable':
    'Las llaves de acceso requieren un nombre de dominio y https. Este servidor no los tiene.',
  'error.premiumNumber': 'Tu cuenta no permite llamadas a números de tarifa especial.',
  'error.resultSettled': 'Este resultado ya no se puede deshacer.',
  'error.callbackTime': 'Elige una hora dentro de los próximos 90 días.',
  'error.noLead': 'No se puede devolver la llamada a esta persona.',
  'error.notRecorded': 'Esta llamada no se está grabando.',
  'error.notParked': 'Esta llamada ya no está estacionada.',
  'error.alreadyRinging':
    'Ya se está llamando a tu colega. Para transferir de otra forma, cancela esa llamada.',
  'error.consultNotPossible': 'Solo se puede consultar antes a un colega si el prospecto está conectado.',
  'error.consulting': 'No se puede agregar un prospecto durante una consulta.',
  'error.parkNotPossible': 'Solo se puede estacionar una llamada entre tú y el prospecto.',
  'error.satelliteNumber': 'Tu cuenta no permite llamadas a números satelitales o de redes internacionales.',
  'error.sharedCostNumber': 'Tu cuenta no permite llamadas a números de costo compartido o personales.',
  'error.startingAgain': 'Offhook está por reiniciarse. Vuelve a intentarlo en unos minutos.',
  'error.statusLocked': 'Un administrador activó No molestar. Solo un administrador puede desactivarlo.',
  'error.stepExpired': 'Este inicio de sesión tardó demasiado o ya se usó. Vuelve a iniciar sesión.',
  'error.tagInUse': 'Esta etiqueta está en uso. Cámbiale el nombre en lugar de quitarla.',
  'error.textLater': 'Fuera del horario de mensajes de texto de este prospecto.',
  'error.tooLarge': 'La solicitud es demasiado grande.',
  'error.tooManyCallsOfKey':
    'Esta clave de API solicitó demasiadas llamadas. Vuelve a intentarlo en un minuto.',
  'error.totpUnreadable':
    'No se pueden comprobar los códigos de tu app de autenticación porque cambió la clave del servidor. Usa un código de recuperación o una llave de acceso, o pide a un administrador que elimine tu segundo factor.',
  'error.tooManyPasskeys': 'Ya tienes el máximo de llaves de acceso. Elimina una primero.',
  'error.tooManyReportMails': 'La cuenta ya tiene el máximo de informes por correo. Quita uno primero.',
  'error.tooManyRequests': 'Demasiadas llamadas. Vuelve a intentarlo en un minuto.',
  'error.tooManySubmissions': 'Demasiados intentos. Vuelve a intentarlo más tarde.',
  'error.tooManyTexts': 'Enviaste demasiados mensajes de texto. Vuelve a intentarlo más tarde.',
  'error.tooManyTextsToLead':
    'Se enviaron demasiados mensajes de texto a este prospecto. Vuelve a intentarlo mañana.',
  'error.unauthenticated': 'Inicia sesión para continuar.',
  'error.unavailable': unknown,
  'error.unknownCrm':
    'CRM desconocido. Usa HubSpot, Salesforce, ActiveCampaign o Follow Up Boss, o déjalo en blanco.',
  'error.unknownStatus': 'Este estado ya no se puede elegir.',
  'error.wrongPassword': 'Tu contraseña actual es incorrecta.',

  'gateway.overloaded': 'Offhook está ocupado. Vuelve a intentarlo en unos segundos.',

  'leadBusy.calling':
    '{count, plural, one {{names} está llamando} other {{names} están llamando}} a este prospecto.',
  'leadBusy.ending':
    'La última llamada de este prospecto está terminando. Vuelve a intentarlo en un momento.',
  'leadBusy.others': '{count, plural, one {# más} other {# más}}',
  'leadBusy.own': 'La llamada con este prospecto está timbrando en tu teléfono.',
  'leadBusy.parked': 'La llamada de este prospecto está estacionada. Retómala para hablar con el prospecto.',
  'leadBusy.requested':
    '{count, plural, one {{names} está} other {{names} están}} por llamar a este prospecto.',
  'leadBusy.ringing':
    '{count, plural, one {La llamada con este prospecto está timbrando en el teléfono de {names}.} other {La llamada con este prospecto está timbrando en los teléfonos de {names}.}}',
  'leadBusy.starting': 'Está comenzando otra llamada a este prospecto.',
  'leadBusy.taken': '{name} aceptó la llamada',
  'leadBusy.talking':
    '{count, plural, one {{names} está} other {{names} están}} en una llamada con este prospecto.',
  'leadBusy.voicemail': 'Este prospecto está dejando un mensaje en el buzón de voz.',
  'leadBusy.waiting': 'Este prospecto está llamando y espera a un agente.',

  'request.badField': 'El campo {field} no es válido.',
  'webForm.advice.contact': 'Comunícate con nosotros de otra manera.',
  'webForm.advice.correct': 'Vuelve atrás, corrígelo y envía el formulario otra vez.',
  'webForm.advice.retry': 'Vuelve atrás y envía el formulario otra vez en un minuto.',
  'webForm.noPage': 'No hay nada que mostrar',
  'webForm.noPage.text': 'Para comunicarte con nosotros, vuelve a nuestro sitio web y llena el formulario.',
  'webForm.notSent': 'No se enviaron tus datos',
  'webForm.received': 'Recibimos tus datos.',
  'webForm.thanks': 'Gracias',
  'webForm.tooLarge': 'Escribiste más texto del que podemos recibir.',
  'webForm.tooMany': 'Se enviaron demasiados formularios en el último minuto.',
  'webForm.unavailable': 'No podemos recibir tus datos en este momento.',
  'webForm.unknown': 'Este formulario ya no se usa.',
  'webForm.unreadable': 'Este formulario no está bien configurado.',
} as const satisfies Record<keyof typeof en, string>;
