export const COUNTRY_LOOKUP_ERROR = 'unable to fetch the country';
const TIMEOUT_MS = 3_000;
const MAX_REPLY_LENGTH = 10_000;

/** @throws Error with `COUNTRY_LOOKUP_ERROR` for every failure; see its cause */
export async function lookUpCountry(address: string, timeoutMs = TIMEOUT_MS): Promise<string> {
  try {
    const response = await fetch(address, {
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok) throw new Error(`The lookup service responded with ${response.status}.`);
    const country = countryIn(await response.text());
    if (country === null) throw new Error('The response contains no country.');
    return country;
  } catch (cause) {
    throw new Error(COUNTRY_LOOKUP_ERROR, { cause });
  }
}

/** From JSON, or from text such as 'US' or '1;US;USA;United States'. */
export function countryIn(reply: string): string | null {
  if (reply.length > MAX_REPLY_LENGTH) return null;
  try {
    return countryOfJson(JSON.parse(reply));
  } catch {
    return twoLetters(reply) ?? /(?<![A-Za-z])[A-Z]{2}(?![A-Za-z])/.exec(reply)?.[0] ?? null;
  }
}

const FIELDS = ['country_code', 'countryCode', 'country'];

function countryOfJson(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return twoLetters(value);
  const entries: ReadonlyMap<string, unknown> = new Map(Object.entries(value));
  for (const field of FIELDS) {
    const country = twoLetters(entries.get(field));
    if (country !== null) return country;
  }
  return null;
}

function twoLetters(value: unknown): string | null {
  const text = typeof value === 'string' ? value.trim() : '';
  return /^[A-Za-z]{2}$/.test(text) ? text.toUpperCase() : null;
}
