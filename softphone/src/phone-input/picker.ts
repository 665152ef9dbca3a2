/** Letters typed within this time form one search text. */
const TYPE_TO_FIND_MS = 700;
/** With less space below, the list opens upward. */
const MIN_SPACE_PX = 200;
const MAX_HEIGHT_PX = 320;
const GAP_PX = 4;

export interface Picker {
  readonly open: boolean;
  readonly highlighted: number;
  readonly query: string;
  readonly typedAt: number;
}

export const closedPicker: Picker = { open: false, highlighted: 0, query: '', typedAt: 0 };

export interface PickedKey {
  readonly key: string;
  /** With Ctrl, Alt or Command. */
  readonly modified: boolean;
  readonly at: number;
}

export interface PickerStep {
  readonly picker: Picker;
  readonly chosen: number | null;
  readonly handled: boolean;
}

export function openPicker(selected: number): Picker {
  return { ...closedPicker, open: true, highlighted: Math.max(0, selected) };
}

export function pressKey(
  picker: Picker,
  pressed: PickedKey,
  names: readonly string[],
  selected: number,
): PickerStep {
  const { key } = pressed;
  if (pressed.modified) return { picker, chosen: null, handled: false };
  if (isLetter(key) && !(key === ' ' && currentQuery(picker, pressed.at) === '')) {
    const from = picker.open ? picker : openPicker(selected);
    return handled(find(from, pressed, names));
  }
  if (!picker.open) {
    const opens = [' ', 'Enter', 'ArrowDown', 'ArrowUp'].includes(key);
    return opens ? handled(openPicker(selected)) : { picker, chosen: null, handled: false };
  }
  const last = names.length - 1;
  const { highlighted } = picker;
  switch (key) {
    case 'ArrowDown':
      return handled({ ...picker, highlighted: Math.min(last, highlighted + 1) });
    case 'ArrowUp':
      return handled({ ...picker, highlighted: Math.max(0, highlighted - 1) });
    case 'Home':
      return handled({ ...picker, highlighted: 0 });
    case 'End':
      return handled({ ...picker, highlighted: last });
    case 'Enter':
    case ' ':
      return { picker: closedPicker, chosen: last < 0 ? null : highlighted, handled: true };
    case 'Escape':
      return handled(closedPicker);
    case 'Tab':
      return { picker: closedPicker, chosen: null, handled: false };
    default:
      return { picker, chosen: null, handled: false };
  }
}

function handled(picker: Picker): PickerStep {
  return { picker, chosen: null, handled: true };
}

function isLetter(key: string): boolean {
  return [...key].length === 1;
}

function currentQuery({ open, query, typedAt }: Picker, at: number): string {
  return open && at - typedAt < TYPE_TO_FIND_MS ? query : '';
}

/** The first name with this prefix. Repeating a letter goes to the next match. */
function find(picker: Picker, { key, at }: PickedKey, names: readonly string[]): Picker {
  const query = currentQuery(picker, at) + normalize(key);
  const next = { ...picker, query, typedAt: at };
  const prefixMatch = names.findIndex((name) => normalize(name).startsWith(query));
  if (prefixMatch >= 0) return { ...next, highlighted: prefixMatch };
  const [letter = ''] = query;
  if (query !== letter.repeat(query.length)) return next;
  const startsWithLetter = (name: string) => normalize(name).startsWith(letter);
  const later = names.findIndex((name, index) => index > picker.highlighted && startsWithLetter(name));
  const again = later >= 0 ? later : names.findIndex(startsWithLetter);
  return again >= 0 ? { ...next, highlighted: again } : next;
}

/** Å matches a; ’ matches '. */
function normalize(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .replaceAll('’', "'")
    .toLowerCase();
}

export interface Space {
  /** Pixels from the top of the window. */
  readonly top: number;
  readonly bottom: number;
  readonly windowHeight: number;
}

export interface Place {
  readonly side: 'below' | 'above';
  readonly height: number;
}

export function placeList({ top, bottom, windowHeight }: Space): Place {
  const below = windowHeight - bottom;
  const side = below < MIN_SPACE_PX ? 'above' : 'below';
  const space = (side === 'below' ? below : top) - 2 * GAP_PX;
  return { side, height: Math.max(0, Math.min(MAX_HEIGHT_PX, space)) };
}
