/** Columns with secrets that the server must read again. `idType`: of the column that identifies the row. */
export const SECRET_COLUMNS = {
  authenticatorApps: { table: 'totp_factors', id: 'user_id', idType: 'bigint', column: 'secret' },
  /** Not confirmed by a code yet. */
  newAuthenticatorApps: { table: 'sign_in_steps', id: 'token_hash', idType: 'text', column: 'totp_secret' },
  singleSignOn: { table: 'single_sign_on', id: 'account_id', idType: 'bigint', column: 'client_secret' },
  /** Signing secrets of webhooks, and tokens of CRMs. */
  destinations: { table: 'outward_destinations', id: 'id', idType: 'bigint', column: 'secret' },
} as const;
export type SecretKind = keyof typeof SECRET_COLUMNS;

export interface SecretPlace {
  readonly kind: SecretKind;
  readonly id: number | string;
}
