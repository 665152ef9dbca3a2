import type { CRMS } from '@offhook/contract/leads/crms';
import { LeadIntake } from '@offhook/contract/requests/intake-requests';
import * as z from 'zod/mini';

const text = z.optional(z.nullable(z.union([z.string(), z.number()])));
/** HubSpot's workflows wrap values in an object; its newer API doesn't. */
const property = z.optional(z.nullable(z.union([z.string(), z.number(), z.object({ value: text })])));
type Value = z.infer<typeof property>;

const HubSpot = z.object({
  vid: text,
  objectId: text,
  id: text,
  properties: z.object({
    firstname: property,
    lastname: property,
    phone: property,
    mobilephone: property,
    email: property,
    company: property,
    lifecyclestage: property,
    hs_object_id: property,
  }),
});

const Salesforce = z.object({
  Id: text,
  FirstName: text,
  LastName: text,
  Phone: text,
  MobilePhone: text,
  Email: text,
  Company: text,
  LeadSource: text,
});

const ActiveCampaign = z.object({
  'contact[id]': text,
  'contact[first_name]': text,
  'contact[last_name]': text,
  'contact[phone]': text,
  'contact[email]': text,
  'contact[orgname]': text,
  'contact[customer_acct_name]': text,
});

const values = z.optional(z.array(z.object({ value: text, isPrimary: z.optional(z.unknown()) })));
const FollowUpBoss = z.object({
  person: z.object({
    id: text,
    firstName: text,
    lastName: text,
    phones: values,
    emails: values,
    stage: text,
    assignedTo: text,
  }),
});

export type Crm = (typeof CRMS)[number];

/** Null if it isn't a lead from that CRM or has no phone number. */
export function readCrmLead(crm: Crm, body: unknown): LeadIntake | null {
  const fields = toLeadFields(crm, body);
  if (fields === null) return null;
  const parsed = z.safeParse(LeadIntake, { ...fields, crm });
  return parsed.success && parsed.data.phone_number !== '' ? parsed.data : null;
}

function toLeadFields(crm: Crm, body: unknown): Record<string, string> | null {
  switch (crm) {
    case 'hubspot': {
      const { data } = z.safeParse(HubSpot, body);
      if (!data) return null;
      const { properties: p } = data;
      return omitEmpty({
        phone_number: firstNonEmpty(p.phone, p.mobilephone),
        fname: p.firstname,
        lname: p.lastname,
        email: p.email,
        company: p.company,
        category: p.lifecyclestage,
        source_id: firstNonEmpty(data.vid, data.objectId, p.hs_object_id, data.id),
      });
    }
    case 'salesforce': {
      const { data } = z.safeParse(Salesforce, body);
      if (!data) return null;
      return omitEmpty({
        phone_number: firstNonEmpty(data.Phone, data.MobilePhone),
        fname: data.FirstName,
        lname: data.LastName,
        email: data.Email,
        company: data.Company,
        category: data.LeadSource,
        source_id: data.Id,
      });
    }
    case 'activecampaign': {
      const { data } = z.safeParse(ActiveCampaign, body);
      if (!data) return null;
      return omitEmpty({
        phone_number: data['contact[phone]'],
        fname: data['contact[first_name]'],
        lname: data['contact[last_name]'],
        email: data['contact[email]'],
        company: firstNonEmpty(data['contact[orgname]'], data['contact[customer_acct_name]']),
        source_id: data['contact[id]'],
      });
    }
    case 'followupboss': {
      const { data } = z.safeParse(FollowUpBoss, body);
      if (!data) return null;
      const { person } = data;
      return omitEmpty({
        phone_number: primaryValue(person.phones),
        fname: person.firstName,
        lname: person.lastName,
        email: primaryValue(person.emails),
        category: person.stage,
        source_id: person.id,
      });
    }
    default:
      return crm satisfies never;
  }
}

function primaryValue(list: z.infer<typeof values>): Value {
  return (list?.find(({ isPrimary }) => Boolean(isPrimary)) ?? list?.[0])?.value;
}

function firstNonEmpty(...values: readonly Value[]): Value {
  return values.find((value) => toText(value) !== '');
}

function toText(value: Value): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? toText(value.value) : String(value).trim();
}

function omitEmpty(fields: Readonly<Record<string, Value>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      const text = toText(value);
      return text === '' ? [] : [[name, text]];
    }),
  );
}
