/**
 * A proxy process between a server under test and the voice service that validates requests and responses against the
 * provider's published description. Prints its port; `GET /violations` returns all violations.
 *
 *     node --import tsx description-proxy.ts http://127.0.0.1:7001
 */
import { createServer, type IncomingMessage, type ServerResponse, request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { readDescription } from './description.ts';

const target = new URL(process.argv[2] ?? '');
const description = readDescription();
const violations: string[] = [];

const server = createServer((request, response) => {
  if (request.url === '/violations') {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(violations));
    return;
  }
  forward(request, response).catch(() => request.socket.destroy());
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ ready: 'description', port })}\n`);
});
// Exits with its parent.
process.stdin.resume().on('end', () => process.exit(0));

async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = 'GET', url: path = '/' } = request;
  const body = await buffer(request);
  const apiRequest = { method, path, body: body.toString() };
  violations.push(...description.findRequestViolations(apiRequest));
  const upstreamResponse = await new Promise<IncomingMessage>((resolve, reject) => {
    const { host, hostname, port } = target;
    const headers = { ...request.headers, host };
    sendRequest({ hostname, port, method, path, headers, agent: false }, resolve)
      .on('error', reject)
      .end(body);
  });
  const responseBody = await buffer(upstreamResponse);
  const status = upstreamResponse.statusCode ?? 0;
  violations.push(
    ...description.findResponseViolations(apiRequest, { status, body: responseBody.toString() }),
  );
  const { 'transfer-encoding': _coding, connection: _theirs, ...headers } = upstreamResponse.headers;
  response.writeHead(status, headers).end(responseBody);
}
