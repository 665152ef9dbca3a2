/** The supervisor's and the administrator's pictures. */
import { valueOrThrow } from '@offhook/contract/client/api-error';
import { ADMIN, addAccount, SUPERVISOR } from './day.ts';
import type { Studio } from './studio.ts';

/** Wide enough for a phone beside the board. */
const BOARD = { width: 1240, height: 760 };
const TALL = { width: 1100, height: 820 };

/** While colleagues are on calls, Ann in a browser. */
export async function takeBoard(studio: Studio): Promise<void> {
  const page = await studio.openConsole(SUPERVISOR, '/', studio.console('board.title'), { size: BOARD });
  const tile = page.getByRole('listitem').filter({ hasText: 'Ann Reyes' }).first();
  const listen = tile.getByRole('button', { name: studio.console('board.action.listen'), exact: true });
  await listen.waitFor();
  await studio.shoot(page, 'supervisor-board');
  await listen.click();
  const own = page.getByRole('region', { name: studio.console('ownPhone.title') });
  await own
    .locator('iframe')
    .contentFrame()
    .getByRole('timer')
    .getByText(/^\d\d:\d\d$/)
    .waitFor();
  await studio.shoot(page, 'supervisor-listen');
  await page.close();
}

export async function takeReview(studio: Studio): Promise<void> {
  const { request } = await studio.client(SUPERVISOR);
  const { data } = valueOrThrow(await request('listCalls', { query: { limit: 100 } }));
  // The oldest are those of the demo, in which both sides talk.
  const recorded = data.filter(({ has_recording }) => has_recording).at(-1);
  const { call } = valueOrThrow(await request('readCall', { params: { id: recorded?.id ?? 0 } }));
  const body = { at_ms: 4_000, text: studio.cast.comment };
  valueOrThrow(await request('addRecordingComment', { params: { id: call.recordings[0]?.id ?? 0 }, body }));
  const page = await studio.page(SUPERVISOR, `/admin/calls/${call.id}`, { size: TALL, scale: 1 });
  await page.getByText(studio.cast.comment).waitFor();
  await page.getByRole('rowheader', { name: studio.console('review.share') }).waitFor();
  await studio.shoot(page, 'supervisor-call');
  await page.close();
}

export async function takeReport(studio: Studio): Promise<void> {
  const title = studio.console('reports.title');
  const page = await studio.openConsole(SUPERVISOR, '/reports?range=last30', title, {
    size: TALL,
  });
  await page.getByRole('group', { name: studio.console('reports.timeline.days') }).waitFor();
  await studio.shoot(page, 'supervisor-report');
  await page.close();
}

export async function takePeople(studio: Studio): Promise<void> {
  const agents = await studio.openConsole(ADMIN, '/agents', studio.console('agents.title'));
  await agents.getByRole('button', { name: studio.console('invite.title'), exact: true }).click();
  await agents.getByLabel(studio.console('invite.emails')).fill(studio.cast.invited.join('\n'));
  await agents.getByRole('checkbox', { name: studio.cast.teams.sales }).check();
  await studio.shoot(agents, 'admin-invite');
  await agents.close();
  const { request } = await studio.client(ADMIN);
  const { data } = valueOrThrow(await request('listTeams', {}));
  const team = data.find(({ is_default }) => is_default);
  const page = await studio.openConsole(ADMIN, `/teams/${team?.id}`, team?.name ?? '', { size: TALL });
  await studio.shoot(page, 'admin-team');
  await page.close();
}

export async function takeRules(studio: Studio): Promise<void> {
  const page = await studio.openConsole(ADMIN, '/calling-rules', studio.console('rules.title'));
  await studio.shoot(page, 'admin-rules');
  await page.close();
}

export async function takeImport(studio: Studio): Promise<void> {
  const page = await studio.openConsole(ADMIN, '/leads/import', studio.console('imports.page'), {
    size: TALL,
  });
  await page.getByLabel(studio.console('import.file')).setInputFiles({
    name: studio.language === 'es' ? 'prospectos.csv' : 'leads.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(studio.cast.importFile),
  });
  await page.getByText(studio.console('import.columns.title'), { exact: true }).first().waitFor();
  await page.getByText(studio.console('import.problem.phoneInvalid')).first().waitFor();
  await studio.shoot(page, 'admin-import');
  await page.close();
}

export async function takeSetUp(studio: Studio): Promise<void> {
  const { email, password } = addAccount(studio);
  const title = studio.console('setUp.title');
  const page = await studio.openConsole(email, '/set-up', title, { size: TALL, password });
  await page.getByRole('button', { name: studio.console('teams.add'), exact: true }).waitFor();
  await studio.shoot(page, 'admin-set-up');
  await page.close();
}
