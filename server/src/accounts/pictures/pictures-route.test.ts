import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { leads, users } from '../../platform/database/schema.ts';
import { change } from '../../testing/app/rows.ts';
import { openWholeApp } from '../../testing/app/whole-app.ts';
import { withDatabase } from '../../testing/database/database.ts';
import { serve } from '../../testing/servers/local.ts';
import { testWorlds } from '../../testing/world/world.ts';
import { rasterType } from './pictures.ts';

const PNG = Buffer.from('\x89PNG\r\n\x1a\nand the rest', 'latin1');

/** Fakes a third-party server and records the requested paths. */
async function startPictureServer() {
  const requestedPaths: string[] = [];
  const base = await serve((request, response) => {
    const path = request.url ?? '';
    requestedPaths.push(path);
    if (path === '/moved.png') return response.writeHead(302, { location: '/face.png' }).end();
    if (path === '/loop') return response.writeHead(302, { location: '/loop' }).end();
    if (path === '/file') return response.writeHead(302, { location: 'file:///etc/passwd' }).end();
    if (path === '/gone') return response.writeHead(404).end(PNG);
    if (path === '/huge.png') return response.end(Buffer.concat([PNG, Buffer.alloc(2 * 1024 * 1024)]));
    if (path === '/svg') return response.setHeader('content-type', 'image/png').end('<svg onload="x()"/>');
    // The declared content type is ignored.
    return response.setHeader('content-type', 'text/html').end(PNG);
  });
  return { requestedPaths, base };
}

withDatabase('a lead’s or user’s picture', (open) => {
  const start = testWorlds(open);

  async function setUp(picture: string) {
    const world = await start();
    const whole = await openWholeApp(world);
    const { base, requestedPaths } = await startPictureServer();
    const url = picture.startsWith('/') ? base + picture : picture;
    const posted = await world.postLead({ phone_number: '+14155550142', profile_picture: url });
    const agent = await whole.signIn('agent@demo.test');
    const get = (path: string, headers = agent) => whole.app.inject({ method: 'GET', url: path, headers });
    const lead = posted.body['lead'] as { id: number; profile_picture: string | null };
    return { world, get, requestedPaths, base, lead, signIn: whole.signIn };
  }

  it('is fetched once and served by our server, with headers that restrict it to an image', async () => {
    const { get, requestedPaths, lead, world, base } = await setUp('/face.png');
    expect(lead.profile_picture).toMatch(new RegExp(`^/api/v1/pictures/leads/${lead.id}\\?v=[0-9a-f]{8}$`));
    const [first, second] = await Promise.all([
      get(lead.profile_picture ?? ''),
      get(lead.profile_picture ?? ''),
    ]);
    expect([first.statusCode, second.statusCode]).toEqual([200, 200]);
    expect(first.rawPayload).toEqual(PNG);
    expect(first.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'cache-control': 'private, max-age=86400',
    });
    expect(requestedPaths).toEqual(['/face.png']);
    await change(world.db, users, eq(users.account_id, 100), { profile_picture: `${base}/moved.png` });
    const { user } = (await get('/api/v1/user')).json();
    expect(user.profile_picture).toContain(`/api/v1/pictures/users/${user.id}?v=`);
    expect((await get(user.profile_picture)).rawPayload).toEqual(PNG);
  });

  it('is only served to signed-in users of the same account', async () => {
    const { get, lead, signIn, requestedPaths } = await setUp('/face.png');
    const path = `/api/v1/pictures/leads/${lead.id}`;
    expect((await get(path, await signIn('nobody@demo.test'))).statusCode).toBe(401);
    expect((await get(path, await signIn('agent@200.test'))).statusCode).toBe(404);
    for (const id of ['0', 'x', '999999', '%00', '99999999999999999999'])
      expect((await get(`/api/v1/pictures/leads/${id}`)).statusCode).toBe(404);
    expect(requestedPaths).toEqual([]);
  });

  it.each(['/gone', '/huge.png', '/svg', '/loop', '/file', 'http://10.0.0.1/x.png'])(
    'is not found for %s, and the failure is cached',
    async (address) => {
      const { get, lead, requestedPaths } = await setUp(address);
      const path = lead.profile_picture ?? '';
      expect((await get(path)).statusCode).toBe(404);
      const before = requestedPaths.length;
      expect((await get(path)).statusCode).toBe(404);
      expect(requestedPaths).toHaveLength(before);
    },
  );

  it('is not found when the stored URL is not http or https', async () => {
    const { lead, get, world } = await setUp('javascript:alert(1)');
    expect(lead.profile_picture).toBeNull();
    expect((await get(`/api/v1/pictures/leads/${lead.id}`)).statusCode).toBe(404);
    const [row] = await world.db.select().from(leads).where(eq(leads.id, lead.id));
    expect(row?.profile_picture).toBe('javascript:alert(1)');
  });
});

it.each([
  ['\x89PNG\r\n\x1a\n', 'image/png'],
  ['\xff\xd8\xff\xe0', 'image/jpeg'],
  ['GIF89a', 'image/gif'],
  ['RIFF\x00\x00\x00\x00WEBPVP8 ', 'image/webp'],
  ['\x00\x00\x00\x1cftypavif', 'image/avif'],
  ['<svg xmlns="http://www.w3.org/2000/svg"/>', null],
  ['<!doctype html>', null],
  ['RIFF\x00\x00\x00\x00WAVE', null],
  ['%PDF-1.7', null],
  ['', null],
])('the image type of bytes that start with %j is %s', (head, type) => {
  expect(rasterType(head)).toBe(type);
});
