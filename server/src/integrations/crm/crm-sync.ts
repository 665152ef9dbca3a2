/** One event is written into one CRM: request by request, each kept before the next, as the core decides. */

import {
  OUTWARD_EVENTS,
  type OutwardCall,
  type OutwardEvent,
  type OutwardLead,
} from '@offhook/contract/outward';
import { and, eq, isNull, like, ne } from 'drizzle-orm';
import * as z from 'zod/mini';
import { changeLeads } from '../../leads/change-leads.ts';
import type { Crm } from '../../leads/core/crm-names.ts';
import { type Database, transaction } from '../../platform/database/database.ts';
import type { DatabaseAndClock } from '../../platform/database/query-time.ts';
import { crmCalls, crmContacts, leads, recordings } from '../../platform/database/schema.ts';
import { toNumberFormats } from '../../platform/phone-numbers/phone-numbers.ts';
import { type Clock, elapsed } from '../../platform/process/clock.ts';
import type { SafeHttp } from '../../platform/telephony/safe-http.ts';
import { createActiveCampaign } from './activecampaign.ts';
import { type CrmAccess, type CrmClient, perform } from './client.ts';
import { entryOf } from './core/call-entry.ts';
import { contactOf, obstacleOf } from './core/contact.ts';
import {
  afterSetback,
  begun,
  heard,
  isSetback,
  next,
  type Remote,
  type State,
  start,
  type Task,
  type Told,
  UNKNOWN,
} from './core/sync.ts';
import { createFollowUpBoss } from './followupboss.ts';
import { createHubSpot } from './hubspot.ts';
import { createSalesforce } from './salesforce.ts';

/** How an account wants its CRM written to. */
export const CrmSettings = z.object({
  /** Leads that the CRM does not have are made there. */
  makes_contacts: z._default(z.boolean(), true),
  /** Addresses of recordings are told; to listen still takes a login. */
  links_recordings: z._default(z.boolean(), false),
  client_id: z._default(z.string(), ''),
  tag_field: z._default(z.string(), ''),
});
export type CrmSettings = z.infer<typeof CrmSettings>;

export interface CrmDestination {
  readonly id: number;
  readonly kind: Crm;
  readonly url: string;
  readonly secret: string;
  readonly settings: CrmSettings;
}

export interface CrmParts extends DatabaseAndClock {
  readonly http: SafeHttp;
  /** Without a slash at the end. */
  readonly publicUrl: string;
  /** This process ends: another one goes on, from the last thing that the CRM was told. */
  readonly isEnding?: () => boolean;
}

/** A run's requests begin within this time; the claim of its delivery lasts longer. */
const LONGEST_RUN_MS = 30_000;

/** Clients keep what they have logged in with, for as long as their destination stays as it is. */
export function crmClients(http: SafeHttp, clock: Clock): (destination: CrmDestination) => CrmClient {
  const kept = new Map<number, { readonly of: string; readonly client: CrmClient }>();
  return ({ id, kind, url, secret, settings }) => {
    const of = JSON.stringify([kind, url, secret, settings]);
    const known = kept.get(id);
    if (known?.of === of) return known.client;
    const client = crmClient(kind, http, accessOf(url, secret, settings), clock.now);
    kept.set(id, { of, client });
    return client;
  };
}

export function accessOf(url: string, secret: string, settings: CrmSettings): CrmAccess {
  return {
    url: url.replace(/\/+$/, ''),
    token: secret,
    clientId: settings.client_id,
    tagField: settings.tag_field,
  };
}

