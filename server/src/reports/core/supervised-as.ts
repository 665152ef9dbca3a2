import { isSupervision, type SuperviseAction } from '@offhook/contract/accounts/permissions';

/** Times are in ms since 1970. */
interface Part {
  readonly userId: number;
  /** Of a supervisor: the last kind. */
  readonly type: string;
  readonly acceptedAt: number | null;
  readonly endedAt: number | null;
}

interface Earlier {
  readonly userId: number;
  readonly kind: string;
  readonly startedAt: number;
}

/** How a supervisor took part, each kind once. @param earlier what the call's supervisors changed from, oldest first */
export function supervisedAs(
  { userId, type, acceptedAt, endedAt }: Part,
  earlier: readonly Earlier[],
): SuperviseAction[] {
  const own = earlier.filter(
    (one) =>
      one.userId === userId &&
      acceptedAt !== null &&
      one.startedAt >= acceptedAt &&
      (endedAt === null || one.startedAt < endedAt),
  );
  return [...new Set([...own.map(({ kind }) => kind), type].filter(isSupervision))];
}
