import type { PressedKey } from './shortcut.ts';

/** Elements that accept typed text. Radio buttons and sliders don't. */
const FIELDS =
  'input:not([type="radio"], [type="checkbox"], [type="range"]), select, textarea, [contenteditable]';
const CONTROLS = 'button, input, a[href], summary, audio, [role="button"], [role="slider"]';

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
