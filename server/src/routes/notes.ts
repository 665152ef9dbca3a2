import type { Desk } from '../services/desk.ts';
import { type Api, route } from './route.ts';

export function noteRoutes(api: Api, desk: Desk): void {
  route(api, 'saveNote', async ({ user, body }) => ({
    success: true,
    note: await desk.saveNote(user, body),
  }));
}
