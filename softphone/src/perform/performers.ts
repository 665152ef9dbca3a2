interface AnyEffect {
  readonly type: string;
}

type OfType<E extends AnyEffect, T> = Extract<E, { type: T }>;

/** Maps each effect type to the function that performs it. */
export type Performers<E extends AnyEffect, Context> = {
  readonly [T in E['type']]: (effect: OfType<E, T>, context: Context) => void;
};

export function handles<E extends AnyEffect>(
  performers: Performers<E, never>,
  effect: AnyEffect,
): effect is E {
  return effect.type in performers;
}

export function performWith<E extends AnyEffect, Context>(
  performers: Performers<E, Context>,
  effect: E,
  context: Context,
): void {
  const perform: (effect: OfType<E, E['type']>, context: Context) => void =
    performers[effect.type as E['type']];
  perform(effect as OfType<E, E['type']>, context);
}
