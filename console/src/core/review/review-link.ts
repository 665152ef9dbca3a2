import { CONSOLE_ROOT } from '../addresses.ts';

export interface RecordingPlace {
  readonly recordingId: number;
  /** Whole seconds. */
  readonly at: number;
}

/** Opens only for users of the account who may listen. @param origin of the console */
export function recordingLink(origin: string, callId: number, { recordingId, at }: RecordingPlace): string {
  const place = new URLSearchParams({ recording: String(recordingId), at: String(Math.floor(at)) });
  return `${origin}${CONSOLE_ROOT}/calls/${callId}?${place}`;
}

/** null if the address names no recording. */
export function linkedPlace(search: URLSearchParams): RecordingPlace | null {
  const number = (name: string) => {
    const text = search.get(name) ?? '';
    return /^\d{1,15}$/.test(text) ? Number(text) : null;
  };
  const recordingId = number('recording');
  return recordingId === null ? null : { recordingId, at: Math.min(number('at') ?? 0, 86_400) };
}
