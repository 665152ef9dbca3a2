import type { ListChoices } from '@offhook/contract/console/list-filters';
import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { leads, numbers, profiles, tags, teams } from '../../platform/database/schema.ts';
import { supervisesLead, supervisesTeam } from '../../platform/database/team-scope.ts';
import type { SignedInUser } from '../../platform/http/caller.ts';
import { formatPhoneNumber } from '../../platform/phone-numbers/phone-numbers.ts';
import { leadSource } from './lead-source.ts';

/** Sources of older leads aren't offered. */
const NEWEST_LEADS = 20_000;
const MAX_SOURCES = 100;

export async function readListChoices(db: Database, user: SignedInUser): Promise<ListChoices> {
  const { account_id, country_code } = user;
  const newest = db
    .select({ source: leadSource.as('source') })
    .from(leads)
    .where(and(eq(leads.account_id, account_id), isNull(leads.erased_at), supervisesLead(user)))
    .orderBy(desc(leads.id))
    .limit(NEWEST_LEADS)
    .as('newest');
  const sources = await db
    .select({ source: newest.source })
    .from(newest)
    .groupBy(newest.source)
    .orderBy(desc(sql`count(*)`), asc(newest.source))
    .limit(MAX_SOURCES);
  const ownNumbers = await db
    .select({ id: numbers.id, name: numbers.name, phone_number: numbers.phone_number })
    .from(numbers)
    .where(and(eq(numbers.account_id, account_id), supervisesTeam(user, numbers.team_id)))
    .orderBy(asc(numbers.phone_number));
  const ownTags = await db
    .select({ id: tags.id, name: tags.name, team: { id: teams.id, name: teams.name } })
    .from(tags)
    .innerJoin(profiles, eq(profiles.id, tags.profile_id))
    .innerJoin(teams, eq(teams.id, profiles.team_id))
    .where(and(eq(teams.account_id, account_id), supervisesTeam(user, teams.id)))
    .orderBy(asc(teams.name), asc(tags.position), asc(tags.id));
  return {
    success: true,
    sources: sources.flatMap(({ source }) => source ?? []),
    numbers: ownNumbers.map(({ id, name, phone_number }) => ({
      id,
      name,
      phone_number_formatted: formatPhoneNumber(phone_number, country_code),
    })),
    tags: ownTags,
  };
}
