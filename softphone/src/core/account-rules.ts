/** Accounts and profiles with special behavior. No other file contains their IDs. */

export interface AccountRules {
  /** Replaces the lead's label. */
  readonly showsLeadNames: boolean;
  readonly hidesLeadEmail: boolean;
  readonly hasCustomCrmLink: boolean;
  readonly showsPhoneOnCard: boolean;
  readonly titleShowsPhone: boolean;
  readonly keepsTokenOnDeviceError: boolean;
  readonly autoAccepts: boolean;
}

const ordinary: AccountRules = {
  showsLeadNames: false,
  hidesLeadEmail: false,
  hasCustomCrmLink: false,
  showsPhoneOnCard: false,
  titleShowsPhone: false,
  keepsTokenOnDeviceError: false,
  autoAccepts: false,
};

const accounts: ReadonlyMap<number, AccountRules> = new Map([
  [6671, { ...ordinary, showsLeadNames: true, hidesLeadEmail: true, hasCustomCrmLink: true }],
  [9920, { ...ordinary, showsPhoneOnCard: true }],
  [9420, { ...ordinary, titleShowsPhone: true }],
  [781, { ...ordinary, keepsTokenOnDeviceError: true }],
  [10787, { ...ordinary, autoAccepts: true }],
  [3998, { ...ordinary, autoAccepts: true }],
]);

const profilesNeverAccepted: ReadonlySet<number> = new Set([7703]);

export function accountRules(accountId: number | null): AccountRules {
  return (accountId === null ? undefined : accounts.get(accountId)) ?? ordinary;
}

export function isNeverAutoAccepted(profileId: number | null): boolean {
  return profileId !== null && profilesNeverAccepted.has(profileId);
}
