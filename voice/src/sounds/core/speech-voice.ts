import type { Say } from '../../twiml/core/verbs.ts';

export type SpeechVoice =
  | { readonly program: 'flite'; readonly name: 'rms' | 'slt' }
  | { readonly program: 'espeak-ng'; readonly name: 'es-419+m3' | 'es-419+f3' };

/**
 * Flite is bundled with the voice service and has English voices only. Spanish needs espeak-ng, whose license doesn't
 * let us bundle it; without it, the English voice reads the text.
 */
export function speechVoice(
  { language, voice }: Pick<Say, 'language' | 'voice'>,
  hasEspeak: boolean,
): SpeechVoice {
  const isMan = voice === 'man';
  if (language === 'es' && hasEspeak)
    return { program: 'espeak-ng', name: isMan ? 'es-419+m3' : 'es-419+f3' };
  return { program: 'flite', name: isMan ? 'rms' : 'slt' };
}
