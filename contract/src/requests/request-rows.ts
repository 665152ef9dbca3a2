/** What each table of requests is made of. */
import * as z from 'zod/mini';

export const id = z.coerce.number().check(z.int(), z.positive(), z.maximum(2 ** 53 - 1));
export const IdParams = z.object({ id });
export const page = z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000_000)), 1);

export const answer = <S extends Record<string, z.ZodMiniType>>(shape: S) =>
  z.object({ success: z.literal(true), ...shape });
export const Success = answer({});
export const ErrorAnswer = z.object({
  success: z.literal(false),
  /** In the language of the request's `Accept-Language`. */
  error: z.string(),
  /** Older servers don't send it. */
  code: z.optional(z.string()),
});
export type ErrorAnswer = z.infer<typeof ErrorAnswer>;

export interface RowDetails {
  readonly params?: z.ZodMiniType;
  readonly query?: z.ZodMiniType;
  readonly body?: z.ZodMiniType;
  /** Realtime auth takes a form post; everything else takes JSON. */
  readonly bodyKind?: 'form';
  readonly response: z.ZodMiniType;
}
export interface Row extends RowDetails {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly access: 'anyone' | 'user' | 'api-key';
}

/** `…Of` rows have an id in their path. */
export const rowsFor = <A extends string>(access: A) => {
  const row = <M extends string, P extends string, R extends RowDetails>(method: M, path: P, rest: R) => ({
    method,
    path,
    access,
    ...rest,
  });
  const rowOfId = <M extends string, P extends string, R extends RowDetails>(method: M, path: P, rest: R) =>
    row(method, path, { params: IdParams, ...rest });
  return { row, rowOfId };
};
