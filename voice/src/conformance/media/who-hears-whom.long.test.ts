import { beforeAll, expect, test } from 'vitest';
import { until } from '../../testing/until.ts';
import { type Line, openWorld, type World } from '../world.ts';

/**
 * Each participant of a conference sends its own tone and changes roles at random. After each change the test measures
 * whether each one receives exactly the tones of the parties that it may hear.
 */

const CHANGES = Number(process.env['VOICE_ROLE_CHANGES'] ?? 50);
const MAX_PARTIES = 5;
const ROOM = 'roles';
/** Multiples of 10 Hz, distinguishable within 100 ms; none is a harmonic of another. */
const TONES = [310, 430, 570, 730, 910, 1130, 1370, 1630] as const;
/** A simulated phone's tone is stronger than HEARD; rounding errors of the mix are weaker than UNHEARD. */
const HEARD = 0.05;
const UNHEARD = 0.01;

interface Party {
  readonly sid: string;
  readonly tone: number;
  readonly muted: boolean;
  readonly held: boolean;
  readonly coaches: string | null;
}

interface LineWithTones extends Line {
  readonly tones: readonly number[];
}

let world: World;
let parties: readonly Party[] = [];

beforeAll(async () => {
  world = await openWorld();
  return () => world.close();
});

function seededRandom(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % sides;
  };
}

const conference = () => world.client.conferences(ROOM);

async function add(): Promise<string> {
  const tone = TONES.find((one) => !parties.some((party) => party.tone === one)) ?? 0;
  const { callSid } = await world.invite(ROOM, '+14155550106', { waitUrl: '', beep: 'false' });
  await world.waitForStatus(callSid, 'in-progress');
  await world.lab('/controls', { control: 'tone', call_sid: callSid, frequency: tone });
  parties = [...parties, { sid: callSid, tone, muted: false, held: false, coaches: null }];
  return `${name(callSid)} joins`;
}

async function leave(sid: string): Promise<string> {
  const leavingParty = name(sid);
  await conference().participants(sid).remove();
  parties = parties.filter((party) => party.sid !== sid);
  return `${leavingParty} leaves`;
}

async function set(sid: string, change: Partial<Party>): Promise<string> {
  const { muted, held, coaches } = change;
  await conference()
    .participants(sid)
    .update({
      ...(muted === undefined ? {} : { muted }),
      ...(held === undefined ? {} : { hold: held, holdUrl: '' }),
      ...(coaches === undefined ? {} : { coaching: coaches !== null }),
      ...(coaches ? { callSidToCoach: coaches } : {}),
    });
  parties = parties.map((party) => (party.sid === sid ? { ...party, ...change } : party));
  return `${name(sid)} ${JSON.stringify(change)}`;
}

const name = (sid: string) => `the ${parties.find((party) => party.sid === sid)?.tone} Hz party`;

async function change(random: (sides: number) => number): Promise<string> {
  const one = parties[random(parties.length)];
  const other = parties[random(parties.length)];
  if (!one || !other) throw new Error('no parties');
  switch (random(12)) {
    case 0:
      return parties.length < MAX_PARTIES ? add() : leave(one.sid);
    case 1:
      return parties.length > 2 ? leave(one.sid) : add();
    case 2:
      return `${await add()}, ${await leave(one.sid)}: a transfer`;
    case 3:
    case 4:
    case 5:
      return set(one.sid, { held: !one.held });
    case 6:
    case 7:
      return set(one.sid, { muted: !one.muted });
    case 8:
    case 9:
    case 10:
      // Whispering to a held party is rejected.
      return one === other || other.held
        ? set(one.sid, { coaches: null, muted: false })
        : set(one.sid, { coaches: other.sid, muted: false });
    default:
      return set(one.sid, { coaches: null, muted: false });
  }
}

/** An independent definition of who hears whom. */
function mayHear(listener: Party, speaker: Party): boolean {
  if (listener === speaker || listener.held) return false;
  if (speaker.held || speaker.muted) return false;
  return speaker.coaches === null || speaker.coaches === listener.sid;
}

/** Null if every party receives exactly what it may hear. */
async function findViolation(): Promise<string | null> {
  const { lines } = await world.lab<{ lines: LineWithTones[] }>(
    `/lines?tones=${parties.map(({ tone }) => tone).join(',')}`,
  );
  for (const listener of parties) {
    const line = lines.find(({ call_sid }) => call_sid === listener.sid);
    if (!line) return `${name(listener.sid)} is missing`;
    const audible = parties.filter((speaker) => mayHear(listener, speaker));
    // A party that hears no one must receive digital silence.
    if (audible.length === 0 && line.tones.some((strength) => strength > 0))
      return `${name(listener.sid)} hears ${line.tones}, but should hear no one`;
    for (const [i, speaker] of parties.entries()) {
      const strength = line.tones[i] ?? 0;
      const shouldHear = audible.includes(speaker);
      if (shouldHear ? strength < HEARD : strength > UNHEARD)
        return `${name(listener.sid)} ${shouldHear ? 'does not hear' : 'hears'} ${name(speaker.sid)}: ${strength}`;
    }
  }
  return null;
}

async function waitUntilCorrect(after: string): Promise<void> {
  let last: string | null = null;
  try {
    await until(async () => {
      last = await findViolation();
      return last === null;
    }, 'every party to hear exactly the parties that it may hear');
  } catch (error) {
    throw new Error(`after ${after}: ${last} (${String(error)})`);
  }
}

test(`through ${CHANGES} role changes, each party receives only the tones of the parties that it may hear`, {
  timeout: 60_000 + CHANGES * 5_000,
}, async () => {
  const seed = Number(process.env['VOICE_ROLE_SEED'] ?? 20_261_121);
  const random = seededRandom(seed);
  const steps = [await add(), await add(), await add()];
  await waitUntilCorrect(steps.join(', '));
  for (let i = 0; i < CHANGES; i += 1) {
    // The state must be stable between changes.
    expect(await findViolation()).toBeNull();
    steps.push(await change(random));
    await waitUntilCorrect(`${steps.slice(-5).join('; ')} (seed ${seed})`);
  }
  await conference().update({ status: 'completed' });
});
