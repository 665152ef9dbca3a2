/** The steps that make the schema, oldest first, and how a database of version 0.1 comes to the first one. */
import { readFileSync } from 'node:fs';

export interface MigrationStep {
  readonly tag: string;
  readonly statements: readonly string[];
}

// Each file is read by these very words: a bundle has its text in their place (stack/bin/bundle.mjs).
const baseline = readFileSync(new URL('./migrations/0019_baseline.sql', import.meta.url), 'utf8');
const upgrade = readFileSync(new URL('./upgrade-from-0.1.sql', import.meta.url), 'utf8');

const statementsOf = (file: string) =>
  file.split('--> statement-breakpoint').map((statement) => statement.trim());

/** The whole schema. Its number follows those of the steps of 0.1 that it replaces, so that no number is given twice. */
export const BASELINE: MigrationStep = { tag: '0019_baseline', statements: statementsOf(baseline) };

export const MIGRATIONS: readonly MigrationStep[] = [BASELINE];

const NEWEST_OF_FIRST_RELEASE = '0011_third_matthew_murdock';
/** What new databases were made by before this baseline. */
const FORMER_BASELINE = '0018_baseline';

const TAGS = new Set(MIGRATIONS.map(({ tag }) => tag));

/** A step of this version, or one that its baseline replaces. The others are of a newer version. */
export const isKnownStep = (tag: string): boolean => TAGS.has(tag) || tag < BASELINE.tag;

/**
 * What a step is in a database that has made these ones: version 0.1 is brought to the baseline, where nothing is, it is made.
 * @throws for what is older than version 0.1
 */
export function statementsAfter(done: ReadonlySet<string>, step: MigrationStep): readonly string[] {
  if (step !== BASELINE || done.size === 0) return step.statements;
  if (!isReleased(done)) throw new Error('The database is older than version 0.1 of Offhook.');
  return statementsOf(upgrade);
}

/** Whether these steps made a schema of version 0.1 or newer. */
export const isReleased = (tags: ReadonlySet<string>): boolean =>
  [BASELINE.tag, FORMER_BASELINE, NEWEST_OF_FIRST_RELEASE].some((tag) => tags.has(tag));
