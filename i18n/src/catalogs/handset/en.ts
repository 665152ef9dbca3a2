/** The page of the embedded voice service that acts as a telephone. */
export default {
  'call.accept': 'Answer',
  'call.decline': 'Decline',
  'call.hangUp': 'Hang up',
  'call.mute': 'Mute',

  'dial.call': 'Call',
  'dial.to': 'Number to call',

  'fault.microphone': 'Can’t use the microphone. Allow it in the browser.',
  'fault.noAudio': 'This call has no audio.',
  'fault.notCalled': 'Couldn’t call this number.',
  'fault.notSent': 'Couldn’t send the text.',
  'fault.unknown': 'Something went wrong. Please try again.',

  'handset.keypad': 'Keypad',
  'handset.title': 'Handset',

  'status.calling': 'Calling…',
  'status.connecting': 'Connecting…',
  'status.idle': 'Ready',
  'status.onCall': 'On call',
  'status.ringing': 'Incoming call',
  'status.ringing.title': 'Incoming call from {from}',

  'texts.body': 'Text',
  'texts.empty': 'No texts yet',
  'texts.from': 'From {number}, {time}',
  'texts.send': 'Send',
  'texts.title': 'Texts',
  'texts.to': 'To {number}, {time}',
} as const;
