/** Runs what `docs/connect-your-form.md` tells people to copy. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { leadConsents, leads, webForms } from '../platform/database/schema.ts';
import { API_ERRORS } from '../platform/http/api-error.ts';
import { find } from '../testing/app/rows.ts';
import { withDatabase } from '../testing/database/database.ts';
import { testWorlds } from '../testing/world/world.ts';

const run = promisify(execFile);
const read = (name: string) => readFileSync(join(import.meta.dirname, '../../../docs', name), 'utf8');
const guide = read('connect-your-form.md');

const blocksOf = (text: string, language: string) =>
  [...text.matchAll(new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, code = '']) => code);

withDatabase('the guide to connect a form', (open) => {
  const start = testWorlds(open);

  async function setUp() {
    const world = await start();
    await world.db.insert(webForms).values({
      account_id: 100,
      name: 'Offer page',
      public_key: 'FORM_KEY',
      origins: ['https://www.example.com'],
      consent_channel: 'both',
      consent_text: 'I agree that Acme calls and texts me.',
    });
    const fill = (code: string) =>
      code.replaceAll('https://phone.example.com', world.base()).replaceAll('YOUR_KEY', 'demo-100');
    const lead = async (phone: string) => (await find(world.db, leads, eq(leads.phone_number, phone)))[0];
    return { world, fill, lead };
  }

  it.each(
    blocksOf(guide, 'sh').map((code) => [/leads\/\w+|forms|calls|form-2026|leads/.exec(code)?.[0], code]),
  )('has a command that works: %s', async (_, code = '') => {
    const { world, fill, lead } = await setUp();
    const { stdout } = await run('bash', ['-c', fill(code).replace(/\bcurl\b/, 'curl --silent')]);
    expect(JSON.parse(stdout)).toMatchObject({ success: true });
    const stored = await lead(code.includes('0106') ? '+14155550106' : '+14155550100');
    expect(stored).toBeDefined();
    if (!code.includes('consent')) return;
    expect(await find(world.db, leadConsents, eq(leadConsents.lead_id, stored?.id ?? 0))).toHaveLength(1);
    expect(stored?.fields).toContainEqual(['Roof', 'Flat']);
  });

  it.each([guide, read('es/connect-your-form.md')])('encodes the plus sign of a number in a form', (text) => {
    const fields = blocksOf(text, 'sh').flatMap((code) => code.match(/\S+ \S+='?\+1/g) ?? []);
    expect(fields.length).toBeGreaterThan(2);
    // A bare one means a space: abroad, a wrong number.
    expect(fields.filter((field) => !field.startsWith('--data-urlencode '))).toEqual([]);
  });

  it('has a function for Node that works', async () => {
    const { fill, lead } = await setUp();
    const code = blocksOf(guide, 'js').find((one) => one.includes('sendLead')) ?? '';
    const { sendLead } = await import(`data:text/javascript,${encodeURIComponent(fill(code))}`);
    expect(await sendLead({ phone: '(415) 555-0100', firstName: 'Ada' })).toMatchObject({ success: true });
    expect(await lead('+14155550100')).toMatchObject({ fname: 'Ada', form: 'Offer page' });
    await expect(sendLead({ phone: '12' })).rejects.toThrow('This phone number is too short.');
  });

  it('has HTML whose form the server accepts', async () => {
    const { fill, lead } = await setUp();
    const html = fill(blocksOf(guide, 'html')[0] ?? '');
    const action = /action="([^"]+)"/.exec(html)?.[1] ?? '';
    const names = [...html.matchAll(/name="(\w+)"/g)].map(([, name = '']) => name);
    const filled = names.filter((name) => name !== 'leave_blank').map((name) => [name, name]);
    const response = await fetch(action, {
      method: 'POST',
      headers: { origin: 'https://www.example.com' },
      body: new URLSearchParams({ ...Object.fromEntries(filled), phone_number: '+14155550100' }),
    });
    expect(response.status).toBe(200);
    expect(await lead('+14155550100')).toMatchObject({ fname: 'fname', fields: [['Roof', 'Roof']] });
  });
});

it('names error codes with the status that the server answers', () => {
  const rows = [...guide.matchAll(/^\| (\d{3}) ((?:`\w+`(?:, )?)+) \|/gm)];
  expect(rows.length).toBeGreaterThan(8);
  for (const [, status, codes = ''] of rows)
    for (const [, code = ''] of codes.matchAll(/`(\w+)`/g))
      expect([code, API_ERRORS[code as keyof typeof API_ERRORS]?.status]).toEqual([code, Number(status)]);
});
