/** The sync state is saved before and after each request, so that another process can continue. */

import {
  WEBHOOK_EVENTS,
  type WebhookCall,
  type WebhookEvent,
  type WebhookLead,
} from '@offhook/contract/webhook-events';
import { and, eq, isNull, like, ne } from 'drizzle-orm';
import * as z from 'zod/mini';
import { changeLeads } from '../../leads/change-leads.ts';
import type { Crm } from '../../leads/core/crm-names.ts';
import { english } from '../../platform/core/sentences.ts';
import { type Database, transaction } from '../../platform/database/database.ts';
import type { DatabaseAndClock } from '../../platform/database/query-time.ts';
import { crmCalls, crmContacts, leads, recordings } from '../../platform/database/schema.ts';
import { toNumberFormats } from '../../platform/phone-numbers/phone-numbers.ts';
import { type Clock, elapsed } from '../../platform/process/clock.ts';
import type { SafeHttp } from '../../platform/telephony/safe-http.ts';
import { createActiveCampaign } from './activecampaign.ts';
import { type CrmAccess, type CrmClient, performAction } from './client.ts';
import { toCallEntry } from './core/call-entry.ts';
import { findObstacle, toCrmContact } from './core/contact.ts';
import {
  type DeliveryOutcome,
  initialState,
  isFailure,
  nextStep,
  onFailure,
  onStart,
  onSuccess,
  type RemoteRecord,
  type SyncState,
  type SyncTask,
  UNKNOWN,
} from './core/sync.ts';
import { createFollowUpBoss } from './followupboss.ts';
import { createHubSpot } from './hubspot.ts';
import { createSalesforce } from './salesforce.ts';

export const CrmSettings = z.object({
  makes_contacts: z._default(z.boolean(), true),
  links_recordings: z._default(z.boolean(), false),
  client_id: z._default(z.string(), ''),
  tag_field: z._default(z.string(), ''),
});
export type CrmSettings = z.infer<typeof CrmSettings>;

export interface CrmEndpoint {
  readonly id: number;
  readonly kind: Crm;
  readonly url: string;
  readonly secret: string;
  readonly settings: CrmSettings;
}

export interface CrmDeps extends DatabaseAndClock {
  readonly http: SafeHttp;
  readonly publicUrl: string;
  /** This process is stopping; another one continues from the saved state. */
  readonly isStopping?: () => boolean;
}

/** No request starts after this time. Shorter than the delivery's lease. */
const MAX_RUN_MS = 30_000;

/** Reuses a client and its CRM session until the endpoint changes. */
export function cachedCrmClients(http: SafeHttp, clock: Clock): (destination: CrmEndpoint) => CrmClient {
  const clients = new Map<number, { readonly configKey: string; readonly client: CrmClient }>();
  return ({ id, kind, url, secret, settings }) => {
    const configKey = JSON.stringify([kind, url, secret, settings]);
    const cached = clients.get(id);
    if (cached?.configKey === configKey) return cached.client;
    const client = createCrmClient(kind, http, toAccess(url, secret, settings), clock.now);
    clients.set(id, { configKey, client });
    return client;
  };
}

export function toAccess(url: string, secret: string, settings: CrmSettings): CrmAccess {
  return {
    url: url.replace(/\/+$/, ''),
    token: secret,
    clientId: settings.client_id,
    tagField: settings.tag_field,
  };
}

export function createCrmClient(kind: Crm, http: SafeHttp, access: CrmAccess, now: () => number): CrmClient {
  switch (kind) {
    case 'hubspot':
      return createHubSpot(http, access, now);
    case 'salesforce':
      return createSalesforce(http, access, now);
    case 'activecampaign':
      return createActiveCampaign(http, access, now);
    case 'followupboss':
      return createFollowUpBoss(http, access, now);
    default:
      return kind satisfies never;
  }
}

export async function syncToCrm(
  deps: CrmDeps,
  client: CrmClient,
  destination: CrmEndpoint,
  deliveryId: number,
  body: string,
): Promise<DeliveryOutcome> {
  const { db, clock } = deps;
  const event = readEvent(body);
  const call = event !== null && 'call' in event.data ? event.data.call : null;
  const lead = event !== null && 'lead' in event.data ? event.data.lead : (call?.lead ?? null);
  // A call between agents, or a deleted lead.
  if (event === null || lead === null)
    return { kind: 'delivered', reason: english({ id: 'crm.eventWithoutLead' }) };
  if (!lead.phone_number.startsWith('+'))
    return { kind: 'delivered', reason: english({ id: 'crm.leadErased' }) };
  const task = await buildTask(deps, destination, deliveryId, lead, call);
  const keys: RecordKeys = { destinationId: destination.id, leadId: lead.id, callId: call?.id ?? null };
  let state = initialState(task, ...(await readRecords(db, keys)));
  const startedAt = elapsed(clock);
  for (;;) {
    const step = nextStep(task, state, clock.now());
    if (step.kind === 'finished') {
      if (lead.crm === null) await linkLeadToContact(deps, destination.kind, lead.id, state.contact.id);
      return { kind: 'delivered', reason: step.reason };
    }
    if (step.kind === 'wait') return step;
    if (deps.isStopping?.())
      return { kind: 'wait', until: clock.now(), reason: english({ id: 'crm.stopping' }) };
    if (elapsed(clock) - startedAt > MAX_RUN_MS)
      return { kind: 'retry', error: english({ id: 'crm.tooSlow' }), afterMs: null, mayHaveSucceeded: true };
    const { action } = step;
    const before = onStart(state, action, clock.now());
    if (before !== state) await saveRecords(db, keys, before);
    const outcome = await performAction(client, action);
    if (isFailure(outcome)) {
      await saveRecords(db, keys, onFailure(before, action, outcome));
      return outcome;
    }
    state = onSuccess(task, before, action, outcome, clock.now());
    await saveRecords(db, keys, state);
  }
}

