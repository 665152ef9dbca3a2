import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const SOURCE = new URL('../../', import.meta.url);

/** Why these files may write rows without `changeLeads`, `upsertLead`, `recordCallEvent` and `recordNoteEvent`. */
const WRITERS: Readonly<Record<string, string>> = {
  'calls/conversations.ts': 'records the event itself',
  'calls/in-call/added-leads.ts': 'assigns the call to a lead',
  'calls/in-call/rename-lead.ts': 'the lead’s name on the call',
  'calls/in-call/undo-added-lead.ts': 'assigns the call to a lead',
  'calls/outbound/external-phone.ts': 'the result of a ringing call',
  'calls/outbound/place-call.ts': 'the caller ID',
  'calls/provider-callbacks.ts': 'the conference’s SID',
  'calls/reconcile.ts': 'when the provider last saw the call',
  'calls/results/notes.ts': 'records the event itself',
  'demo/seed.ts': 'a new account without webhooks',
  'leads/change-leads.ts': 'records the event itself',
  'leads/do-not-call/do-not-call.ts': 'records the event itself',
  'leads/lead-rows.ts': 'records the event itself',
  'leads/store-leads.ts': 'records the event itself',
  'leads/unknown-callers.ts': 'assigns the call to a lead',
  'messages/missed-text.ts': 'that the missed-call text was sent',
  'operations/backup/after-restore.ts': 'these calls may have been reported before the backup',
  'operations/person/erasure.ts': 'erasure sends no events',
  'platform/database/record-events.ts': 'records the event itself',
};

it('only listed files write rows that cause webhook events', () => {
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
  expect(found.sort()).toEqual(Object.keys(WRITERS));
});
