// The URLs come from lead sources, so the cache is bounded in size and time, and only raster images are
// served, detected by their bytes instead of the declared content type.

import { eq } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import type { Database } from '../../platform/database/database.ts';
import { leads, users } from '../../platform/database/schema.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { SignedInUser } from '../../platform/http/caller.ts';
import type { SafeHttp } from '../../platform/telephony/safe-http.ts';
import { hashToken } from '../sign-in/sessions.ts';
import { isHttpUrl, type PictureOwner } from './picture-url.ts';

export interface Picture {
  readonly type: string;
  readonly bytes: Buffer;
  readonly tag: string;
}

export interface Pictures {
  /** @throws ApiError notFound if the account has no such lead or user, or it has no valid picture */
  open(user: SignedInUser, owner: PictureOwner, id: number): Promise<Picture>;
}

const MAX_BYTES = 2 * 1024 * 1024;
const MAX_CACHE_BYTES = 32 * 1024 * 1024;
const MAX_REDIRECTS = 3;
const CONCURRENCY = 8;
const MAX_WAITING = 200;
const CACHE_MS = 24 * 3_600_000;
/** How long "no picture at this URL" is cached. */
const MISSING_CACHE_MS = 10 * 60_000;
const ENTRY_BYTES = 1024;

type Found = { readonly picture: Picture | null };

export function createPictures({ db, http }: { db: Database; http: SafeHttp }): Pictures {
  const queue = pLimit(CONCURRENCY);
  const cache = new LRUCache<string, Found>({
    maxSize: MAX_CACHE_BYTES,
    sizeCalculation: ({ picture }) => ENTRY_BYTES + (picture?.bytes.length ?? 0),
    ttl: CACHE_MS,
    // Concurrent requests share one fetch.
    fetchMethod: async (url, _stale, { options }) => {
      const picture = await queue(() => fetchPicture(http, url));
      if (picture === null) options.ttl = MISSING_CACHE_MS;
      return { picture };
    },
  });

  return {
    async open(user, owner, id) {
      const url = await findUrl(db, user, owner, id);
      if (url === null || !isHttpUrl(url)) throw new ApiError('notFound');
      if (queue.pendingCount >= MAX_WAITING && !cache.has(url)) throw new ApiError('unavailable');
      const found = await cache.fetch(url);
      if (!found?.picture) throw new ApiError('notFound');
      return found.picture;
    },
  };
}

async function findUrl(
  db: Database,
  user: SignedInUser,
  owner: PictureOwner,
  id: number,
): Promise<string | null> {
  const table = owner === 'leads' ? leads : users;
  const [row] = await db
    .select({ account: table.account_id, url: table.profile_picture })
    .from(table)
    .where(eq(table.id, id));
  return row?.account === user.account_id ? row.url : null;
}

async function fetchPicture(http: SafeHttp, first: string): Promise<Picture | null> {
  let url = first;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    const response = await http.send({
      method: 'GET',
      url,
      headers: { accept: 'image/avif,image/webp,image/png,image/jpeg,image/gif' },
      body: '',
      maxBodyLength: MAX_BYTES + 1,
      encoding: 'latin1',
    });
    if (!response.ok) return null;
    if (response.status >= 300 && response.status < 400 && response.location !== undefined) {
      if (!URL.canParse(response.location, url)) return null;
      url = new URL(response.location, url).href;
      if (!isHttpUrl(url)) return null;
      continue;
    }
    if (response.status !== 200 || response.body.length > MAX_BYTES) return null;
    const bytes = Buffer.from(response.body, 'latin1');
    const type = rasterType(response.body);
    return type === null ? null : { type, bytes, tag: `"${hashToken(response.body).slice(0, 32)}"` };
  }
  return null;
}

/** Detects the format by the first bytes. Rejects SVG, which can contain scripts. */
export function rasterType(head: string): string | null {
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (/^GIF8[79]a/.test(head)) return 'image/gif';
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') return 'image/webp';
  return /^ftypavi[fs]$/.test(head.slice(4, 12)) ? 'image/avif' : null;
}
