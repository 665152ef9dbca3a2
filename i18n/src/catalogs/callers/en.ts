/** What the telephone says and no account wrote: to callers, leads, and agents on external phones. */
export default {
  'externalPhone.about': '{about}.',
  'externalPhone.ended': 'This call is no longer available. Goodbye.',
  'externalPhone.from': 'From {agent}.',
  'externalPhone.keys': 'Press 1 to accept.',
  'externalPhone.keysOfLead': 'Press 1 to accept, or 9 to remove the lead.',
  'externalPhone.leadRemoved': 'The lead has been removed. Goodbye.',
  'externalPhone.notTaken': 'You did not accept this call. Goodbye.',
  'externalPhone.takenBy': '{agent} accepted this call. Goodbye.',

  'recording.announcement': 'This call is being recorded.',

  'ring.call': 'Incoming call.',
  'ring.conference': 'Incoming conference.',
  'ring.lead': 'Incoming lead.',
  'ring.transfer': 'Incoming transfer.',

  'unavailable.message': 'We are sorry. No one can take your call right now. Please try again later.',

  'voicemail.message':
    'We are sorry. No one can take your call right now. Please leave a message after the tone.',
} as const;
