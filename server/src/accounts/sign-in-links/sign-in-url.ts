import { SIGN_IN_PAGES } from '@offhook/contract/client/sign-in-pages';

/** The fragment is never sent to a server, so no log has the token. */
export function invitationUrl(publicUrl: string, token: string): string {
  return `${publicUrl}${SIGN_IN_PAGES.invitation}#${token}`;
}

export function newPasswordUrl(publicUrl: string, token: string): string {
  return `${publicUrl}${SIGN_IN_PAGES.newPassword}#${token}`;
}
