import { expect, test } from '../phone.ts';

test("the page's code is compressed, except for clients that don't accept it", async ({ product }) => {
  const html = await (await fetch(`${product.url}/`)).text();
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(html)?.[1] ?? '';
  const lengths = new Map<string, number>();
  for (const encoding of ['br', 'gzip', 'identity']) {
    const response = await fetch(product.url + script, { headers: { 'accept-encoding': encoding } });
    expect(response.headers.get('content-type')).toContain('javascript');
    expect(response.headers.get('content-encoding') ?? 'identity').toBe(encoding);
    lengths.set(encoding, Number(response.headers.get('content-length')));
  }
  const uncompressed = lengths.get('identity') ?? 0;
  expect(lengths.get('gzip') ?? uncompressed).toBeLessThan(uncompressed / 2);
  expect(lengths.get('br') ?? uncompressed).toBeLessThan(lengths.get('gzip') ?? 0);
});
