import { expect, it } from 'vitest';
import { exportSubject } from './export-entry.ts';

it('an export’s audit log entry has the count and the filters, without the searched text', () => {
  const filters = { search: 'Ada Form', team_id: 2, source: 'form:Roof, web', status: undefined };
  expect(exportSubject('calls', 12, filters)).toBe(
    'calls: 12 exported, filter search, filter team 2, filter source form:Roof  web',
  );
  expect(exportSubject('leads', 0, { search: '' })).toBe('leads: 0 exported');
});
