import type { ServerResponse } from 'node:http';

/** Answers a request with the file at this path; null when there is no such file. */
export function staticFile(folder: string, path: string): ((response: ServerResponse) => void) | null;
