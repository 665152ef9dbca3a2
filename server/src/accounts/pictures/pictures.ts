/**
 * Pictures of leads and users, fetched from the addresses that intakes name. What is kept, and for how long, is bounded;
 * only raster images pass, judged by their bytes and not by what a stranger's server calls them.
 */

import { eq } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import type { Database } from '../../platform/database/database.ts';
import { leads, users } from '../../platform/database/schema.ts';
import type { SignedInUser } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { OutwardHttp } from '../../platform/telephony/outward-http.ts';
import { hashToken } from '../sign-in/sessions.ts';
import { isWebAddress, type PictureOf } from './picture-address.ts';

export interface Picture {
  readonly type: string;
  readonly bytes: Buffer;
  readonly tag: string;
}

export interface Pictures {
  /** @throws Refusal notFound: no such person in the user's account, or no picture that can be shown */
  open(user: SignedInUser, of: PictureOf, id: number): Promise<Picture>;
}

const MAX_BYTES = 2 * 1024 * 1024;
const MAX_KEPT_BYTES = 32 * 1024 * 1024;
const MAX_REDIRECTS = 3;
const CONCURRENCY = 8;
const MAX_WAITING = 200;
const KEPT_MS = 24 * 3_600_000;
/** An address without a picture is asked again after this. */
const KEPT_MISSING_MS = 10 * 60_000;
/** What an entry costs beside its bytes. */
const ENTRY_BYTES = 1024;

type Found = { readonly picture: Picture | null };

export function createPictures({ db, http }: { db: Database; http: OutwardHttp }): Pictures {
  const turn = pLimit(CONCURRENCY);
  const kept = new LRUCache<string, Found>({
    maxSize: MAX_KEPT_BYTES,
    sizeCalculation: ({ picture }) => ENTRY_BYTES + (picture?.bytes.length ?? 0),
    ttl: KEPT_MS,
    // Who asks while it is fetched waits for the same answer.
    fetchMethod: async (url, _stale, { options }) => {
      const picture = await turn(() => fetchPicture(http, url));
      if (picture === null) options.ttl = KEPT_MISSING_MS;
      return { picture };
    },
  });

  return {
    async open(user, of, id) {
      const url = await addressOf(db, user, of, id);
      if (url === null || !isWebAddress(url)) throw new Refusal('notFound');
      if (turn.pendingCount >= MAX_WAITING && !kept.has(url)) throw new Refusal('unavailable');
      const found = await kept.fetch(url);
      if (!found?.picture) throw new Refusal('notFound');
      return found.picture;
    },
  };
}

async function addressOf(
  db: Database,
  user: SignedInUser,
  of: PictureOf,
  id: number,
): Promise<string | null> {
  const table = of === 'leads' ? leads : users;
  const [row] = await db
    .select({ account: table.account_id, url: table.profile_picture })
    .from(table)
    .where(eq(table.id, id));
  return row?.account === user.account_id ? row.url : null;
}

async function fetchPicture(http: OutwardHttp, first: string): Promise<Picture | null> {
  let url = first;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    const answer = await http.send({
      method: 'GET',
      url,
      headers: { accept: 'image/avif,image/webp,image/png,image/jpeg,image/gif' },
      body: '',
      keeps: MAX_BYTES + 1,
      encoding: 'latin1',
    });
    if (!answer.ok) return null;
    if (answer.status >= 300 && answer.status < 400 && answer.location !== undefined) {
      if (!URL.canParse(answer.location, url)) return null;
      url = new URL(answer.location, url).href;
      if (!isWebAddress(url)) return null;
      continue;
    }
    if (answer.status !== 200 || answer.body.length > MAX_BYTES) return null;
    const bytes = Buffer.from(answer.body, 'latin1');
    const type = rasterType(answer.body);
    return type === null ? null : { type, bytes, tag: `"${hashToken(answer.body).slice(0, 32)}"` };
  }
  return null;
}

/** By the first bytes, one character each; `null`: no image that is only pixels. SVG can hold scripts. */
export function rasterType(head: string): string | null {
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (/^GIF8[79]a/.test(head)) return 'image/gif';
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') return 'image/webp';
  return /^ftypavi[fs]$/.test(head.slice(4, 12)) ? 'image/avif' : null;
}
