import type { ServerResponse } from 'node:http';

export function staticFile(folder: string, path: string): ((response: ServerResponse) => void) | null;
