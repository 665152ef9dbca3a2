/** A union with a member for each line of a table: its name as `type`, and its fields. */
export type Tagged<Table> = {
  readonly [Type in keyof Table]: { readonly type: Type } & Readonly<Table[Type]>;
}[keyof Table];

/** A member that has nothing but its type. */
export type Alone = unknown;
