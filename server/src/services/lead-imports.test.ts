import { and, eq, isNotNull } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { calls, leads } from '../store/schema.ts';
import { forEachDatabase } from '../store/test-database.ts';
import type { ImportReport } from './lead-imports.ts';
import { askJson, type TestWorld, testWorlds, until } from './test-world.ts';

const KEY = { authorization: 'Bearer demo-100' };
const BAD_FILE = {
  status: 422,
  body: { success: false, error: 'Please send a CSV file in UTF-8 with a column phone_number.' },
};

async function upload(world: TestWorld, file: string | Uint8Array<ArrayBuffer>, headers: object = KEY) {
  const response = await fetch(`${world.base()}/api/v1/leads/imports`, {
    method: 'POST',
    headers: { 'content-type': 'text/csv', ...headers },
    body: file,
  });
  const body = (await response.json()) as { success: boolean; import?: { id: number } };
  return { status: response.status, body };
}

async function report(world: TestWorld, id: number | undefined): Promise<ImportReport> {
  return until('the end of the import', async () => {
    const { body } = await askJson(world.base(), 'GET', `/api/v1/leads/imports/${id}`, KEY);
    const told = body as unknown as ImportReport;
    return told.import.status === 'running' ? null : told;
  });
}

forEachDatabase('a file of leads', (open) => {
  const start = testWorlds(open);

  it('is taken in line by line, and each line is told', async () => {
    const world = await start();
    const file = [
      '\uFEFFFirst Name;Last Name;Phone;Company;Shoe size',
      'Zoë;"Müller; the elder";(415) 555-2601;Acme;44',
      ';;12;;',
      'Bo;Bell;;;',
      'Cy;Core;+1 415 555 2602',
      'Zoë;;(415) 555-2601;Other;',
    ].join('\r\n');
    const posted = await upload(world, file);
    expect(posted.status).toBe(202);
    const told = await report(world, posted.body.import?.id);
    expect(told.import).toMatchObject({ status: 'complete', lines: 5, taken: 3, refused: 2, error: null });
    expect(told.lines.map(({ line, outcome, reason }) => [line, outcome.split(' ')[0], reason])).toEqual([
      [2, 'scheduled', 'The lead came with a file: each has its turn.'],
      [3, 'refused', 'The phone number is not valid.'],
      [4, 'refused', 'There is no phone number.'],
      [5, 'scheduled', 'The lead came with a file: each has its turn.'],
      [6, 'scheduled', 'The lead came with a file: each has its turn.'],
    ]);
    const [zoe] = await world.db
      .select()
      .from(leads)
      .where(and(eq(leads.account_id, 100), eq(leads.phone_number, '+14155552601')));
    expect(zoe).toMatchObject({ fname: 'Zoë', lname: 'Müller; the elder', company: 'Other' });
    expect(told.lines[4]?.lead_id).toBe(told.lines[0]?.lead_id);
    // One of the team's leads a minute, not all at once.
    await world.control.poll();
    expect(await world.db.select().from(calls).where(isNotNull(calls.planned_for))).toHaveLength(1);
  });

  it('that is none is refused with what it should be', async () => {
    const world = await start();
    const latin1 = Uint8Array.from(Buffer.from('phone_number,fname\n+14155552601,Zo\xeb\n', 'latin1'));
    const utf16 = Uint8Array.from(Buffer.from('phone_number,fname\n+14155552601,Zoë\n', 'utf16le'));
    expect(await upload(world, latin1)).toEqual(BAD_FILE);
    expect(await upload(world, utf16)).toEqual(BAD_FILE);
    expect(await upload(world, 'fname,lname\nAda,Form\n')).toEqual(BAD_FILE);
    expect(await upload(world, '')).toEqual(BAD_FILE);
    expect((await upload(world, 'phone_number\n', {})).status).toBe(401);
  });

  it('goes on after a line that cannot be read', async () => {
    const world = await start();
    const file = `phone_number,fname\n+14155552601,Ada\n+14155552602,"${'x'.repeat(30_000)}"\n+14155552603,Cy\n`;
    const told = await report(world, (await upload(world, file)).body.import?.id);
    expect(told.import).toMatchObject({ status: 'complete', taken: 2, refused: 1, error: null });
    expect(told.lines.map(({ line, reason }) => [line, reason])[1]).toEqual([
      3,
      'The column fname cannot be read.',
    ]);
  });

  it('is an administrator’s or a key’s, and of no other account', async () => {
    const world = await start();
    const { body } = await upload(world, 'phone_number\n+14155552601\n');
    const path = `/api/v1/leads/imports/${body.import?.id}`;
    await report(world, body.import?.id);
    expect((await (await world.agent('admin@demo.test')).get(path)).status).toBe(200);
    expect((await (await world.agent('agent@demo.test')).get(path)).status).toBe(403);
    const other = await askJson(world.base(), 'GET', path, { authorization: 'Bearer demo-200' });
    expect(other.status).toBe(404);
  });
});
