export interface ServiceError {
  /** null if there was no response. */
  readonly status: number | null;
  readonly code: number | null;
  /** System error code such as ECONNREFUSED, or the message. */
  readonly reason: string;
}

export type StorageStep = 'write' | 'read' | 'remove';

export interface ProviderSetupStatus {
  readonly application: 'configured' | 'elsewhere' | 'absent';
  readonly hasConfiguredAppSid: boolean;
  /** Masked. */
  readonly numbers: readonly {
    readonly number: string;
    readonly state: 'configured' | 'elsewhere' | 'absent' | 'on a trunk';
    readonly supportsTexts: boolean;
  }[];
}
