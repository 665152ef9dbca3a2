import type { PressedKey } from '../design/key-rules.ts';

const FIELDS = 'input, select, textarea, [contenteditable]';
const CONTROLS = 'button, a[href], summary, audio, [role="button"], [role="slider"]';

/** Turns the browser's event into what the key rules know. */
export function pressedKey(event: KeyboardEvent): PressedKey {
  const target = event.target instanceof Element ? event.target : null;
  const on = target?.closest(FIELDS) ? 'field' : target?.closest(CONTROLS) ? 'control' : 'page';
  return {
    key: event.key,
    repeat: event.repeat,
    ctrl: event.ctrlKey || event.metaKey,
    alt: event.altKey,
    on,
  };
}
