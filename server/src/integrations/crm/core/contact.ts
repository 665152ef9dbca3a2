/** What a CRM is told of a lead, and which of its contacts is that lead. */

import { createHash } from 'node:crypto';
import type { OutwardLead } from '@offhook/contract/outward';
import type { Crm } from '../../../leads/core/crm-names.ts';
import type { NumberFormats } from '../../../platform/core/number-formats.ts';
import { pick } from '../../../platform/core/pick.ts';

/** Empty or null is not known, and never overwrites what the CRM knows. */
export interface CrmContact {
  readonly number: NumberFormats;
  readonly fname: string;
  readonly lname: string;
  readonly label: string;
  readonly email: string | null;
  readonly company: string | null;
  readonly category: string | null;
  /** Key of the tag that was chosen last. */
  readonly tag: string | null;
  /** Never to be called again. */
  readonly isBarred: boolean;
  /** The lead has called first. */
  readonly hasCalled: boolean;
}

export function contactOf(lead: OutwardLead, number: NumberFormats): CrmContact {
  return {
    number,
    fname: lead.fname.trim(),
    lname: lead.lname.trim(),
    ...pick(lead, 'label', 'email', 'company', 'category', 'tag'),
    isBarred: lead.do_not_call || lead.removed,
    hasCalled: lead.origin === 'inbound',
  };
}

/** Why a CRM can have no contact for this lead; `null`: it can. */
export function obstacleOf(crm: Crm, contact: CrmContact): string | null {
  if (crm === 'activecampaign' && contact.email === null)
    return 'ActiveCampaign has no such contact, and makes none without an email.';
  return null;
}

/** The same for two values that are the same news. */
export function fingerprint(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}

/** Whether a number as somebody wrote it is this one: with its country or without. */
export function isSameNumber(written: string, { phoneNumber, national }: NumberFormats): boolean {
  const digits = written.replace(/\D/g, '');
  if (digits === '') return false;
  if (written.trim().startsWith('+')) return `+${digits}` === phoneNumber;
  return [phoneNumber.slice(1), national, `0${national}`, `00${phoneNumber.slice(1)}`].includes(digits);
}

/** A contact that the CRM has found by something. */
export interface Candidate {
  readonly id: string;
  readonly numbers: readonly (string | null | undefined)[];
  readonly emails: readonly (string | null | undefined)[];
}

/** By the number before the email, because the number is what is called; the CRM's first of several. */
export function chosen(candidates: readonly Candidate[], contact: CrmContact): string | null {
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
