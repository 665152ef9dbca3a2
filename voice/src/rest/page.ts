import { ApiError } from './errors.ts';
import { Form } from './form.ts';

const MAX_PAGE_SIZE = 1_000;
const DEFAULT_PAGE_SIZE = 50;

/** One page of a list in the provider's format. @param path the list's path with `.json`; the links keep its filters */
export function page<T>(
  path: string,
  query: unknown,
  name: string,
  all: readonly T[],
  format: (one: T) => unknown = (one) => one,
): Readonly<Record<string, unknown>> {
  const form = new Form(query);
  const size = Math.min(MAX_PAGE_SIZE, form.integer('PageSize', 1, 1_000_000) ?? DEFAULT_PAGE_SIZE);
  const number = form.integer('Page', 0, 1_000_000) ?? 0;
  const start = number * size;
  const items = all.slice(start, start + size);
  const link = (to: number): string => `${path}?${linkQuery(query, to, size)}`;
  return {
    [name]: items.map(format),
    page: number,
    page_size: size,
    start,
    end: Math.max(start, start + items.length - 1),
    uri: link(number),
    first_page_uri: link(0),
    previous_page_uri: number > 0 ? link(number - 1) : null,
    next_page_uri: start + size < all.length ? link(number + 1) : null,
  };
}

function linkQuery(query: unknown, to: number, size: number): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {}))
    if (typeof value === 'string' && name !== 'Page' && name !== 'PageSize') params.append(name, value);
  params.set('PageSize', String(size));
  params.set('Page', String(to));
  return params.toString();
}

export function param(params: unknown, name: string): string {
  const value = typeof params === 'object' && params !== null ? Reflect.get(params, name) : undefined;
  if (typeof value !== 'string') throw new ApiError(20404);
  return value;
}
