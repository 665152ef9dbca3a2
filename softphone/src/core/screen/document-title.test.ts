import { expect, test } from 'vitest';
import { disconnected, ring, run, signedInAs, talk } from '../sample-events.ts';
import { documentTitle } from './document-title.ts';

test('the document title follows the state', () => {
  const agent = signedInAs();
  expect(documentTitle(run(agent).state)).toBe('Offhook');
  expect(documentTitle(run([agent, ring()]).state)).toBe('Incoming Lead! – Roof quote');
  expect(documentTitle(run([agent, talk()]).state)).toBe('On call – Roof quote');
  const thanks = [agent, talk({ direction: 'inbound' }), disconnected()];
  expect(documentTitle(run(thanks).state)).toBe('Call Ended – Roof quote');
  expect(documentTitle(run([...thanks, 'addNoteClicked']).state)).toBe('Add Note – Roof quote');
});
