import type { Plugin } from 'vite';

export function pageSizePlugin(): Plugin;
