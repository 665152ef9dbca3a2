/** The CRMs into which an account's leads and calls are written, for its administrators. */

import type { ConsoleCrm, NewConsoleCrm } from '@offhook/contract/console/console-entities';
import * as z from 'zod/mini';
import type { ChangeContext, ChangeResult, Id } from '../../accounts/settings/change.ts';
import { type Crm, isCrm } from '../../leads/core/crm-names.ts';
import type { Database } from '../../platform/database/database.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { SafeHttp } from '../../platform/telephony/safe-http.ts';
import {
  addCrm,
  crmsOf,
  type DestinationRow,
  destinationOf,
  NewCrm,
  removeDestination,
} from '../webhooks/destinations.ts';
import { accessOf, CrmSettings, crmClient } from './crm-sync.ts';

export type CrmRow = DestinationRow & { readonly kind: Crm };

/** Where a CRM is at one address for everybody. */
const ADDRESSES: Readonly<Partial<Record<Crm, string>>> = {
  hubspot: 'https://api.hubapi.com',
  followupboss: 'https://api.followupboss.com',
};
/** Those that have tags of their own need no field for one. */
const HAVE_TAG_FIELD: readonly Crm[] = ['hubspot', 'salesforce'];

/** @throws Refusal notFound */
export async function crmOf(tx: Database, accountId: number, id: number): Promise<CrmRow> {
  const row = await destinationOf(tx, accountId, id);
  if (!isCrm(row.kind)) throw new ApiError('notFound');
  return { ...row, kind: row.kind };
}

export async function listCrms(db: Database, accountId: number): Promise<ConsoleCrm[]> {
  return (await crmsOf(db, accountId)).flatMap((row) =>
    isCrm(row.kind) ? [crmView({ ...row, kind: row.kind })] : [],
  );
}

/** Without the token, and without the client's id, which is no secret and nothing that helps here. */
export function crmView(row: CrmRow): ConsoleCrm {
  const { makes_contacts, links_recordings, tag_field } = settingsOf(row);
  return {
    id: row.id,
    kind: row.kind,
    url: row.url,
    makes_contacts,
    links_recordings,
    tag_field,
    trouble: row.trouble,
    trouble_at: row.trouble_at?.toISOString() ?? null,
    paused_until: row.paused_until?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}

const settingsOf = ({ settings }: CrmRow) => z.parse(CrmSettings, settings ?? {});

/** @throws Refusal crmNeedsAddress, crmNeedsClient, crmHasTags, badCrm */
export async function addCrmOf(
  { tx, accountId }: ChangeContext,
  { kind, token, client_id, ...wish }: z.output<typeof NewConsoleCrm>,
): Promise<ChangeResult & { readonly row: CrmRow }> {
  const url = wish.url || ADDRESSES[kind];
  if (url === undefined) throw new ApiError('crmNeedsAddress');
  if (kind === 'salesforce' && !client_id) throw new ApiError('crmNeedsClient');
  if (wish.tag_field && !HAVE_TAG_FIELD.includes(kind)) throw new ApiError('crmHasTags');
  const read = z.safeParse(NewCrm, {
    kind,
    url,
    token,
    settings: {
      ...(wish.makes_contacts !== undefined && { makes_contacts: wish.makes_contacts }),
      ...(wish.links_recordings !== undefined && { links_recordings: wish.links_recordings }),
      ...(client_id && { client_id }),
      ...(wish.tag_field && { tag_field: wish.tag_field }),
    },
  });
  if (!read.success) throw new ApiError('badCrm');
  const row = await addCrm(tx, accountId, read.data);
  return { row: { ...row, kind }, subject: `crm ${row.id}: added, ${kind}` };
}

/** Reads a little of everything that is written, and writes nothing. @returns why it does not let us in; null: it does */
export async function testCrm(http: SafeHttp, row: CrmRow, now: () => number): Promise<string | null> {
  const access = accessOf(row.url, row.secret, settingsOf(row));
  return (await crmClient(row.kind, http, access, now).test())?.error ?? null;
}

/** @throws Refusal notFound */
export async function removeCrm({ tx, accountId, at }: ChangeContext, { id }: Id): Promise<ChangeResult> {
  await crmOf(tx, accountId, id);
  await removeDestination(tx, id, at);
  return { subject: `crm ${id}: removed` };
}
