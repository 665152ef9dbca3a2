import { AUDIT_NAMED_KINDS, type AuditNamedKind } from '@offhook/contract/console/integration-entities';

export interface AuditReference {
  readonly kind: AuditNamedKind;
  readonly id: number;
}

/** Fields and filters with the ID of a user. */
const USERS = ['agent', 'creator', 'last_agent', 'missed_by', 'owner', 'taken_by'];
/** More IDs would make the entry unreadable. */
const MAX_REFERENCES = 20;

const REFERENCE = new RegExp(
  `(?<![\\w-])(${[...AUDIT_NAMED_KINDS, ...USERS].join('|')}) (\\d{1,15}(?: \\d{1,15})*)(?![\\w.])`,
  'g',
);

/** What a subject of the audit log, such as 'team 2: user 5 in', refers to by ID. */
export function findReferences(subject: string): readonly AuditReference[] {
  const found = [...subject.matchAll(REFERENCE)].flatMap(([, word = '', ids = '']) => {
    const kind = AUDIT_NAMED_KINDS.find((one) => one === word) ?? 'user';
    return ids.split(' ').map((id) => ({ kind, id: Number(id) }));
  });
  const known = new Map(found.map((one) => [`${one.kind} ${one.id}`, one]));
  return [...known.values()].slice(0, MAX_REFERENCES);
}
