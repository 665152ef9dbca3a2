import { describe, expect, it } from 'vitest';
import { callNameOf, labelAfterRename, NO_CALL_NAME, nameAtCall } from './call-name.ts';

const line = { fname: 'Olga', lname: 'Line', label: 'Olga Line' };
const lind = { fname: 'Olga', lname: 'Lind', label: 'Olga Lind' };
const nameless = { fname: '', lname: '', label: '(415) 555-0100' };

describe('a call', () => {
  it('keeps the name that its lead had, through a rename', () => {
    expect(nameAtCall(callNameOf(line), lind)).toEqual(line);
  });

  it('keeps a label that stands apart from the name', () => {
    const labelled = { ...nameless, label: 'Roof quote' };
    expect(nameAtCall(callNameOf(labelled), lind)).toEqual(labelled);
  });

  it.each([
    ['of a lead who was a number alone', callNameOf(nameless)],
    ['without a lead', callNameOf(null)],
    ['from before names were kept', NO_CALL_NAME],
  ])('%s shows the lead’s present name', (_kind, name) => {
    expect(name).toEqual(NO_CALL_NAME);
    expect(nameAtCall(name, lind)).toEqual(lind);
  });
});

describe('the label of a renamed lead', () => {
  it.each([
    ['follows the name that it was', line, 'Olga Lind'],
    ['takes the place of the number', nameless, 'Olga Lind'],
    ['stays as someone chose it', { ...line, label: 'Roof quote' }, 'Roof quote'],
  ])('%s', (_sentence, before, label) => {
    expect(labelAfterRename(before, lind)).toBe(label);
  });
});
