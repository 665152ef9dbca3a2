import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  empty,
  type FakeServer,
  html,
  interrupted,
  json,
  neverEnding,
  noResponse,
  type Responder,
  startFakeServer,
} from '../../bad-server/fake-server.ts';
import { countryIn, lookUpCountry } from './country-lookup.ts';

let server: FakeServer;
beforeAll(async () => {
  server = await startFakeServer();
});
afterAll(() => server.stop());

const lookUp = (answer: Responder, timeoutMs = 30_000) => {
  server.answer('GET /country', answer);
  return lookUpCountry(`${server.base}/country`, timeoutMs);
};
const text =
  (body: string): Responder =>
  (response) =>
    response.writeHead(200, { 'content-type': 'text/plain' }).end(body);

describe('the country lookup', () => {
  it('sends one request without a body', async () => {
    const before = server.received.length;
    expect(await lookUp(json(200, { ip: '192.0.2.1', country: 'GB' }))).toBe('GB');
    expect(server.received.length - before).toBe(1);
    expect(server.received.at(-1)).toMatchObject({ method: 'GET', path: '/country', body: '' });
  });

  const failures: [sentence: string, answer: Responder][] = [
    ['no response in time', noResponse],
    ['an interrupted response', interrupted],
    ['an endless response', neverEnding],
    ['an empty response', empty(200)],
    ['an error status', json(429, { country: 'GB' })],
    ['an HTML page', html(502)],
    ['a response without a country', json(200, { ip: '192.0.2.1' })],
    ['text without a country', text('0;;;')],
  ];
  it.each(failures)('reports the same error for %s', async (_sentence, answer) => {
    await expect(lookUp(answer, 300)).rejects.toThrow(/^unable to fetch the country$/);
  });
  it('reports the same error for an unreachable address', async () => {
    await expect(lookUpCountry('http://127.0.0.1:9/', 300)).rejects.toThrow(/^unable to fetch the country$/);
  });

  const replies: [reply: string, country: string | null][] = [
    ['GB', 'GB'],
    [' us\n', 'US'],
    ['1;US;USA;United States', 'US'],
    ['"ca"', 'CA'],
    ['{"country_code":"DE","country":"Germany"}', 'DE'],
    ['{"countryCode":"FR","country":"France"}', 'FR'],
    ['{"country":null}', null],
    ['[]', null],
    ['null', null],
    ['4', null],
    ['USA', null],
    ['', null],
    [`${' '.repeat(10_000)}GB`, null],
  ];
  it.each(replies)('reads %j as %s', (reply, country) => {
    expect(countryIn(reply)).toBe(country);
  });
});
