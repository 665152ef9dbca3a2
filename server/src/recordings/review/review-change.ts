export interface ReviewChange {
  readonly callId: number;
  /** In the audit log. */
  readonly action:
    | 'comments add'
    | 'comments set'
    | 'comments remove'
    | 'scorecards set'
    | 'scorecards remove'
    | 'external links add'
    | 'external links revoke';
  /** In the audit log. Default: the call. */
  readonly subject?: string;
}
