import type { AppView } from './entry.ts';

const SECRET = '…';

/** For an application that reads Pusher's usual variables. */
export function environmentLines({ appId, key, secret, host, port, url }: AppView): readonly string[] {
  return [
    `PUSHER_APP_ID=${appId}`,
    `PUSHER_KEY=${key}`,
    `PUSHER_SECRET=${secret ?? SECRET}`,
    `PUSHER_HOST=${clientHost(host)}`,
    `PUSHER_PORT=${port}`,
    `PUSHER_SCHEME=${url.split(':')[0]}`,
  ];
}

export function serverSnippet({ appId, key, secret, host, port, url }: AppView): string {
  const useTLS = url.startsWith('https:');
  return `new Pusher({ appId: '${appId}', key: '${key}', secret: '${secret ?? SECRET}', host: '${clientHost(host)}', port: '${port}', useTLS: ${useTLS} })`;
}

export function browserSnippet({ key, host, port, url }: AppView): string {
  const isTls = url.startsWith('https:');
  const portOption = isTls ? `wssPort: ${port}` : `wsPort: ${port}`;
  return `new Pusher('${key}', { cluster: '', wsHost: '${clientHost(host)}', ${portOption}, forceTLS: ${isTls}, enabledTransports: ['ws'] })`;
}

/** All addresses of this computer aren't an address to connect to. */
export function clientHost(host: string): string {
  return host === '0.0.0.0' || host === '::' ? 'localhost' : host;
}
