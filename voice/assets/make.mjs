// Generates the sounds in this folder: speech by espeak-ng 1.51, filtered to telephone quality by sox, and synthesized
// music. Run it only to change them: `node voice/assets/make.mjs`. See README.md.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'sounds-'));

/** Voice, words per minute, pitch (0 to 99), and lines, one file each. */
const speakers = {
  lead: {
    voice: ['en-us+f4', 150, 60],
    lines: [
      'Hello, this is Taylor speaking.',
      'Yes, I filled in the form on your website yesterday.',
      'I am looking for a plan for about twelve people.',
      'How much would that cost us per month?',
      'That sounds good. When could we start?',
      'Wonderful. Could you send me that by email, please?',
    ],
  },
  other: {
    voice: ['en-gb+m3', 145, 35],
    lines: [
      'Good day. Who am I speaking with?',
      'I have a few minutes. Please go on.',
      'We already work with somebody, but I am open to a better offer.',
      'Could you call me again next week?',
    ],
  },
  short: {
    voice: ['en-gb-scotland+m7', 165, 45],
    lines: ['Sorry, this is not a good time. Goodbye.'],
  },
  later: {
    voice: ['en-us+m2', 155, 50],
    lines: ['Hello? I am driving right now.', 'Could you call me tomorrow at ten? Thank you. Goodbye.'],
  },
  quiet: {
    voice: ['en-us+f5', 150, 50],
    lines: ['Hello? Who is there?', 'Hello? I cannot hear you.', 'Yes, go on, please.'],
  },
  menu: {
    voice: ['en-gb+f3', 140, 45],
    lines: ['Welcome to Northwind. To speak with somebody, press one. To leave a message, press two.'],
  },
  voicemail: {
    voice: ['en-us+f2', 140, 40],
    lines: [
      'You have reached the voicemail of Morgan Lee. I cannot take your call right now. ' +
        'Please leave a message after the tone.',
    ],
  },
};

/** 8 kHz, mono, mu-law, no silence around it, loud enough and never clipped. */
function shape(from, to, effects) {
  execFileSync('sox', [from, '-r', '8000', '-c', '1', '-e', 'mu-law', '-b', '8', '-D', to, ...effects]);
}

for (const [name, { voice, lines }] of Object.entries(speakers)) {
  const [variant, speed, pitch] = voice;
  lines.forEach((line, i) => {
    const raw = join(scratch, 'raw.wav');
    execFileSync('espeak-ng', ['-v', variant, '-s', String(speed), '-p', String(pitch), '-w', raw, line]);
    const trim = ['silence', '1', '0.02', '0.5%', 'reverse', 'silence', '1', '0.02', '0.5%', 'reverse'];
    shape(raw, join(here, lines.length === 1 ? `${name}.wav` : `${name}-${i + 1}.wav`), [
      'highpass',
      '200',
      'gain',
      '-n',
      '-6',
      ...trim,
    ]);
  });
}

/** Waiting music: four plucked chords, a seamless loop of 12 s. */
const RATE = 8000;
const BEAT = 0.375;
const chords = [
  [57, 60, 64, 69],
  [53, 57, 60, 65],
  [48, 55, 64, 67],
  [55, 59, 62, 67],
];
const order = [0, 1, 2, 3, 2, 1, 3, 2];
const melody = [
  76, 0, 74, 72, 0, 69, 72, 0, 72, 0, 69, 65, 0, 69, 72, 0, 76, 0, 79, 76, 0, 72, 67, 0, 74, 0, 71, 67, 0, 71,
  74, 0,
];
const samples = new Float64Array(12 * RATE);

function pluck(note, beat, loud, seconds) {
  const frequency = 440 * 2 ** ((note - 69) / 12);
  const start = Math.round(beat * BEAT * RATE);
  for (let i = 0; i < seconds * RATE; i += 1) {
    const t = i / RATE;
    const envelope = Math.min(1, t / 0.008) * Math.exp(-3.2 * t);
    const wave =
      Math.sin(2 * Math.PI * frequency * t) +
      0.35 * Math.sin(4 * Math.PI * frequency * t) * Math.exp(-4 * t) +
      0.12 * Math.sin(6 * Math.PI * frequency * t) * Math.exp(-7 * t);
    samples[(start + i) % samples.length] += loud * envelope * wave;
  }
}

for (let bar = 0; bar < 4; bar += 1) {
  pluck(chords[bar][0] - 12, bar * 8, 0.2, 2.5);
  order.forEach((voice, i) => {
    pluck(chords[bar][voice], bar * 8 + i, 0.11, 1.2);
  });
}
melody.forEach((note, beat) => {
  if (note > 0) pluck(note, beat, 0.17, 1.6);
});

const pcm = Buffer.alloc(samples.length * 2);
samples.forEach((value, i) => {
  pcm.writeInt16LE(Math.round(Math.max(-1, Math.min(1, value)) * 32767), i * 2);
});
const raw = join(scratch, 'music.raw');
writeFileSync(raw, pcm);
execFileSync('sox', [
  ...['-t', 'raw', '-r', '8000', '-c', '1', '-e', 'signed', '-b', '16', raw],
  ...['-e', 'mu-law', '-b', '8', '-D', join(here, 'music.wav'), 'gain', '-n', '-9'],
]);
rmSync(scratch, { recursive: true });
