import type { ObservedRequest } from './observations.ts';

/** A shell command that sends the webhook again, with its signature. */
export function curlCommand({ method, url, params, signature }: Omit<ObservedRequest, 'purpose'>): string {
  const parts = [
    `curl ${method === 'GET' ? '-G ' : ''}${quote(url)}`,
    `-H ${quote(`X-Twilio-Signature: ${signature}`)}`,
    ...params.map(([name, value]) => `--data-urlencode ${quote(`${name}=${value}`)}`),
  ];
  return parts.join(' \\\n  ');
}

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
