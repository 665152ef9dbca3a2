import type { Plugin } from 'vite';

export function preactPlugin(): Plugin;
