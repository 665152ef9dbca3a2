/** The call's party (`own`), what that party hears (`heard`), or both. */
export type RecordedVoices = 'both' | 'own' | 'heard';

/** Anything but the provider's `inbound` and `outbound` means both. */
export function parseTrack(text: string | null | undefined): RecordedVoices {
  return text === 'inbound' ? 'own' : text === 'outbound' ? 'heard' : 'both';
}

export function formatTrack(voices: RecordedVoices): 'inbound' | 'outbound' | 'both' {
  return voices === 'own' ? 'inbound' : voices === 'heard' ? 'outbound' : 'both';
}
