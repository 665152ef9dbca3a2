import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { apiKeys, auditLog, doNotCallNumbers } from '../../platform/database/schema.ts';
import { openWholeApp } from '../../testing/app/whole-app.ts';
import { withDatabase } from '../../testing/database/database.ts';
import { testWorlds } from '../../testing/world/world.ts';

const URL = '/api/v1/do-not-call/file';
const KEY = { authorization: 'Bearer demo-100' };

withDatabase('a do-not-call file', (open) => {
  const openWorld = testWorlds(open);
  const openFiles = async () => {
    const world = await openWorld();
    const { app, signIn } = await openWholeApp(world);
    const admin = await signIn('admin@demo.test');
    return {
      db: world.db,
      send: (payload: string | Buffer, headers: Record<string, string> = admin) =>
        app.inject({
          method: 'POST',
          url: URL,
          headers: { 'content-type': 'text/csv', ...headers },
          payload,
        }),
      read: async () => (await app.inject({ method: 'GET', url: URL, headers: admin })).body,
    };
  };
  const numbersOf = async (db: Awaited<ReturnType<typeof openFiles>>['db']) =>
    (await db.select().from(doNotCallNumbers)).map((row) => row.phone_number).sort();

  it('adds one number per line and returns the counts', async () => {
    const { db, send } = await openFiles();
    const file = '(415) 555-2600\r\n+442071838750\n\n12\n415-555-2600\nnonsense\n';
    const response = await send(file);
    expect([response.statusCode, response.json()]).toEqual([
      200,
      { success: true, added: 2, already_listed: 0, invalid: 2, invalid_lines: [4, 6] },
    ]);
    expect(await numbersOf(db)).toEqual(['+14155552600', '+442071838750']);
    expect((await send(file)).json()).toMatchObject({ added: 0, already_listed: 2, invalid: 2 });
  });

  it('can have a header row and other columns', async () => {
    const { db, send } = await openFiles();
    expect(
      (await send('\uFEFFName;Phone;Since\n"Lovelace; Ada";(415) 555-2600;2020\n')).json(),
    ).toMatchObject({
      added: 1,
      invalid: 0,
    });
    expect((await send('Number\n(415) 555-2601\n')).json()).toMatchObject({ added: 1, invalid: 0 });
    expect(await numbersOf(db)).toEqual(['+14155552600', '+14155552601']);
  });

  it('is exported without formulas and can be uploaded again', async () => {
    const { send, read } = await openFiles();
    await send('(415) 555-2600');
    const file = await read();
    expect(file).toMatch(/^phone_number,source,since\r\n(?:.*\r\n)*'\+14155552600,file,20[\d:.TZ-]+\r\n/);
    for (const line of file.split('\r\n')) expect(line).not.toMatch(/(^|,)[=+\-@\t]/);
    expect((await send(file)).json()).toMatchObject({ invalid: 0 });
  });

  it('can be uploaded with an API key, which the audit log names, without the numbers', async () => {
    const { db, send } = await openFiles();
    expect((await send('(415) 555-2600', KEY)).statusCode).toBe(200);
    const [key] = await db.select().from(apiKeys).where(eq(apiKeys.account_id, 100));
    const { action, subject, user_id } = (await db.select().from(auditLog)).at(-1) ?? {};
    expect({ action, subject, user_id }).toEqual({
      action: 'do-not-call import',
      subject: `do-not-call list: a file of 1 numbers, by api key ${key?.id}`,
      user_id: null,
    });
  });

  it('is rejected as a whole if it is empty or too large', async () => {
    const { db, send } = await openFiles();
    expect((await send('')).statusCode).toBe(422);
    expect((await send(`${'x'.repeat(9_000)}\n`.repeat(1_200))).statusCode).toBe(413);
    expect(await numbersOf(db)).toEqual([]);
  });
});
