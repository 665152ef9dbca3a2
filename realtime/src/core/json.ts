/** JSON without exceptions: what strangers send may be anything, also nested too deep to be written again. */

export type JsonObject = Readonly<Record<string, unknown>>;

/** The value of a JSON text; undefined when it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The JSON text of a parsed value; null when there is none (undefined, or deeper than the stack). */
export function writeJson(value: unknown): string | null {
  try {
    return JSON.stringify(value) ?? null;
  } catch {
    return null;
  }
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The own field `name` when it is a string, else null. */
export function textField(object: JsonObject, name: string): string | null {
  const value = Object.hasOwn(object, name) ? object[name] : undefined;
  return typeof value === 'string' ? value : null;
}
