import { describe, expect, it } from 'vitest';
import { labelAfterRename, NO_CALL_NAME, nameAtCall, toCallName } from './call-name.ts';

const line = { fname: 'Olga', lname: 'Line', label: 'Olga Line' };
const lind = { fname: 'Olga', lname: 'Lind', label: 'Olga Lind' };
const nameless = { fname: '', lname: '', label: '(415) 555-0100' };

describe('a call', () => {
  it('keeps the lead’s name from the time of the call after a rename', () => {
    expect(nameAtCall(toCallName(line), lind)).toEqual(line);
  });

  it('keeps a custom label', () => {
    const labeled = { ...nameless, label: 'Roof quote' };
    expect(nameAtCall(toCallName(labeled), lind)).toEqual(labeled);
  });

  it.each([
    ['with an unnamed lead', toCallName(nameless)],
    ['without a lead', toCallName(null)],
    ['from before names were stored', NO_CALL_NAME],
  ])('%s shows the lead’s current name', (_kind, name) => {
    expect(name).toEqual(NO_CALL_NAME);
    expect(nameAtCall(name, lind)).toEqual(lind);
  });
});

describe('the label of a renamed lead', () => {
  it.each([
    ['follows the name', line, 'Olga Lind'],
    ['replaces the number', nameless, 'Olga Lind'],
    ['stays if it was customized', { ...line, label: 'Roof quote' }, 'Roof quote'],
  ])('%s', (_sentence, before, label) => {
    expect(labelAfterRename(before, lind)).toBe(label);
  });
});
