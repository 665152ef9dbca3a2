/** Whether a lead may be contacted. */

/** How a number got on the list. `erasure`: its lead was erased and must not be called. */
export const DO_NOT_CALL_SOURCES = ['console', 'file', 'command line', 'erasure'] as const;

export const CONSENT_CHANNELS = ['call', 'text', 'both'] as const;
export type ConsentChannel = (typeof CONSENT_CHANNELS)[number];