function readEvent(body: string): WebhookEvent | null {
  const parsed = JSON.parse(body) as { readonly type?: unknown };
  const { type } = parsed;
  if (typeof type !== 'string' || !(type in WEBHOOK_EVENTS)) return null;
  return WEBHOOK_EVENTS[type as keyof typeof WEBHOOK_EVENTS].schema.parse(parsed);
}

async function buildTask(
  deps: CrmDeps,
  { kind, settings }: CrmEndpoint,
  deliveryId: number,
  lead: WebhookLead,
  call: WebhookCall | null,
): Promise<SyncTask> {
  const contact = toCrmContact(lead, toNumberFormats(lead.phone_number));
  const urls = call !== null && settings.links_recordings ? await recordingUrls(deps, call.id) : [];
  return {
    deliveryId,
    contact,
    sourceId: lead.crm === kind ? lead.source_id : null,
    entry: call && toCallEntry(call, urls),
    createsContacts: settings.makes_contacts,
    obstacle: findObstacle(kind, contact),
  };
}

async function recordingUrls({ db, publicUrl }: CrmDeps, callId: number): Promise<readonly string[]> {
  const rows = await db
    .select({ id: recordings.id })
    .from(recordings)
    .where(and(eq(recordings.call_id, callId), ne(recordings.status, 'failed')))
    .orderBy(recordings.id);
  return rows.map(({ id }) => `${publicUrl}/api/v1/recordings/${id}.wav`);
}

interface RecordKeys {
  readonly destinationId: number;
  readonly leadId: number;
  readonly callId: number | null;
}

async function readRecords(db: Database, keys: RecordKeys): Promise<[RemoteRecord, RemoteRecord]> {
  const [contact] = await db
    .select()
    .from(crmContacts)
    .where(and(eq(crmContacts.destination_id, keys.destinationId), eq(crmContacts.lead_id, keys.leadId)));
  const [entry] =
    keys.callId === null
      ? []
      : await db
          .select()
          .from(crmCalls)
          .where(and(eq(crmCalls.destination_id, keys.destinationId), eq(crmCalls.call_id, keys.callId)));
  return [
    contact
      ? {
          id: contact.contact_id,
          creatingSince: contact.making_since?.getTime() ?? null,
          createdAt: contact.made_at?.getTime() ?? null,
          writtenFingerprint: contact.written,
          writtenBy: contact.written_by,
        }
      : UNKNOWN,
    entry
      ? {
          id: entry.entry_id,
          creatingSince: entry.making_since?.getTime() ?? null,
          createdAt: null,
          writtenFingerprint: entry.written,
          writtenBy: entry.written_by,
        }
      : UNKNOWN,
  ];
}

async function saveRecords(db: Database, keys: RecordKeys, { contact, entry }: SyncState): Promise<void> {
  const toDate = (at: number | null) => (at === null ? null : new Date(at));
  const { destinationId: destination_id, leadId: lead_id, callId: call_id } = keys;
  const contactRow = {
    contact_id: contact.id,
    making_since: toDate(contact.creatingSince),
    made_at: toDate(contact.createdAt),
    written: contact.writtenFingerprint,
    written_by: contact.writtenBy,
  };
  const entryRow = {
    entry_id: entry.id,
    making_since: toDate(entry.creatingSince),
    written: entry.writtenFingerprint,
    written_by: entry.writtenBy,
  };
  await transaction(db, async (tx) => {
    await tx
      .insert(crmContacts)
      .values({ destination_id, lead_id, ...contactRow })
      .onConflictDoUpdate({ target: [crmContacts.destination_id, crmContacts.lead_id], set: contactRow });
    if (call_id === null) return;
    await tx
      .insert(crmCalls)
      .values({ destination_id, call_id, ...entryRow })
      .onConflictDoUpdate({ target: [crmCalls.destination_id, crmCalls.call_id], set: entryRow });
  });
}

/** Sets the CRM link shown on the lead's card. The CRM itself isn't notified. */
async function linkLeadToContact(
  { db, clock }: CrmDeps,
  crm: Crm,
  leadId: number,
  contactId: string | null,
): Promise<void> {
  if (contactId === null) return;
  await transaction(db, async (tx) => {
    const hasNoCrm = and(
      eq(leads.id, leadId),
      isNull(leads.crm),
      isNull(leads.source_id),
      // An erased lead has no number anymore.
      like(leads.phone_number, '+%'),
    );
    const set = { crm, source_id: contactId, updated_at: new Date(clock.now()) };
    await changeLeads(tx, hasNoCrm, set, crm);
  });
}
