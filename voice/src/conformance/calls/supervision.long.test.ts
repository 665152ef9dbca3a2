import { beforeAll, test } from 'vitest';
import { until } from '../../testing/until.ts';
import { openWorld, type World } from '../world.ts';

let world: World;

beforeAll(async () => {
  world = await openWorld();
  return () => world.close();
});

async function add(name: string, to: string, more: object = {}): Promise<string> {
  const participant = await world.invite(name, to, { waitUrl: '', beep: 'false', ...more });
  return participant.callSid;
}

async function hearing(
  names: Record<string, string>,
): Promise<Record<string, readonly (string | undefined)[]>> {
  const lines = await world.lines();
  const nameOf = (sid: string) => Object.keys(names).find((name) => names[name] === sid);
  return Object.fromEntries(
    Object.entries(names).map(([name, sid]) => [
      name,
      (lines.find((l) => l.call_sid === sid)?.hears ?? []).map(nameOf),
    ]),
  );
}

test.concurrent('with listen, whisper, barge and hold, everyone hears exactly who they should', async ({
  expect,
}) => {
  const agent = await add('floor', '+14155550100', { label: 'agent' });
  const lead = await add('floor', '+14155550110', { label: 'lead' });
  const supervisor = await add('floor', '+14155550111', { label: 'supervisor', muted: true });
  const names = { agent, lead, supervisor };
  const conference = world.client.conferences('floor');
  await until(
    async () => (await conference.participants.list()).filter((p) => p.status === 'connected').length === 3,
    'three connected participants',
  );
  expect(await hearing(names)).toEqual({ agent: ['lead'], lead: ['agent'], supervisor: ['agent', 'lead'] });

  await conference.participants('supervisor').update({ muted: false, coaching: true, callSidToCoach: agent });
  expect(await hearing(names)).toEqual({
    agent: ['lead', 'supervisor'],
    lead: ['agent'],
    supervisor: ['agent', 'lead'],
  });

  await conference.participants('agent').update({ hold: true, holdUrl: '' });
  expect(await hearing(names)).toEqual({ agent: [], lead: [], supervisor: ['lead'] });
  await expect(
    conference.participants('supervisor').update({ coaching: true, callSidToCoach: agent }),
  ).rejects.toMatchObject({ code: 16027 });
  await expect(
    conference.participants('supervisor').update({ coaching: true, callSidToCoach: `CA${'0'.repeat(32)}` }),
  ).rejects.toMatchObject({ code: 16028 });

  await conference.participants('agent').update({ hold: false });
  await conference.participants('supervisor').update({ coaching: false });
  expect(await hearing(names)).toEqual({
    agent: ['lead', 'supervisor'],
    lead: ['agent', 'supervisor'],
    supervisor: ['agent', 'lead'],
  });
  await until(async () => {
    const lines = await world.lines();
    return Object.values(names).every(
      (sid) => (lines.find((l) => l.call_sid === sid)?.level_out ?? 0) > 0.005,
    );
  }, 'audio for all three');

  await conference.participants('lead').remove();
  await world.waitForStatus(lead, 'completed');
  expect(await hearing({ agent, supervisor })).toEqual({ agent: ['supervisor'], supervisor: ['agent'] });
  await conference.update({ status: 'completed' });
  await until(async () => {
    const calls = await world.client.calls.list({ status: 'in-progress' });
    return !calls.some((call) => Object.values(names).includes(call.sid));
  }, 'all calls to end');
});

test.concurrent('an empty waitUrl plays silence; any other plays its TwiML or audio file', async ({
  expect,
}) => {
  const { readFile } = await import('node:fs/promises');
  const sound = await readFile(new URL('../../../assets/lead-1.wav', import.meta.url));
  world.on('/ring.wav', () => ({ type: 'audio/x-wav', body: sound }));
  world.on('/wait', '<Play loop="0">/ring.wav</Play>');
  const level = async (sid: string) => (await world.lines()).find((line) => line.call_sid === sid);
  const [quiet, loud, file] = await Promise.all([
    add('quiet', '+14155550106'),
    add('loud', '+14155550112', { waitUrl: world.url('/wait') }),
    add('file', '+14155550113', { waitUrl: world.url('/ring.wav') }),
  ]);
  await until(
    async () => ((await level(quiet))?.packets_out ?? 0) >= 0 && (await level(quiet))?.conference,
    'the quiet leg to join',
  );
  expect((await level(quiet))?.level_out).toBe(0);

  await until(async () => ((await level(loud))?.level_out ?? 0) > 0.01, 'the TwiML to play');
  const hook = await world.waitForPath('/wait');
  expect(hook.params).toMatchObject({ CallSid: loud });
  expect(hook.signed).toBe(true);

  await until(async () => ((await level(file))?.level_out ?? 0) > 0.01, 'the audio file to play');
  for (const name of ['quiet', 'loud', 'file'])
    await world.client.conferences(name).update({ status: 'completed' });
});

test.concurrent('neither a rejected request nor a failed call leaves an empty conference behind', async ({
  expect,
}) => {
  await expect(add('void', '+14155550100', { label: 'x'.repeat(200) })).rejects.toMatchObject({
    code: 20001,
  });
  expect(await world.client.conferences.list({ friendlyName: 'void' })).toEqual([]);
  await add('void', '+14155550104');
  await until(async () => {
    const [conference] = await world.client.conferences.list({ friendlyName: 'void' });
    return conference?.status === 'completed';
  }, 'the conference to end');
});

test.concurrent('the end of a conference cancels a leg that is still ringing for it', async ({ expect }) => {
  const [inside, ringing] = [await add('ended', '+14155550100'), await add('ended', '+14155550101')];
  await world.waitForStatus(inside, 'in-progress');
  const list = await world.client.conferences('ended').participants.list();
  expect(list.map((one) => [one.callSid, one.status]).sort()).toEqual(
    [
      [inside, 'connected'],
      [ringing, 'ringing'],
    ].sort(),
  );
  await world.client.conferences('ended').update({ status: 'completed' });
  await world.waitForStatus(ringing, 'canceled');
});

test.concurrent('TwiML digits are played, then the call continues at the action URL', async ({ expect }) => {
  world.on('/tones', '<Play digits="12w3"/><Redirect>/next</Redirect>');
  world.on('/next', '<Dial action="/after" timeout="5"><Number>+14155550102</Number></Dial>');
  world.on('/after', '<Hangup/>');
  const call = await world.dial('+14155550100', { url: world.url('/tones') });
  const after = await world.waitForPath('/after');
  expect(after.params).toMatchObject({ CallSid: call.sid, DialCallStatus: 'busy', DialBridged: 'false' });
  await world.waitForStatus(call.sid, 'completed');
  const [child] = await world.client.calls.list({ parentCallSid: call.sid });
  expect(child).toMatchObject({ status: 'busy', direction: 'outbound-dial', to: '+14155550102' });
});

test.concurrent('Say speaks its text', async () => {
  const call = await world.dial('+14155550106', {
    twiml: '<Response><Say loop="0">This call is being recorded. One moment, please.</Say></Response>',
  });
  await world.waitForLine(call.sid, (line) => line.level_out > 0.02, 'speech');
  await world.client.calls(call.sid).update({ status: 'completed' });
});
