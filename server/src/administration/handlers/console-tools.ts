import type { ConsoleRequestName } from '@offhook/contract/console/console';
import { type Actor, type Id, recordChange } from '../../accounts/settings/change.ts';
import type { ConsoleRequest, ConsoleResponse } from '../../accounts/settings/request.ts';
import type { Issuers } from '../../accounts/single-sign-on/issuers.ts';
import type { ConsoleImports } from '../../intake/imports/console-imports.ts';
import type { TestLeadDeps } from '../../intake/test-lead.ts';
import type { RetentionDays } from '../../operations/retention.ts';
import { type Database, retryOnConflict, transaction } from '../../platform/database/database.ts';
import { queryTime } from '../../platform/database/query-time.ts';
import type { SignedInUser } from '../../platform/http/caller.ts';
import type { Clock } from '../../platform/process/clock.ts';
import type { RealtimePublisher } from '../../platform/realtime/realtime-publisher.ts';
import type { StoredSecrets } from '../../platform/secrets/stored-secrets.ts';
import type { SafeHttp } from '../../platform/telephony/safe-http.ts';
import type { Greetings } from '../../recordings/greetings/greetings.ts';
import { type InputOf, type OperationName, type OutcomeOf, perform } from '../operations.ts';

/** The handlers of a table of requests. */
export type Handlers<Table> = {
  readonly [N in keyof Table & ConsoleRequestName]: (
    request: ConsoleRequest<N>,
  ) => Promise<ConsoleResponse<N>>;
};

export interface ConsoleDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly safeHttp: SafeHttp;
  readonly issuers: Issuers;
  readonly secrets: StoredSecrets;
  /** Notified after the commit, so that open pages reload. */
  readonly realtime: Pick<
    RealtimePublisher,
    'settingsUpdated' | 'agentUpdated' | 'statusUpdated' | 'callUpdated' | 'ownCallUpdated'
  >;
  /** Called after the commit, so that new effects don't wait for the next poll. */
  readonly onEffectsScheduled?: () => void;
  readonly retention: RetentionDays;
  readonly imports: ConsoleImports;
  readonly intake: TestLeadDeps['intake'];
  readonly greetings: Pick<Greetings, 'find'>;
  /** For links that are handed over. */
  readonly publicUrl: string;
  readonly sendsMail: boolean;
  /** How often the live board is read. Default: 1 s. */
  readonly boardEveryMs?: number;
}

export type ConsoleTools = ReturnType<typeof createConsoleTools>;

export const DONE = { success: true } as const;

/** What the handlers of every subject share. */
export function createConsoleTools(deps: ConsoleDeps) {
  const { db, clock } = deps;
  const now = () => clock.now();
  const currentTime = () => queryTime(clock);

  /** Writes the audit log entry in the operation's transaction. */
  async function change<N extends OperationName>(
    actor: Actor,
    name: N,
    input: InputOf<N> | ((tx: Database) => Promise<InputOf<N>>),
  ): Promise<OutcomeOf<N>> {
    const { id: by, account_id: accountId } = actor.user;
    const at = now();
    const work = async (tx: Database) => {
      const resolved = typeof input === 'function' ? await input(tx) : input;
      const outcome = await perform(name, { tx, accountId, by, at, secrets: deps.secrets }, resolved);
      await recordChange(tx, actor, name, outcome.subject, at);
      return outcome;
    };
    const outcome = await retryOnConflict(() => transaction(db, work));
    deps.onEffectsScheduled?.();
    deps.realtime.settingsUpdated(accountId);
    return outcome;
  }

  const changeAndReturn =
    <N extends OperationName, A>(name: N, respond: (actor: Actor, id: number) => Promise<A>) =>
    async (
      request: Actor & { readonly params: Id; readonly body: Omit<InputOf<N>, 'id'> | undefined },
    ): Promise<A> => {
      await change(request, name, { ...request.body, ...request.params } as InputOf<N>);
      return respond(request, request.params.id);
    };

  const respondWith =
    <K extends string, View>(name: K, read: (user: SignedInUser, id: number) => Promise<View>) =>
    async ({ user }: Actor, id: number) =>
      ({ ...DONE, [name]: await read(user, id) }) as typeof DONE & Readonly<Record<K, View>>;

  return { deps, db, now, currentTime, change, changeAndReturn, respondWith };
}
