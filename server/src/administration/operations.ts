/**
 * What an administrator can change, by the names that the audit log uses. Each operation runs in the caller's
 * transaction. The console's requests and the command line only read the input and show the outcome.
 */
import type { NewTeam } from '@offhook/contract/console/console-entities';
import { RETENTION_GRACE_MS } from '@offhook/contract/limits';
import type { Done } from '../accounts/settings/change.ts';
import { addApiKey, revokeApiKey } from '../accounts/settings/keys.ts';
import { addNumber, changeNumber, removeNumber } from '../accounts/settings/numbers.ts';
import {
  addPerson,
  changePerson,
  logOut,
  personOf,
  setPassword,
  type UserFields,
} from '../accounts/settings/people.ts';
import type { ConsoleBody } from '../accounts/settings/request.ts';
import { changeRules } from '../accounts/settings/rules.ts';
import { addTeam, changeTeam, type TeamFields } from '../accounts/settings/teams.ts';
import { addCrmOf, removeCrm } from '../integrations/crm/crms.ts';
import {
  addWebhook,
  changeWebhook,
  removeWebhook,
  replayDelivery,
  type TestAnswer,
} from '../integrations/webhooks/webhooks.ts';
import { listNumber, unlistNumber } from '../leads/do-not-call.ts';
import { changeLead } from '../leads/lead-settings.ts';
import { erasePerson, type FoundPerson, subjectOf } from '../operations/person/person.ts';
import { exportOf } from '../operations/person/person-export.ts';
import { changeRetention } from '../operations/retention-settings.ts';
import type { Database } from '../platform/database/database.ts';
import { Refusal } from '../platform/http/refusal.ts';

export interface Acting {
  readonly tx: Database;
  readonly accountId: number;
  /** The signed-in user; null: the operator, at the command line. */
  readonly by: number | null;
  /** ms since 1970 */
  readonly at: number;
}

interface Id {
  readonly id: number;
}

export const OPERATIONS = {
  'accounts set': ({ tx, accountId }, wish: ConsoleBody<'changeRules'>) => changeRules(tx, accountId, wish),
  'retention set': ({ tx, accountId, by, at }, wish: ConsoleBody<'changeRetention'>) =>
    changeRetention(tx, accountId, wish, new Date(by === null ? at : at + RETENTION_GRACE_MS)),

  'users add': (
    { tx, accountId, at },
    { passwordHash, ...wish }: UserFields & { email: string; full_name: string; passwordHash: string },
  ) => addPerson(tx, accountId, wish, passwordHash, at),
  'users set': ({ tx, accountId, by, at }, { id, ...wish }: UserFields & Id) =>
    changePerson(tx, accountId, id, wish, { by, at }),
  'users password': async ({ tx, accountId, at }, { id, passwordHash }: Id & { passwordHash: string }) =>
    setPassword(tx, await personOf(tx, accountId, id), passwordHash, at),
  'users logout': async ({ tx, accountId, at }, { id }: Id) => {
    await personOf(tx, accountId, id);
    return { ended: await logOut(tx, id, at), subject: `user ${id}: logged out` };
  },

  'teams add': ({ tx, accountId }, wish: TeamFields & Pick<NewTeam, 'name'>) => addTeam(tx, accountId, wish),
  'teams set': ({ tx, accountId }, { id, ...wish }: TeamFields & Id) => changeTeam(tx, accountId, id, wish),

  'numbers add': ({ tx, accountId }, wish: ConsoleBody<'addNumber'>) => addNumber(tx, accountId, wish),
  'numbers set': ({ tx, accountId }, { id, ...wish }: ConsoleBody<'changeNumber'> & Id) =>
    changeNumber(tx, accountId, id, wish),
  'numbers remove': ({ tx, accountId }, { id }: Id) => removeNumber(tx, accountId, id),

  'keys add': ({ tx, accountId, at }, { name }: ConsoleBody<'addApiKey'>) =>
    addApiKey(tx, accountId, name, at),
  'keys revoke': ({ tx, accountId, at }, { id }: Id) => revokeApiKey(tx, accountId, id, at),

  'leads set': ({ tx, accountId, at }, { id, ...wish }: ConsoleBody<'changeLead'> & Id) =>
    changeLead(tx, accountId, id, wish, at),
  'do-not-call add': ({ tx, accountId, by, at }, { phone_number }: ConsoleBody<'addDoNotCall'>) =>
    listNumber(tx, accountId, phone_number, { source: by === null ? 'command line' : 'console', by }, at),
  'do-not-call remove': async ({ tx, accountId, at }, { phone_number }: { phone_number: string }) => {
    if (!(await unlistNumber(tx, accountId, phone_number, at))) throw new Refusal('notFound');
    return { subject: 'do-not-call list: one number removed' };
  },

  'webhooks add': ({ tx, accountId }, wish: ConsoleBody<'addWebhook'>) => addWebhook(tx, accountId, wish),
  'webhooks set': ({ tx, accountId }, { id, ...wish }: ConsoleBody<'changeWebhook'> & Id) =>
    changeWebhook(tx, accountId, id, wish),
  'webhooks remove': ({ tx, accountId, at }, { id }: Id) => removeWebhook(tx, accountId, id, at),
  'webhooks replay': ({ tx, accountId, at }, { id }: Id) => replayDelivery(tx, accountId, id, at),
  'webhooks test': async (_, answer: TestAnswer) => answer,
  'crm add': ({ tx, accountId }, wish: ConsoleBody<'addCrm'>) => addCrmOf(tx, accountId, wish),
  'crm test': async (_, { id }: Id) => ({ subject: `crm ${id}: tested` }),
  'crm remove': ({ tx, accountId, at }, { id }: Id) => removeCrm(tx, accountId, id, at),

  'person export': async ({ tx, at }, person: FoundPerson) => ({
    ...(await exportOf(tx, person, at)),
    subject: subjectOf(person, 'exported'),
  }),
  'person erase': ({ tx, at }, person: FoundPerson) => erasePerson(tx, person, new Date(at)),
} satisfies Record<string, (acting: Acting, input: never) => Promise<Done>>;

type Operations = typeof OPERATIONS;
export type OperationName = keyof Operations;
export type InputOf<N extends OperationName> = Parameters<Operations[N]>[1];
export type OutcomeOf<N extends OperationName> = Awaited<ReturnType<Operations[N]>>;

export function perform<N extends OperationName>(
  name: N,
  acting: Acting,
  input: InputOf<N>,
): Promise<OutcomeOf<N>> {
  // TypeScript does not see that name, input and outcome belong to the same row.
  const work = OPERATIONS[name] as (acting: Acting, input: InputOf<N>) => Promise<OutcomeOf<N>>;
  return work(acting, input);
}
