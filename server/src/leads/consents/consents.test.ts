import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { runAdmin } from '../../command-line/run.ts';
import {
  accounts,
  apiKeys,
  leadConsents,
  leads,
  messages,
  profiles,
} from '../../platform/database/schema.ts';
import type { SignedInUser } from '../../platform/http/caller.ts';
import { readLead } from '../../reports/lead-views.ts';
import { withDatabase } from '../../testing/database/database.ts';
import { requestJson, upload } from '../../testing/world/edge.ts';
import { type TestWorld, testWorlds } from '../../testing/world/world.ts';

const PHONE = '+14155552600';
const KEY = { authorization: 'Bearer demo-100' };
const CONSENT = {
  channel: 'both',
  text: 'I agree that Acme may call and text me.',
  given_at: '2026-03-02T15:59:58Z',
  method: 'web_form',
  source_url: 'https://acme.example/quote?a=1',
  ip: '2001:db8::7',
  user_agent: 'Mozilla/5.0',
};

const post = (world: TestWorld, consent: unknown, headers = {}) =>
  world.postLead({ phone_number: PHONE, consent }, headers);
const storedConsents = ({ db }: TestWorld) => db.select().from(leadConsents).orderBy(leadConsents.id);
const texts = ({ db }: TestWorld) => db.select().from(messages).where(eq(messages.to_number, PHONE));

async function leadOf({ db }: TestWorld) {
  const [lead] = await db.select().from(leads).where(eq(leads.phone_number, PHONE));
  if (!lead) throw new Error('no lead');
  return lead;
}

async function shown(world: TestWorld) {
  const permissions: readonly string[] = ['admin'];
  const user = { account_id: 100, country_code: 'US', permissions } as SignedInUser;
  return readLead(world.db, user, (await leadOf(world)).id);
}

withDatabase('consent', (open) => {
  const start = testWorlds(open);

  it('is stored unchanged, with the API key that sent it', async () => {
    const world = await start();
    expect((await post(world, CONSENT)).status).toBe(200);
    const [key] = await world.db.select().from(apiKeys).where(eq(apiKeys.account_id, 100));
    const { id } = await leadOf(world);
    expect(await storedConsents(world)).toMatchObject([
      { ...CONSENT, lead_id: id, given_at: new Date(CONSENT.given_at), api_key_id: key?.id },
    ]);
    expect(await shown(world)).toMatchObject({
      consents: [{ ...CONSENT, given_at: '2026-03-02T15:59:58.000Z', api_key: key?.name }],
      withdrawals: [],
    });
  });

  it('requires only a channel and text; its time defaults to the time of the request', async () => {
    const world = await start();
    await post(world, { channel: 'call', text: 'Call me.' });
    const none = { method: null, source_url: null, ip: null, user_agent: null };
    const at = new Date(world.clock.now());
    expect(await storedConsents(world)).toMatchObject([
      { channel: 'call', text: 'Call me.', ...none, given_at: at, created_at: at },
    ]);
  });

  it('is added to earlier consents, which stay unchanged', async () => {
    const world = await start();
    await post(world, CONSENT);
    await world.postLead({ phone_number: PHONE, fname: 'Ada' });
    await post(world, { ...CONSENT, channel: 'call', text: 'Call me only.' });
    expect((await storedConsents(world)).map(({ channel, text }) => [channel, text])).toEqual([
      ['both', CONSENT.text],
      ['call', 'Call me only.'],
    ]);
  });

  it('is stored once if a request with the same key or the same evidence is repeated', async () => {
    const world = await start();
    const { given_at: _, ...undated } = CONSENT;
    for (const consent of [undated, undated, CONSENT]) {
      expect((await post(world, consent, { 'idempotency-key': 'form-1' })).status).toBe(200);
      await world.advance(1_000);
    }
    expect(await storedConsents(world)).toHaveLength(1);
    for (let attempt = 1; attempt <= 2; attempt++) expect((await post(world, CONSENT)).status).toBe(200);
    expect(await storedConsents(world)).toHaveLength(2);
  });

  it.each<[string, object]>([
    ['no channel', { channel: undefined }],
    ['an unknown channel', { channel: 'fax' }],
    ['no text', { text: ' ' }],
    ['a text of 2001 characters', { text: 'x'.repeat(2001) }],
    ['an invalid IP address', { ip: '999.1.1.1' }],
    ['an invalid URL', { source_url: 'javascript:alert(1)' }],
    ['an invalid time', { given_at: 'yesterday' }],
    ['a character that cannot be stored', { text: 'a\u0000b' }],
  ])('is rejected with the lead if it has %s', async (_what, wrong) => {
    const world = await start();
    expect((await post(world, { ...CONSENT, ...wrong })).status).toBe(422);
    expect(await storedConsents(world)).toEqual([]);
    await expect(leadOf(world)).rejects.toThrow('no lead');
  });

  it('can be sent with a request for a scheduled call', async () => {
    const world = await start();
    const body = { phone_number: PHONE, consent: CONSENT };
    await requestJson(world.base(), 'POST', '/api/v1/calls', KEY, body);
    expect(await storedConsents(world)).toHaveLength(1);
  });

  it('can be part of a lead import; a line without consent text adds none', async () => {
    const world = await start();
    const file = [
      'phone_number,consent_text,consent_channel,consent_given_at,consent_ip',
      `${PHONE},I agree.,text,2026-03-02T15:59:58Z,203.0.113.7`,
      '+14155552601,,text,,',
      '+14155552602,I agree.,fax,,',
    ].join('\n');
    const { body: sent } = await upload(world, file, KEY);
    await world.settle();
    const { body } = await requestJson(world.base(), 'GET', `/api/v1/leads/imports/${sent.import?.id}`, KEY);
    expect(body['import']).toMatchObject({ taken: 2, refused: 1 });
    expect(body['lines']).toMatchObject([
      {},
      {},
      { reason: 'The value in column consent_channel isn’t valid.' },
    ]);
    expect(await storedConsents(world)).toMatchObject([
      { channel: 'text', text: 'I agree.', ip: '203.0.113.7', api_key_id: null },
    ]);
  });
});

