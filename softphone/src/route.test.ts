import { expect, test } from 'vitest';
import { ROUTES } from './route.tsx';

test('there is one route: the path / named call', () => {
  expect(ROUTES.map(({ path, name }) => [path, name])).toEqual([['/', 'call']]);
});
