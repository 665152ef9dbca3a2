/**
 * Stands between a server under test and the voice service, as a process of its own, and holds every request and answer
 * beside the provider's published description. Prints where it listens; `GET /complaints` tells what was wrong so far.
 *
 *     node --import tsx description-proxy.ts http://127.0.0.1:7001
 */
import { request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { readDescription } from './description.ts';

const target = new URL(process.argv[2] ?? '');
const description = readDescription();
const complaints: string[] = [];

const server = createServer((request, response) => {
  if (request.url === '/complaints') {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(complaints));
    return;
  }
  pass(request, response).catch(() => request.socket.destroy());
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ ready: 'description', port })}\n`);
});
// With its parent.
process.stdin.resume().on('end', () => process.exit(0));

async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = 'GET', url: path = '/' } = request;
  const body = await buffer(request);
  const asked = { method, path, body: body.toString() };
  complaints.push(...description.request(asked));
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const { host, hostname, port } = target;
    const headers = { ...request.headers, host };
    ask({ hostname, port, method, path, headers, agent: false }, resolve).on('error', reject).end(body);
  });
  const given = await buffer(answer);
  const status = answer.statusCode ?? 0;
  complaints.push(...description.answer(asked, { status, body: given.toString() }));
  const { 'transfer-encoding': _coding, connection: _theirs, ...headers } = answer.headers;
  response.writeHead(status, headers).end(given);
}
