/** What a failed attempt means for the mail. */
export interface MailFailure {
  /** `permanent`: this recipient or this mail will never be accepted. */
  readonly kind: 'permanent' | 'temporary';
  /** The server may have accepted the mail, as its answer was lost. */
  readonly isUncertain: boolean;
  readonly reason: string;
}

const MAX_REASON = 200;

/** About the recipient or the content; other errors are about the server, the sender or the keys. */
const ABOUT_THE_MAIL = ['RCPT TO', 'DATA'];

export function toMailFailure(error: unknown): MailFailure {
  const { responseCode, command, code, message, response } = (error ?? {}) as {
    readonly responseCode?: number;
    readonly command?: string;
    readonly code?: string;
    readonly message?: string;
    readonly response?: string;
  };
  const isRejected = responseCode !== undefined && responseCode >= 500;
  const hasNoRecipient = responseCode === undefined && code === 'EENVELOPE';
  const isPermanent = (isRejected && ABOUT_THE_MAIL.includes(command ?? '')) || hasNoRecipient;
  return {
    kind: isPermanent ? 'permanent' : 'temporary',
    isUncertain: responseCode === undefined && !isPermanent,
    reason: oneLine(response ?? `${code ?? ''} ${message ?? String(error)}`).slice(0, MAX_REASON),
  };
}

/** A header or a reason has no line breaks or control characters. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}
