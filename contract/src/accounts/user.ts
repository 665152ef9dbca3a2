/** Unknown keys are dropped while parsing, so a newer server doesn't break an older phone. */
import * as z from 'zod/mini';
import { nullableText } from '../nullable-text.ts';
import { CLOCKS, DATE_ORDERS, LANGUAGES } from './languages.ts';

export const Integrations = z.object({
  hubspot_id: nullableText,
  salesforce_domain: nullableText,
  activecampaign_domain: nullableText,
  /** https, with `{source_id}`; shown only for account 6671. */
  custom_crm_url: z.optional(nullableText),
});
export type Integrations = z.infer<typeof Integrations>;

/**
 * How texts, dates and times are shown to a user. Null: the browser's default, also for values that only a newer server
 * knows.
 */
const localeFields = {
  language: z.catch(z.nullable(z.enum(LANGUAGES)), null),
  clock: z.catch(z.nullable(z.enum(CLOCKS)), null),
  date_order: z.catch(z.nullable(z.enum(DATE_ORDERS)), null),
  /** IANA name of the zone in which the user sees times; null: an older server. */
  time_zone: z._default(nullableText, null),
};

const userFields = {
  id: z.int(),
  account_id: z.int(),
  full_name: z.string(),
  email: z.string(),
  phone_number_formatted: z.string(),
  /** A path on this server, which proxies the picture. */
  profile_picture: z.string(),
};

/** Has defaults for fields that a server may omit. */
export const User = z.object({
  ...userFields,
  permissions: z._default(z.array(z.string()), []),
  /** Of a supervisor of given teams; null: of the whole account. */
  supervised_team_ids: z._default(z.nullable(z.array(z.int())), null),
  integrations: z._default(Integrations, {
    hubspot_id: null,
    salesforce_domain: null,
    activecampaign_domain: null,
  }),
  country_code: z._default(nullableText, null),
  ...localeFields,
  /** Language of texts to leads. English if the server omits it or sends an unknown one. */
  account_language: z.catch(z.enum(LANGUAGES), 'en'),
});
export type User = z.infer<typeof User>;

export const MaybeUser = z.partial(
  z.object({
    ...userFields,
    permissions: z.array(z.string()),
    supervised_team_ids: z.nullable(z.array(z.int())),
    integrations: Integrations,
    country_code: nullableText,
    account_language: z.enum(LANGUAGES),
  }),
);
