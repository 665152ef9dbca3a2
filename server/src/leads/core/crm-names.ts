import { CRMS } from '@offhook/contract/leads/crms';
export type Crm = (typeof CRMS)[number];

export function isCrm(name: string | null | undefined): name is Crm {
  return CRMS.some((one) => one === name);
}
