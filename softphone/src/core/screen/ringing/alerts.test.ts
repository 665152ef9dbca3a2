import { expect, test } from 'vitest';
import { run, signedInAs } from '../../sample-events.ts';
import { alertDetail, alertText } from './alerts.ts';

test("error logs that couldn't be copied are shown for copying by hand", () => {
  const { state } = run([signedInAs(), { type: 'errorLogsNotCopied', text: '{"version":"1.9.9"}' }]);
  expect(alertText(state)).toMatch(/^Couldn’t copy the error logs\./);
  expect(alertDetail(state)).toBe('{"version":"1.9.9"}');
  const { state: copied } = run([signedInAs(), 'errorLogsCopied']);
  expect([alertText(copied), alertDetail(copied)]).toEqual(['Copied error logs to clipboard!', null]);
});
