/** Requests that the provider, agents' phones and other systems send to the servers. */
import twilio from 'twilio';
import type { ServerProcesses } from '../servers/server-processes.ts';

export interface RequestDeps {
  readonly servers: () => ServerProcesses;
  readonly publicUrl: string;
  readonly authToken: string;
}

export interface Requests {
  send(path: string, request: RequestInit): Promise<string>;
  /** With the provider's signature. */
  webhook(path: string, form: Record<string, string>): Promise<string>;
  asAgent(agent: Caller, method: string, path: string, body?: object): Promise<string>;
  /** Of each request that the server rejected. Tests add what else must not happen. */
  readonly violations: string[];
}

interface Caller {
  readonly headers: Readonly<Record<string, string>>;
}

export function createRequests({ servers, publicUrl, authToken }: RequestDeps): Requests {
  const violations: string[] = [];

  async function send(path: string, request: RequestInit): Promise<string> {
    const { status, text } = await servers().send(path, request);
    if (status >= 400) violations.push(`${request.method} ${path.split('?')[0]}: ${status} ${text}`);
    return text;
  }

  return {
    send,
    webhook: (path, form) =>
      send(path, {
        method: 'POST',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'x-twilio-signature': twilio.getExpectedTwilioSignature(authToken, publicUrl + path, form),
        },
        body: new URLSearchParams(form).toString(),
      }),
    asAgent: ({ headers }, method, path, body) =>
      send(path, {
        method,
        headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    violations,
  };
}
