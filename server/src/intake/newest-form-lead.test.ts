import { TEST_LEAD_FORM } from '@offhook/contract/console/leads/test-lead';
import { expect, it } from 'vitest';
import { webForms } from '../platform/database/schema.ts';
import { leadOf } from '../testing/app/rows.ts';
import { withDatabase } from '../testing/database/database.ts';
import { requestJson, upload } from '../testing/world/edge.ts';
import { testWorlds } from '../testing/world/world.ts';
import { readNewestFormLead } from './newest-form-lead.ts';

const KEY = { authorization: 'Bearer demo-100' };
const IMPORTED = '+14155552601';
const FORM = '+14155552602';

withDatabase('the newest lead of a form', (open) => {
  const start = testWorlds(open);

  async function setUp() {
    const world = await start();
    const newest = async () => (await readNewestFormLead(world.db, 100))?.id ?? null;
    const idOf = async (phone: string) => (await leadOf(world.db, phone))?.id;
    const importFile = async (...phones: string[]) => {
      const rows = phones.map((phone) => `Ada,${phone},Website`);
      const { status, body } = await upload(world, ['First name,Phone,Form', ...rows].join('\n'), KEY);
      expect(status).toBe(202);
      await world.settle();
      const { body: report } = await requestJson(
        world.base(),
        'GET',
        `/api/v1/leads/imports/${body.import?.id}`,
        KEY,
      );
      expect(report['import']).toMatchObject({ status: 'complete', taken: phones.length });
    };
    return { world, newest, idOf, importFile };
  }

  it('is none without leads, after an import and after a test lead', async () => {
    const { world, newest, importFile } = await setUp();
    expect(await newest()).toBeNull();
    await importFile(IMPORTED, FORM);
    expect(await newest()).toBeNull();
    world.clock.advance(1_000);
    await world.postLead({ phone_number: FORM, form: TEST_LEAD_FORM });
    expect(await newest()).toBeNull();
  });

  it('is one that a form sent after its import', async () => {
    const { world, newest, idOf, importFile } = await setUp();
    await importFile(IMPORTED, FORM);
    world.clock.advance(1_000);
    await world.postLead({ phone_number: FORM });
    expect(await newest()).toBe(await idOf(FORM));
  });

  it('is one that a web form sent, without any API key', async () => {
    const { world, newest, idOf } = await setUp();
    const origin = 'https://www.example.com';
    await world.db
      .insert(webForms)
      .values({ account_id: 100, name: 'Offer page', public_key: 'form_1', origins: [origin] });
    const response = await fetch(`${world.base()}/api/v1/forms/form_1`, {
      method: 'POST',
      headers: { origin },
      body: new URLSearchParams({ phone_number: FORM }),
    });
    expect(response.status).toBe(200);
    expect(await newest()).toBe(await idOf(FORM));
  });

  it('is the last that came, also if it was known', async () => {
    const { world, newest, idOf } = await setUp();
    await world.postLead({ phone_number: FORM, form: 'Website' });
    world.clock.advance(1_000);
    await world.postLead({ phone_number: IMPORTED, crm: 'hubspot', source_id: '7' });
    expect(await newest()).toBe(await idOf(IMPORTED));
    world.clock.advance(1_000);
    await world.postLead({ phone_number: FORM, form: 'Website' });
    expect(await newest()).toBe(await idOf(FORM));
    expect(await readNewestFormLead(world.db, 999)).toBeNull();
  });
});
