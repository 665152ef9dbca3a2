import type { GalleryState } from './gallery-state.ts';

export const callStates: Readonly<Record<string, GalleryState>> = {};