export function crmClient(kind: Crm, http: SafeHttp, access: CrmAccess, now: () => number): CrmClient {
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

export async function tellCrm(
  parts: CrmParts,
  client: CrmClient,
  destination: CrmDestination,
  delivery: number,
  body: string,
): Promise<Told> {
  const { db, clock } = parts;
  const event = readEvent(body);
  const call = event !== null && 'call' in event.data ? event.data.call : null;
  const lead = event === null ? null : 'lead' in event.data ? event.data.lead : event.data.call.lead;
  // A call among agents, or one whose lead is there no more.
  if (event === null || lead === null) return { kind: 'taken', why: 'It is about no lead.' };
  if (!lead.phone_number.startsWith('+')) return { kind: 'taken', why: 'The lead was erased.' };
  const task = await taskOf(parts, destination, delivery, lead, call);
  const keys: Keys = { destinationId: destination.id, leadId: lead.id, callId: call?.id ?? null };
  let state = start(task, ...(await readKnown(db, keys)));
  const startedAt = elapsed(clock);
  for (;;) {
    const step = next(task, state, clock.now());
    if (step.kind === 'finished') {
      if (lead.crm === null) await adoptContact(parts, destination.kind, lead.id, state.contact.id);
      return { kind: 'taken', why: step.why };
    }
    if (step.kind === 'wait') return step;
    if (parts.isEnding?.()) return { kind: 'wait', until: clock.now(), why: 'The process ended.' };
    if (elapsed(clock) - startedAt > LONGEST_RUN_MS)
      return { kind: 'later', error: 'The CRM answers slowly.', afterMs: null, isUnheard: true };
    const { deed } = step;
    const before = begun(state, deed, clock.now());
    if (before !== state) await keep(db, keys, before);
    const outcome = await perform(client, deed);
    if (isSetback(outcome)) {
      await keep(db, keys, afterSetback(before, deed, outcome));
      return outcome;
    }
    state = heard(task, before, deed, outcome, clock.now());
    await keep(db, keys, state);
  }
}

function readEvent(body: string): OutwardEvent | null {
  const parsed = JSON.parse(body) as { readonly type?: unknown };
  const { type } = parsed;
  if (typeof type !== 'string' || !(type in OUTWARD_EVENTS)) return null;
  return OUTWARD_EVENTS[type as keyof typeof OUTWARD_EVENTS].schema.parse(parsed);
}

async function taskOf(
  parts: CrmParts,
  { kind, settings }: CrmDestination,
  delivery: number,
  lead: OutwardLead,
  call: OutwardCall | null,
): Promise<Task> {
  const contact = contactOf(lead, toNumberFormats(lead.phone_number));
  const addresses = call !== null && settings.links_recordings ? await recordingsOf(parts, call.id) : [];
  return {
    delivery,
    contact,
    sourceId: lead.crm === kind ? lead.source_id : null,
    entry: call && entryOf(call, addresses),
    makesContacts: settings.makes_contacts,
    obstacle: obstacleOf(kind, contact),
  };
}

async function recordingsOf({ db, publicUrl }: CrmParts, callId: number): Promise<readonly string[]> {
  const rows = await db
    .select({ id: recordings.id })
    .from(recordings)
    .where(and(eq(recordings.call_id, callId), ne(recordings.status, 'failed')))
    .orderBy(recordings.id);
  return rows.map(({ id }) => `${publicUrl}/api/v1/recordings/${id}.wav`);
}

interface Keys {
  readonly destinationId: number;
  readonly leadId: number;
  readonly callId: number | null;
}

async function readKnown(db: Database, keys: Keys): Promise<[Remote, Remote]> {
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
          makingSince: contact.making_since?.getTime() ?? null,
          madeAt: contact.made_at?.getTime() ?? null,
          written: contact.written,
          writtenBy: contact.written_by,
        }
      : UNKNOWN,
    entry
      ? {
          id: entry.entry_id,
          makingSince: entry.making_since?.getTime() ?? null,
          madeAt: null,
          written: entry.written,
          writtenBy: entry.written_by,
        }
      : UNKNOWN,
  ];
}

async function keep(db: Database, keys: Keys, { contact, entry }: State): Promise<void> {
  const moment = (at: number | null) => (at === null ? null : new Date(at));
  const { destinationId: destination_id, leadId: lead_id, callId: call_id } = keys;
  const contactRow = {
    contact_id: contact.id,
    making_since: moment(contact.makingSince),
    made_at: moment(contact.madeAt),
    written: contact.written,
    written_by: contact.writtenBy,
  };
  const entryRow = {
    entry_id: entry.id,
    making_since: moment(entry.makingSince),
    written: entry.written,
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

/** A lead of no CRM belongs to the one that has it now, so that its card leads there. That is no news for the CRM. */
async function adoptContact(
  { db, clock }: CrmParts,
  crm: Crm,
  leadId: number,
  contactId: string | null,
): Promise<void> {
  if (contactId === null) return;
  await transaction(db, async (tx) => {
    const isNobodys = and(
      eq(leads.id, leadId),
      isNull(leads.crm),
      isNull(leads.source_id),
      // Not one that was erased meanwhile.
      like(leads.phone_number, '+%'),
    );
    const set = { crm, source_id: contactId, updated_at: new Date(clock.now()) };
    await changeLeads(tx, isNobodys, set, crm);
  });
}
