/** Applies settings that an administrator or another browser has changed since the page started. */
import { localeChangeCount, setUserLocale, type UserLocale } from '@offhook/i18n/page-locale';

/** @returns a function that reads the user again */
export function followUser(
  started: UserLocale,
  read: () => Promise<UserLocale | null>,
  apply: (user: UserLocale) => Promise<void> = setUserLocale,
): () => Promise<void> {
  let last = serialize(started);
  let lastChange = localeChangeCount();
  return async () => {
    let user: UserLocale | null;
    let changes: number;
    // A response can be older than a change that another page made in the meantime.
    do {
      changes = localeChangeCount();
      user = await read();
    } while (changes !== localeChangeCount());
    if (!user || (serialize(user) === last && changes === lastChange)) return;
    last = serialize(user);
    const applied = apply(user);
    lastChange = localeChangeCount();
    await applied;
  };
}

const serialize = ({ language, time_zone, clock, date_order }: UserLocale) =>
  JSON.stringify([language, time_zone, clock, date_order]);