withDatabase('a withdrawal', (open) => {
  const start = testWorlds(open);

  it('is shown after STOP until START', async () => {
    const world = await start();
    await post(world, CONSENT);
    const say = (Body: string, sid: string) =>
      world.webhook('/twilio/messages/inbound', {
        MessageSid: `SM${sid.repeat(32)}`,
        From: PHONE,
        To: '+14155550199',
        Body,
      });
    await say('STOP', '1');
    const at = new Date(world.clock.now()).toISOString();
    expect(await shown(world)).toMatchObject({ consents: [{}], withdrawals: [{ how: 'text', at }] });
    await say('START', '2');
    expect(await shown(world)).toMatchObject({ consents: [{}], withdrawals: [] });
  });

  it('is shown after the number was listed on the command line', async () => {
    const world = await start();
    await post(world, CONSENT);
    const deps = { db: world.db, now: world.clock.now } as Parameters<typeof runAdmin>[0];
    const at = new Date(world.clock.now()).toISOString();
    await runAdmin(deps, ['do-not-call', 'add', '--account', '100', '--number', PHONE], 'ada');
    expect(await shown(world)).toMatchObject({
      do_not_call: false,
      withdrawals: [{ how: 'listed', at }],
      listing: { source: 'command line', since: at },
    });
  });
});

withDatabase('an account that requires consent to texts', (open) => {
  const start = testWorlds(open);
  async function strict() {
    const world = await start();
    await world.db.update(accounts).set({ texts_need_consent: true });
    await world.db.update(profiles).set({ missed_text: 'We’ll call you soon.' });
    return world;
  }

  it.each([
    ['sends no text to a missed lead without consent', undefined, 0],
    ['sends no text to a missed lead who consented only to calls', 'call', 0],
    ['texts a missed lead who consented to texts', 'text', 1],
    ['texts a missed lead who consented to calls and texts', 'both', 1],
  ])('%s', async (_title, channel, times) => {
    const world = await strict();
    await post(world, channel && { ...CONSENT, channel });
    expect(await texts(world)).toHaveLength(times);
    expect(world.provider.requests('createText')).toHaveLength(times);
  });

  it('texts every missed lead after the requirement is turned off', async () => {
    const world = await strict();
    await world.db.update(accounts).set({ texts_need_consent: false });
    await post(world, undefined);
    expect(world.provider.requests('createText')).toHaveLength(1);
  });
});
