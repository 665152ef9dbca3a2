/** A day of the demo's account, through the API and simulated phones. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { valueOrThrow } from '@offhook/contract/client/api-error';
import { Colleague, type Result } from './colleague.ts';
import type { Studio } from './studio.ts';

export const ANN = 'agent@demo.test';
export const BEN = 'agent2@demo.test';
export const ADMIN = 'admin@demo.test';
export const SUPERVISOR = 'supervisor@demo.test';
/** Has had no calls. */
export const NEWCOMER = 'plain@demo.test';
/** Chloe, Dana, Elif, Farid, Grace, Hugo and Ines. Ann's and Ben's phones are open in browsers. */
const COLLEAGUES = [3, 4, 5, 6, 7, 8, 9].map((number) => `agent${number}@demo.test`);
const RESULTS: readonly Result[] = ['contacted', 'contacted', 'voicemail', 'contacted', 'missed'];

/** Names teams, numbers, statuses and tags, adds the script and a scorecard, and puts the colleagues into the team. */
export async function setUpAccount(studio: Studio): Promise<void> {
  const { cast } = studio;
  const { request } = await studio.client(ADMIN);
  const { data: teams } = valueOrThrow(await request('listTeams', {}));
  const { data: agents } = valueOrThrow(await request('listAgents', { query: { limit: 100 } }));
  const idOf = (email: string) => agents.find((agent) => agent.email === email)?.id ?? 0;
  for (const { id, is_default } of teams) {
    const { team } = valueOrThrow(await request('readTeam', { params: { id } }));
    const tags = team.profile.tags.map(({ uses: _, ...tag }, index) => ({
      ...tag,
      name: cast.tags[index] ?? tag.name,
    }));
    const members = [ANN, BEN, ...COLLEAGUES].map((email) => ({ user_id: idOf(email), priority_group: 1 }));
    const profile = {
      script: cast.script,
      whisper_template: cast.whisper,
      tags,
      retry_minutes: [1, 5, 30],
      followup_minutes: [60, 1_440],
    };
    const body = is_default
      ? { name: cast.teams.sales, members, profile }
      : { name: cast.teams.support, members: [{ user_id: idOf(NEWCOMER), priority_group: 1 }] };
    valueOrThrow(await request('changeTeam', { params: { id }, body }));
  }
  const { data: numbers } = valueOrThrow(await request('listNumbers', {}));
  const ordered = [...numbers].sort((one, other) => other.phone_number.localeCompare(one.phone_number));
  for (const [index, { id }] of ordered.entries())
    valueOrThrow(
      await request('changeNumber', { params: { id }, body: { name: cast.numbers[index] ?? null } }),
    );
  const list = cast.questions.map((text, index) => ({
    text,
    kind: index === 1 ? ('rating' as const) : ('yes_no' as const),
    weight: index + 1,
  }));
  valueOrThrow(await request('changeScorecardQuestions', { body: { list } }));
  valueOrThrow(
    await request('changeStatuses', {
      body: {
        list: [
          { key: 'break', icon: 'coffee', minutes_per_day: 30 },
          { key: 'lunch', icon: 'restaurant', minutes_per_day: 45 },
          { key: 'training', icon: 'school', minutes_per_day: null },
          { name: cast.coaching, icon: 'groups', minutes_per_day: 60 },
        ],
      },
    }),
  );
}

/** The calls of earlier today, of which each colleague had a few. Run it before a page's phone is open. */
export async function haveEarlierCalls(studio: Studio): Promise<readonly Colleague[]> {
  const colleagues = await Promise.all(COLLEAGUES.map((email) => Colleague.open(studio, email)));
  const { earlier, notes } = studio.cast;
  // One after the other: each lead rings everyone who is available.
  for (const [index, lead] of earlier.entries()) {
    const colleague = colleagues[index % colleagues.length];
    const call = await colleague?.talkTo(lead);
    if (call) await colleague?.finish(call, RESULTS[index % RESULTS.length] ?? 'contacted', notes[index % 4]);
  }
  return colleagues;
}

/** Three colleagues in calls, one in Call Result, a parked call, and the others in a status. */
export async function fillRoom({ cast }: Studio, colleagues: readonly Colleague[]): Promise<void> {
  const [chloe, dana, elif, farid, grace, hugo, ines] = colleagues;
  if (!(chloe && dana && elif && farid && grace && hugo && ines)) throw new Error('A colleague is missing.');
  const [first, second, third] = cast.onCalls;
  if (!(first && second && third)) throw new Error('A lead is missing.');
  await chloe.talkTo(first);
  await dana.talkTo(second);
  const parked = await elif.talkTo(cast.parked);
  await elif.park(parked.callId);
  await elif.wrapUp(parked);
  await farid.talkTo(third);
  await grace.choose('lunch');
  await hugo.choose('break');
}

/** A second account, new and empty. @returns its administrator's login */
export function addAccount({ product }: Studio): { readonly email: string; readonly password: string } {
  const program = fileURLToPath(new URL('../dist/admin.mjs', import.meta.url));
  const env = { ...process.env, OFFHOOK_DATA: product.data, PORT: new URL(product.url).port };
  const administer = (...args: string[]) =>
    execFileSync(process.execPath, [program, ...args], { env, encoding: 'utf8' });
  const zone = 'America/Los_Angeles';
  const added = administer('accounts', 'add', '--name', 'Acme', '--country', 'US', '--time-zone', zone);
  const account = /^id: (\d+)/m.exec(added)?.[1] ?? '';
  const email = 'ada@example.com';
  const user = ['--email', email, '--name', 'Ada', '--permissions', 'admin'];
  const output = administer('users', 'add', '--account', account, ...user);
  return { email, password: /^password: (\S+)$/m.exec(output)?.[1] ?? '' };
}
