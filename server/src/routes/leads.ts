import { Refusal } from '../refusal.ts';
import type { CallControl } from '../services/call-control.ts';
import { type Api, route } from './route.ts';

export function leadRoutes(api: Api, control: CallControl): void {
  route(api, 'postLead', ({ account, body, reply }) =>
    control.takeLead(account, body, readKey(reply.request.headers['idempotency-key'])),
  );
}

/** A sender that may repeat itself names its request: up to 200 visible characters. */
function readKey(header: string | string[] | undefined): string | null {
  if (header === undefined || header === '') return null;
  if (typeof header !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(header)) throw new Refusal('badInput');
  return header;
}
