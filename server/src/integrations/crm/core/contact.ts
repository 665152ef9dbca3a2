import { createHash } from 'node:crypto';
import type { WebhookLead } from '@offhook/contract/webhook-events';
import type { Crm } from '../../../leads/core/crm-names.ts';
import type { NumberFormats } from '../../../platform/core/number-formats.ts';
import { pick } from '../../../platform/core/pick.ts';
import { english } from '../../../platform/core/sentences.ts';

/** Empty and null fields never overwrite the CRM's values. */
export interface CrmContact {
  readonly number: NumberFormats;
  readonly fname: string;
  readonly lname: string;
  readonly label: string;
  readonly email: string | null;
  readonly company: string | null;
  readonly category: string | null;
  readonly tag: string | null;
  readonly doNotCall: boolean;
  readonly calledFirst: boolean;
}

export function toCrmContact(lead: WebhookLead, number: NumberFormats): CrmContact {
  return {
    number,
    fname: lead.fname.trim(),
    lname: lead.lname.trim(),
    ...pick(lead, 'label', 'email', 'company', 'category', 'tag'),
    doNotCall: lead.do_not_call || lead.removed,
    calledFirst: lead.origin === 'inbound',
  };
}

/** Why the CRM can't create a contact for this lead, or null. */
export function findObstacle(crm: Crm, contact: CrmContact): string | null {
  if (crm === 'activecampaign' && contact.email === null) return english({ id: 'crm.emailNeeded' });
  return null;
}

export function fingerprint(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}

/** `written` may be in any format, with or without the country code. */
export function isSameNumber(written: string, { phoneNumber, national }: NumberFormats): boolean {
  const digits = written.replace(/\D/g, '');
  if (digits === '') return false;
  if (written.trim().startsWith('+')) return `+${digits}` === phoneNumber;
  return [phoneNumber.slice(1), national, `0${national}`, `00${phoneNumber.slice(1)}`].includes(digits);
}

export interface Candidate {
  readonly id: string;
  readonly numbers: readonly (string | null | undefined)[];
  readonly emails: readonly (string | null | undefined)[];
}

/** A match by number takes precedence over one by email. */
export function chooseContact(candidates: readonly Candidate[], contact: CrmContact): string | null {
  const byNumber = candidates.find(({ numbers }) =>
    numbers.some((one) => typeof one === 'string' && isSameNumber(one, contact.number)),
  );
  if (byNumber) return byNumber.id;
  const email = contact.email?.toLowerCase();
  const byEmail = candidates.find(({ emails }) =>
    emails.some((one) => email && typeof one === 'string' && one.toLowerCase() === email),
  );
  return byEmail?.id ?? null;
}
