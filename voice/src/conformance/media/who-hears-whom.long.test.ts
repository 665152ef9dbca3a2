import { beforeAll, expect, test } from 'vitest';
import { until } from '../../testing/until.ts';
import { type Line, openWorld, type World } from '../world.ts';

/**
 * A conversation whose parties each send a tone of their own, and change their roles at random. After each change
 * it is measured which tones each of them is sent: those of whom it may hear, and nothing else.
 */

const CHANGES = Number(process.env['VOICE_ROLE_CHANGES'] ?? 50);
const MOST_PARTIES = 5;
const ROOM = 'roles';
/** Multiples of 10 Hz, which a piece of 100 ms tells apart; none is a harmonic of another. */
const TONES = [310, 430, 570, 730, 910, 1130, 1370, 1630] as const;
/** A tone of the pretend network is stronger than HEARD; the rounding of the others' sum is weaker than UNHEARD. */
const HEARD = 0.05;
const UNHEARD = 0.01;

interface Party {
  readonly sid: string;
  readonly tone: number;
  readonly muted: boolean;
  readonly held: boolean;
  /** Whom it whispers to. */
  readonly coaches: string | null;
}

interface Heard extends Line {
  readonly tones: readonly number[];
}

let world: World;
let parties: readonly Party[] = [];

beforeAll(async () => {
  world = await openWorld();
  return () => world.close();
});

/** The same row of changes for the same seed. */
function dice(seed: number): (sides: number) => number {
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
  return `${name(callSid)} comes`;
}

async function leave(sid: string): Promise<string> {
  const gone = name(sid);
  await conference().participants(sid).remove();
  parties = parties.filter((party) => party.sid !== sid);
  return `${gone} goes`;
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

const name = (sid: string) => `the one with ${parties.find((party) => party.sid === sid)?.tone} Hz`;

async function change(roll: (sides: number) => number): Promise<string> {
  const one = parties[roll(parties.length)];
  const other = parties[roll(parties.length)];
  if (!one || !other) throw new Error('nobody is there');
  switch (roll(12)) {
    case 0:
      return parties.length < MOST_PARTIES ? add() : leave(one.sid);
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
      // Whispering to somebody who is held is refused.
      return one === other || other.held
        ? set(one.sid, { coaches: null, muted: false })
        : set(one.sid, { coaches: other.sid, muted: false });
    default:
      // Barging in.
      return set(one.sid, { coaches: null, muted: false });
  }
}

/** What is to be heard, in words of the roles: this is not how the service works it out. */
function mayHear(listener: Party, speaker: Party): boolean {
  if (listener === speaker || listener.held) return false;
  if (speaker.held || speaker.muted) return false;
  return speaker.coaches === null || speaker.coaches === listener.sid;
}

/** Null when everybody is sent what they may hear and nothing else; else what is wrong. */
async function wrong(): Promise<string | null> {
  const { lines } = await world.lab<{ lines: Heard[] }>(
    `/lines?tones=${parties.map(({ tone }) => tone).join(',')}`,
  );
  for (const listener of parties) {
    const line = lines.find(({ call_sid }) => call_sid === listener.sid);
    if (!line) return `${name(listener.sid)} is not there`;
    const audible = parties.filter((speaker) => mayHear(listener, speaker));
    // Whoever may hear nobody is sent digital silence: not one sample.
    if (audible.length === 0 && line.tones.some((strength) => strength > 0))
      return `${name(listener.sid)} hears ${line.tones}, and should hear nobody`;
    for (const [i, speaker] of parties.entries()) {
      const strength = line.tones[i] ?? 0;
      const may = audible.includes(speaker);
      if (may ? strength < HEARD : strength > UNHEARD)
        return `${name(listener.sid)} ${may ? 'does not hear' : 'hears'} ${name(speaker.sid)}: ${strength}`;
    }
  }
  return null;
}

async function settled(after: string): Promise<void> {
  let last: string | null = null;
  try {
    await until(async () => {
      last = await wrong();
      return last === null;
    }, 'everybody to hear whom they may');
  } catch (error) {
    throw new Error(`after ${after}: ${last} (${String(error)})`);
  }
}

test(`through ${CHANGES} changes of roles each party is sent the tones of whom it may hear, and nothing of anybody else`, {
  timeout: 60_000 + CHANGES * 5_000,
}, async () => {
  const seed = Number(process.env['VOICE_ROLE_SEED'] ?? 20_261_121);
  const roll = dice(seed);
  const steps = [await add(), await add(), await add()];
  await settled(steps.join(', '));
  for (let i = 0; i < CHANGES; i += 1) {
    // Nothing changes by itself: what was right is still right before the next change.
    expect(await wrong()).toBeNull();
    steps.push(await change(roll));
    await settled(`${steps.slice(-5).join('; ')} (seed ${seed})`);
  }
  await conference().update({ status: 'completed' });
});
