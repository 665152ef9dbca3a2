export interface ReviewChange {
  readonly callId: number;
  /** In the audit log. */
  readonly action:
    | 'comments add'
    | 'comments set'
    | 'comments remove'
    | 'scorecards set'
    | 'scorecards remove';
}
