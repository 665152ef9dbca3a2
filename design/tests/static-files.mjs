import { existsSync, readFileSync, statSync } from 'node:fs';
import { extname, join, normalize } from 'node:path';

const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.mp3': 'audio/mpeg',
  '.wav': 'audio/wav',
};

export function staticFile(folder, path) {
  const file = join(folder, normalize(`/${path}`));
  if (!existsSync(file) || !statSync(file).isFile()) return null;
  return (response) => {
    const type = TYPES[extname(file)] ?? 'application/octet-stream';
    // A file with a hash in its name never changes.
    const cache = path.startsWith('/assets/') ? 'max-age=3600, immutable' : 'no-cache';
    response.writeHead(200, { 'content-type': type, 'cache-control': cache }).end(readFileSync(file));
  };
}
