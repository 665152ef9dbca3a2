/** Stands in for `react-dom/client`. */
import { options } from 'preact';

/**
 * React runs the effects of an event before the next one; Preact would wait for the next frame. A key pressed meanwhile
 * would act on the previous state, and in a hidden tab, where there are no frames, the title would announce a ring late.
 */
options.requestAnimationFrame = queueMicrotask;

export { createRoot } from 'preact/compat/client';
