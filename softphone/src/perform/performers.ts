/** One table per kind of effect, by type. */
interface AnyEffect {
  readonly type: string;
}

type OfType<O extends AnyEffect, T> = Extract<O, { type: T }>;

export type Performers<O extends AnyEffect, Context> = {
  readonly [T in O['type']]: (effect: OfType<O, T>, context: Context) => void;
};

export function handles<O extends AnyEffect>(
  performers: Performers<O, never>,
  effect: AnyEffect,
): effect is O {
  return effect.type in performers;
}

export function performWith<O extends AnyEffect, Context>(
  performers: Performers<O, Context>,
  effect: O,
  context: Context,
): void {
  const perform: (effect: OfType<O, O['type']>, context: Context) => void =
    performers[effect.type as O['type']];
  perform(effect as OfType<O, O['type']>, context);
}
