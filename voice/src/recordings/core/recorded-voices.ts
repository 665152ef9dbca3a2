/** Whose voices a recording of a call holds: who is at its far end, whom that one hears, or both. */
export type RecordedVoices = 'both' | 'own' | 'heard';

/** The provider's word for them; anything else is both. */
export function parseTrack(text: string | null | undefined): RecordedVoices {
  return text === 'inbound' ? 'own' : text === 'outbound' ? 'heard' : 'both';
}

export function formatTrack(voices: RecordedVoices): 'inbound' | 'outbound' | 'both' {
  return voices === 'own' ? 'inbound' : voices === 'heard' ? 'outbound' : 'both';
}
