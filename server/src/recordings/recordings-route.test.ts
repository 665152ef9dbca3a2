import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { auditLog, recordings } from '../platform/database/schema.ts';
import { openTestAppAs } from '../testing/app/app.ts';
import { withDatabase } from '../testing/database/database.ts';

withDatabase('a recording', (open) => {
  it('is served whole or in ranges, as stereo audio', async () => {
    const [agent, { app, as, db }] = await openTestAppAs(open, 'agent@demo.test');
    const { body } = await agent.get('/api/v1/mycalls');
    const path = String(body.data?.[0]?.['recording_url']);
    const base = await app.listen({ host: '127.0.0.1', port: 0 });
    const fetchPart = (headers: Record<string, string>) =>
      fetch(`${base}${path}`, { headers: { cookie: agent.cookie(), ...headers } });
    const whole = await fetchPart({});
    const wav = Buffer.from(await whole.arrayBuffer());
    expect([whole.status, whole.headers.get('content-type'), whole.headers.get('accept-ranges')]).toEqual([
      200,
      'audio/wav',
      'bytes',
    ]);
    expect(whole.headers.get('cache-control')).toContain('private');
    expect([wav.toString('latin1', 0, 4), wav.toString('latin1', 8, 16), wav.readUInt16LE(22)]).toEqual([
      'RIFF',
      'WAVEfmt ',
      2,
    ]);
    const energy = (channel: number) => {
      let sum = 0;
      for (let at = 44 + channel * 2; at < wav.length; at += 4) sum += (wav.readInt16LE(at) / 32_768) ** 2;
      return Math.sqrt(sum / ((wav.length - 44) / 4));
    };
    expect(Math.min(energy(0), energy(1))).toBeGreaterThan(0.02);
    const part = await fetchPart({ range: 'bytes=1000-1099' });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 1000-1099/${wav.length}`]);
    expect(Buffer.from(await part.arrayBuffer()).equals(wav.subarray(1000, 1100))).toBe(true);
    const tail = await fetchPart({ range: 'bytes=-10' });
    expect(Buffer.from(await tail.arrayBuffer()).equals(wav.subarray(-10))).toBe(true);
    const beyond = await fetchPart({ range: `bytes=${wav.length}-` });
    expect(beyond.status).toBe(416);
    await beyond.arrayBuffer();
    const tag = whole.headers.get('etag') ?? '';
    const head = await fetch(`${base}${path}`, { method: 'HEAD', headers: { cookie: agent.cookie() } });
    expect([head.status, head.headers.get('content-length'), head.headers.get('etag')]).toEqual([
      200,
      String(wav.length),
      tag,
    ]);
    expect((await fetchPart({ 'if-none-match': tag })).status).toBe(304);
    const same = await fetchPart({ range: 'bytes=5-6', 'if-range': tag });
    expect([same.status, (await same.arrayBuffer()).byteLength]).toEqual([206, 2]);
    const another = await fetchPart({ range: 'bytes=5-6', 'if-range': '"another"' });
    expect([another.status, (await another.arrayBuffer()).byteLength]).toEqual([200, wav.length]);
    const listened = await db.select().from(auditLog).where(eq(auditLog.action, 'recording.played'));
    // Requests from the first byte are audited again; later ranges are not.
    const auditEntry = { account_id: 100, subject: expect.stringMatching(/^recording \d+: call \d+$/) };
    expect(listened).toMatchObject([auditEntry, auditEntry]);
    const supervisor = await as('supervisor@demo.test');
    expect((await supervisor.get(path, { range: 'bytes=1-' })).status).toBe(206);
    expect(await db.$count(auditLog, eq(auditLog.action, 'recording.played'))).toBe(3);
  });

  it('is open to agents who took part and to supervisors of the account, once complete', async () => {
    const [agent, { as, browser, db }] = await openTestAppAs(open, 'agent@demo.test');
    const { body } = await agent.get('/api/v1/mycalls');
    const path = String(body.data?.[0]?.['recording_url']);
    const cases: [string, string, number][] = [
      ['agent@demo.test', path, 200],
      ['supervisor@demo.test', path, 200],
      ['admin@demo.test', path, 200],
      ['agent2@demo.test', path, 403],
      ['plain@demo.test', path, 403],
      ['agent@200.test', path, 404],
      ['agent@demo.test', '/api/v1/recordings/999999.wav', 404],
      ['agent@demo.test', '/api/v1/recordings/x.wav', 404],
      ['agent@demo.test', '/api/v1/recordings/..%2f..%2fpg%2fPG_VERSION.wav', 404],
    ];
    for (const [email, url, status] of cases) {
      expect([email, url, (await (await as(email)).get(url)).status]).toEqual([email, url, status]);
    }
    expect((await browser().get(path)).status).toBe(401);
    await db.update(recordings).set({ path: '../pg/PG_VERSION' });
    expect((await agent.get(path)).status).toBeGreaterThanOrEqual(400);
    await db.update(recordings).set({ status: 'in-progress' });
    expect((await agent.get(path)).status).toBe(404);
  });
});
