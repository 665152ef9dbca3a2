import { setUserLocale, type UserLocale } from '@offhook/i18n/page-locale';
import { expect, test, vi } from 'vitest';
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

test('settings that another page changes while they are being read are read again', async () => {
  vi.stubGlobal('navigator', { languages: ['en-US'] });
  vi.stubGlobal('document', { documentElement: { lang: '', dir: '' } });
  const outdated: UserLocale = { ...started, time_zone: 'America/Chicago' };
  const newer: UserLocale = { ...outdated, clock: '24' };
  const answers = [outdated, newer];
  const applied: unknown[] = [];
  const follow = followUser(
    started,
    async () => {
      const answer = answers.shift() ?? null;
      if (answer === outdated) await setUserLocale(newer);
      return answer;
    },
    async (user) => void applied.push(user),
  );
  await follow();
  expect(applied).toEqual([newer]);
  vi.unstubAllGlobals();
});

test('settings that were changed on another page, and then back on the server, are applied again', async () => {
  vi.stubGlobal('navigator', { languages: ['en-US'] });
  vi.stubGlobal('document', { documentElement: { lang: '', dir: '' } });
  const applied: unknown[] = [];
  const follow = followUser(
    started,
    async () => started,
    async (user) => void applied.push(user),
  );
  await follow();
  await setUserLocale({ ...started, clock: '24' });
  await follow();
  await follow();
  expect(applied).toEqual([started]);
  vi.unstubAllGlobals();
});
