import { type SQL, sql } from 'drizzle-orm';
import { leads } from '../../platform/database/schema.ts';

/** As in the contract's filter; null without a lead. */
export const leadSource: SQL<string | null> = sql`coalesce('form:' || nullif(${leads.form}, ''),
  'crm:' || nullif(${leads.crm}, ''), ${leads.origin})`;

/** Of a call: that of its lead. */
export const callSource: SQL<string> = sql`coalesce(${leadSource}, 'unknown')`;
