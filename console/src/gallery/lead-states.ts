import type { GalleryState } from './gallery-state.ts';

export const leadStates: Readonly<Record<string, GalleryState>> = {};
