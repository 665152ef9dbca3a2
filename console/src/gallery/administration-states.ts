import type { GalleryState } from './gallery-state.ts';

export const administrationStates: Readonly<Record<string, GalleryState>> = {};
