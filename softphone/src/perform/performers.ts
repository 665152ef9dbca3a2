/** One table per kind of effect, by type. */
interface AnyEffect {
  readonly type: string;
}

type OfType<O extends AnyEffect, T> = Extract<O, { type: T }>;

export type Performers<O extends AnyEffect, Context> = {
  readonly [T in O['type']]: (order: OfType<O, T>, context: Context) => void;
};

export function handles<O extends AnyEffect>(performers: Performers<O, never>, order: AnyEffect): order is O {
  return order.type in performers;
}

export function performWith<O extends AnyEffect, Context>(
  performers: Performers<O, Context>,
  order: O,
  context: Context,
): void {
  const perform: (order: OfType<O, O['type']>, context: Context) => void =
    performers[order.type as O['type']];
  perform(order as OfType<O, O['type']>, context);
}
