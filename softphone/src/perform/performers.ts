/** One table per kind of effect, by type. */
interface Order {
  readonly type: string;
}

type OfType<O extends Order, T> = Extract<O, { type: T }>;

export type Performers<O extends Order, Context> = {
  readonly [T in O['type']]: (order: OfType<O, T>, context: Context) => void;
};

export function isIn<O extends Order>(performers: Performers<O, never>, order: Order): order is O {
  return order.type in performers;
}

export function performBy<O extends Order, Context>(
  performers: Performers<O, Context>,
  order: O,
  context: Context,
): void {
  const perform: (order: OfType<O, O['type']>, context: Context) => void =
    performers[order.type as O['type']];
  perform(order as OfType<O, O['type']>, context);
}
