import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const SOURCE = new URL('../../', import.meta.url);

/** Files that write these rows past `changeLeads`, `upsertLead`, `recordCall` and `recordNote`, and why they may. */
const UNHEARD: Readonly<Record<string, string>> = {
  'calls/conversations.ts': 'records what it writes of a call',
  'calls/in-call/added-leads.ts': 'whose call it is',
  'calls/in-call/rename-lead.ts': 'the name that a call keeps',
  'calls/in-call/undo-added-lead.ts': 'whose call it is',
  'calls/outbound/outbound.ts': 'the number that is shown to the lead',
  'calls/outbound/own-phone.ts': 'the result of a call that still rings',
  'calls/provider-reports.ts': 'the provider’s name for the conference',
  'calls/reconcile.ts': 'when the provider knew the call',
  'calls/results/notes.ts': 'records the note that it writes',
  'demo/seed.ts': 'a new account, which nobody hears',
  'leads/change-leads.ts': 'records what it writes',
  'leads/do-not-call.ts': 'records what it writes',
  'leads/lead-rows.ts': 'records what it writes',
  'leads/unknown-callers.ts': 'whose call it is',
  'messages/missed-text.ts': 'that the one text was sent',
  'operations/backup/after-restore.ts': 'what became of these calls may have been told before',
  'operations/person/erasure.ts': 'what is erased is told to nobody',
  'platform/database/record-news.ts': 'records what it writes',
};

it('only files that record it, or change what nobody hears of, write what is heard', () => {
  const writes = [
    /\bupdate(\(| \$\{)(leads|calls)\b/,
    /\binsert(\((\w+, )?| into \$\{)(leads|notes)\b/,
    /\b(insert|delete)(\(| (into|from) \$\{)doNotCallNumbers\b/,
  ];
  const sources = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => /\.ts$/.test(name) && !/\.test\.ts$|^(testing|system-tests)\//.test(name));
  const found = sources.filter((name) => {
    const text = readFileSync(new URL(name, SOURCE), 'utf8');
    return writes.some((write) => write.test(text));
  });
  expect(found.sort()).toEqual(Object.keys(UNHEARD));
});
