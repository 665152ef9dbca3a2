/** Finds British spellings and words that the glossary replaces. Words with other meanings are left to reviewers. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const TEXT_FILES = /\.(ts|tsx|mjs|mts|md|css|html|ya?ml|sh|service)$|(^|\/)(Dockerfile|Caddyfile)$/;
/** History, and lists of these words. */
const EXEMPT = /^CHANGELOG\.md$|^docs\/glossary\.md$|\/migrations\/|plain-words\.test\.ts$/;

/** `who hears whom` is the name of a matrix; `apologise` is a kind of effect in stored rows. */
const OLD_WORDS =
  /(?<![Ww]ho[ -]hears[ -])\b[Ww]hom\b|\b[Ww]ho(so)?ever\b|\boutward\b|\boutward[A-Z]|\bOutward[A-Z]|OUTWARD_[A-Z]|\bstand-?ins?\b|\bhearken|\bsetbacks?\b|\bpretend(ed|s)?\b|\bin the box\b|\bMOST_[A-Z]|\bAT_ONCE\b/;

/** `organisation` is a column name in customers' files; `cancelled` is a column of ours; `'grey'` is a color of CSS. */
const BRITISH =
  /\b(dialled|dialling|signalling|behaviours?|colours?|coloured|grey(?<!'grey(?='))|centred?|unauthorised|authoris(e|ed|es|ing|ation)|recognis(e|ed|es|ing)|catalogues?|licences?|favours?|initialis(e|ed|es|ing)|normalis(e|ed|es|ing)|serialis(e|ed|es|ing)|optimis(e|ed|es|ing)|labelled|judgement|learnt|neighbours?)\b/i;

function findWords(text: string): string[] {
  return text.split('\n').flatMap((line, index) => {
    const found = OLD_WORDS.exec(line) ?? BRITISH.exec(line);
    return found ? [`${index + 1} ${found[0]}`] : [];
  });
}

test('no file has words that the glossary replaces', () => {
  const files = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' })
    .split('\n')
    .filter((file) => TEXT_FILES.test(file) && !EXEMPT.test(file));
  expect(files.length).toBeGreaterThan(1_500);
  const found = files.flatMap((file) =>
    findWords(readFileSync(join(ROOT, file), 'utf8')).map((word) => `${file}:${word}`),
  );
  expect(found).toEqual([]);
});

test('old words are found as whole words and in identifiers, but not inside other words', () => {
  expect(findWords('a lead whom nobody calls\nwho hears whom\nMOST_TRIES = 5\nthe line was dialled')).toEqual(
    ['1 whom', '3 MOST_T', '4 dialled'],
  );
  expect(
    findWords('const outwardEvents = 1;\nselect * from outward_events\nclock.setBack(1)\nalmost'),
  ).toEqual(['1 outwardE']);
});
