export const DISPOSITIONS = ['contacted', 'voicemail', 'missed', 'removed'] as const;
export type Disposition = (typeof DISPOSITIONS)[number];
