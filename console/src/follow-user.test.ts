import type { UserLocale } from '@offhook/i18n/page-locale';
import { expect, test } from 'vitest';
import { followUser } from './follow-user.ts';

const started: UserLocale = { language: null, time_zone: 'America/New_York', clock: null, date_order: null };

test("settings changed on the server are applied once, and not if they can't be read", async () => {
  const moved = { ...started, time_zone: 'America/Chicago', full_name: 'Ada Form' };
  const answers = [started, null, moved, { ...moved, full_name: 'Ada Miller' }, started];
  const applied: unknown[] = [];
  const follow = followUser(
    started,
    async () => answers.shift() ?? null,
    async (user) => void applied.push(user.time_zone),
  );
  for (let read = 0; read < 5; read += 1) await follow();
  expect(applied).toEqual(['America/Chicago', 'America/New_York']);
});
