import type { LeadFilters } from '@offhook/contract/console/list-filters';
import { and, eq, gte, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { likePattern } from '../../platform/database/paging.ts';
import { hasLeadContact, leadContactTerms, leadSearchTerms, leads } from '../../platform/database/schema.ts';
import { type Reader, supervisesLead } from '../../platform/database/team-scope.ts';
import { hasTextOrNumber } from '../../platform/database/text-search.ts';
import { contactSearch, leadSearch } from '../lead-search/core/lead-search.ts';
import { given } from './given.ts';
import { leadSource } from './lead-source.ts';

/** Erased people aren't listed. */
export function matchesLeadFilters(reader: Reader, filters: LeadFilters): SQL | undefined {
  const { search, team_id, owner_id, source, tag_id, state, from, to } = filters;
  return and(
    eq(leads.account_id, reader.account_id),
    supervisesLead(reader),
    isNull(leads.erased_at),
    given(team_id, (id) => eq(leads.team_id, id)),
    given(owner_id, (id) => eq(leads.owner_user_id, id)),
    given(source, (one) => sql`${leadSource} = ${one}`),
    given(tag_id, (id) => eq(leads.tag_id, id)),
    given(state, isInState),
    given(from, (at) => gte(leads.created_at, new Date(at))),
    given(to, (at) => lt(leads.created_at, new Date(at))),
    matchesText(reader.account_id, search),
  );
}

/** By the indexes, unless the text is so short that it's in nearly every lead. */
function matchesText(accountId: number, search: string): SQL | undefined {
  if (search === '') return undefined;
  const named = leadSearch(accountId, search);
  const contact = contactSearch(accountId, search);
  if (named === null && contact === null) {
    const texts = sql`concat_ws(' ', ${leads.label}, ${leads.company}, ${leads.email}, ${leads.phone_number})`;
    return hasTextOrNumber(texts, leads.phone_number, search);
  }
  const numbers = (named?.digits ?? []).map((parts) =>
    or(...parts.map((part) => sql`${leads.phone_number} like ${likePattern(part)}`)),
  );
  return or(
    named === null
      ? undefined
      : and(sql`${leadSearchTerms(leads)} @@ lower(${named.terms})::tsquery`, ...numbers),
    contact === null
      ? undefined
      : and(hasLeadContact(leads), sql`${leadContactTerms(leads)} @@ lower(${contact})::tsquery`),
  );
}

/** As the list marks them: a removed lead isn't also shown as one not to call. */
function isInState(state: NonNullable<LeadFilters['state']>): SQL | undefined {
  switch (state) {
    case 'callable':
      return and(isNull(leads.removed_at), eq(leads.do_not_call, false));
    case 'do_not_call':
      return and(isNull(leads.removed_at), eq(leads.do_not_call, true));
    case 'removed':
      return isNotNull(leads.removed_at);
    default:
      return state satisfies never;
  }
}
