import type { UserLocale } from '@offhook/i18n/page-locale';
import { expect, test } from 'vitest';
import { user } from './core/sample-events.ts';
import { createLocaleFollower } from './follow-locale.ts';

test('a page applies the user’s settings once after each change, and ignores other changes to the user', async () => {
  const applied: UserLocale[] = [];
  const follow = createLocaleFollower(async (locale) => void applied.push(locale));
  await follow(user);
  await follow({ ...user });
  await follow({ ...user, clock: '24' });
  await follow({ ...user, clock: '24' });
  const browserDefaults = { language: null, time_zone: null, clock: null, date_order: null };
  expect(applied).toEqual([browserDefaults, { ...browserDefaults, clock: '24' }]);
});
