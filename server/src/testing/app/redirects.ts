/** Follows redirects as a browser would, with its cookies. */
import { type IncomingMessage, request } from 'node:http';

/** Cookies by origin. */
export type Jar = Map<string, { name: string; value: string; path: string; flags: string }[]>;

export interface Step {
  readonly status: number;
  readonly location: string | null;
}

export async function step(url: string, jar: Jar): Promise<Step> {
  const { origin, pathname } = new URL(url);
  const stored = jar.get(origin) ?? [];
  const cookie = stored
    .filter(({ path }) => pathname.startsWith(path))
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ');
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request(url, { agent: false, headers: cookie === '' ? {} : { cookie } }, resolve)
      .on('error', reject)
      .end();
  });
  response.resume();
  const set = response.headers['set-cookie'] ?? [];
  for (const line of set) {
    const [, name = '', value = '', flags = ''] = /^([^=]+)=([^;]*)(.*)$/.exec(line) ?? [];
    const path = /path=([^;]+)/i.exec(flags)?.[1] ?? '/';
    const others = (jar.get(origin) ?? []).filter((one) => one.name !== name || one.path !== path);
    const isExpired = /expires=Thu, 01 Jan 1970/i.test(flags);
    jar.set(origin, isExpired ? others : [...others, { name, value, path, flags }]);
  }
  const { location } = response.headers;
  return {
    status: response.statusCode ?? 0,
    location: location === undefined ? null : new URL(location, url).href,
  };
}

export async function follow(from: string, jar: Jar, ends: (step: Step) => boolean): Promise<Step> {
  let url = from;
  for (let count = 0; count < 20; count += 1) {
    const current = await step(url, jar);
    if (ends(current) || current.location === null) return current;
    url = current.location;
  }
  throw new Error(`too many redirects: ${url}`);
}
