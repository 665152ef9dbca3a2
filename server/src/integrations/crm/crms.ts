import type { ConsoleCrm, NewConsoleCrm } from '@offhook/contract/console/integration-entities';
import * as z from 'zod/mini';
import type {
  ChangeContext,
  ChangeResult,
  Id,
  SecretsChangeContext,
} from '../../accounts/settings/change.ts';
import { type Crm, isCrm } from '../../leads/core/crm-names.ts';
import { english } from '../../platform/core/sentences.ts';
import type { Database } from '../../platform/database/database.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { StoredSecrets } from '../../platform/secrets/stored-secrets.ts';
import type { SafeHttp } from '../../platform/telephony/safe-http.ts';
import {
  addCrm,
  type EndpointRow,
  findEndpoint,
  listCrmEndpoints,
  NewCrm,
  recordSuccess,
  recordTrouble,
  removeEndpoint,
} from '../webhooks/endpoints.ts';
import { CrmSettings, createCrmClient, toAccess } from './crm-sync.ts';

export type CrmRow = EndpointRow & { readonly kind: Crm };

/** CRMs with one URL for all customers. */
const DEFAULT_URLS: Readonly<Partial<Record<Crm, string>>> = {
  hubspot: 'https://api.hubapi.com',
  followupboss: 'https://api.followupboss.com',
};
/** The other CRMs have native tags. */
const SUPPORT_TAG_FIELD: readonly Crm[] = ['hubspot', 'salesforce'];

export async function findCrm(tx: Database, accountId: number, id: number): Promise<CrmRow> {
  const row = await findEndpoint(tx, accountId, id);
  if (!isCrm(row.kind)) throw new ApiError('notFound');
  return { ...row, kind: row.kind };
}

export async function listCrms(db: Database, accountId: number): Promise<ConsoleCrm[]> {
  return (await listCrmEndpoints(db, accountId)).flatMap((row) =>
    isCrm(row.kind) ? [crmView({ ...row, kind: row.kind })] : [],
  );
}

/** Leaves out the token and the OAuth client ID. */
export function crmView(row: CrmRow): ConsoleCrm {
  const { makes_contacts, links_recordings, tag_field } = parseSettings(row);
  return {
    id: row.id,
    kind: row.kind,
    url: row.url,
    makes_contacts,
    links_recordings,
    tag_field,
    is_tested: row.trouble_at !== null,
    trouble: row.trouble,
    trouble_at: row.trouble === null ? null : (row.trouble_at?.toISOString() ?? null),
    paused_until: row.paused_until?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}

const parseSettings = ({ settings }: CrmRow) => z.parse(CrmSettings, settings ?? {});

/** @throws ApiError crmNeedsAddress, crmNeedsClient, crmHasTags, badCrm */
export async function connectCrm(
  { tx, accountId, secrets }: SecretsChangeContext,
  { kind, token, client_id, ...input }: z.output<typeof NewConsoleCrm>,
): Promise<ChangeResult & { readonly row: CrmRow }> {
  const url = input.url || DEFAULT_URLS[kind];
  if (url === undefined) throw new ApiError('crmNeedsAddress');
  if (kind === 'salesforce' && !client_id) throw new ApiError('crmNeedsClient');
  if (input.tag_field && !SUPPORT_TAG_FIELD.includes(kind)) throw new ApiError('crmHasTags');
  const parsed = z.safeParse(NewCrm, {
    kind,
    url,
    token,
    settings: {
      ...(input.makes_contacts !== undefined && { makes_contacts: input.makes_contacts }),
      ...(input.links_recordings !== undefined && { links_recordings: input.links_recordings }),
      ...(client_id && { client_id }),
      ...(input.tag_field && { tag_field: input.tag_field }),
    },
  });
  if (!parsed.success) throw new ApiError('badCrm');
  const row = await addCrm(tx, secrets, accountId, parsed.data);
  return { row: { ...row, kind }, subject: `crm ${row.id}: added, ${kind}` };
}

/** @returns the CRM's error, or null if we have access */
export async function testCrm(
  deps: { readonly db: Database; readonly http: SafeHttp; readonly secrets: StoredSecrets },
  row: CrmRow,
  now: () => number,
): Promise<string | null> {
  const error = await tryAccess(deps, row, now);
  await (error === null
    ? recordSuccess(deps.db, row.id, now())
    : recordTrouble(deps.db, row.id, error, now()));
  return error;
}

async function tryAccess(
  { http, secrets }: { readonly http: SafeHttp; readonly secrets: StoredSecrets },
  row: CrmRow,
  now: () => number,
): Promise<string | null> {
  const token = secrets.open('destinations', row.id, row.secret);
  if (token === null) return english({ id: 'delivery.secretUnreadable' });
  const access = toAccess(row.url, token, parseSettings(row));
  return (await createCrmClient(row.kind, http, access, now).test())?.error ?? null;
}

export async function removeCrm({ tx, accountId, at }: ChangeContext, { id }: Id): Promise<ChangeResult> {
  await findCrm(tx, accountId, id);
  await removeEndpoint(tx, id, at);
  return { subject: `crm ${id}: removed` };
}
