/** Merges and prints the test runners' results: failures, flaky tests, slowest files, and the line `N passed, N failed`. */

/**
 * @typedef {{file: string, title: string, state: string, isFlaky?: boolean, message?: string}} Row
 * @typedef {{file: string, seconds: number}} Timed
 * @typedef {{rows: Row[], files: Timed[], errors: string[]}} Report
 */

const SLOWEST = 10;
const FIRST_LINES = 6;

export function mergeReports(reports) {
  return {
    rows: reports.flatMap(({ rows }) => rows),
    files: reports.flatMap(({ files }) => files),
    errors: reports.flatMap(({ errors }) => errors),
  };
}

/** @param {Report} report @param {{countsFlakyAsFailed: boolean}} options true for long tests */
function countRows({ rows, errors }, { countsFlakyAsFailed }) {
  const flaky = rows.filter(({ isFlaky }) => isFlaky);
  const skipped = rows.filter(({ state }) => state === 'skipped' || state === 'pending');
  const failed = rows.filter((row) => row.state === 'failed' || (countsFlakyAsFailed && row.isFlaky));
  const passed = rows.filter((row) => row.state === 'passed' && !failed.includes(row));
  return { passed, failed, skipped, flaky, failures: failed.length + errors.length };
}

export const isGreen = (report, options) => countRows(report, options).failures === 0;

export function summary(report) {
  const { passed, failures, skipped, flaky } = countRows(report, { countsFlakyAsFailed: false });
  return {
    passed: passed.length,
    failed: failures,
    skipped: skipped.length,
    flaky: flaky.map(({ file, title }) => `${file} › ${title}`),
  };
}

/** @param {Report} report @param {{countsFlakyAsFailed: boolean, seconds: number}} options @returns {boolean} whether nothing failed */
export function printReport(report, options) {
  const { passed, failed, skipped, flaky, failures } = countRows(report, options);
  const nameOf = ({ file, title }) => (title ? `${file} › ${title}` : file);
  if (skipped.length) print('Skipped', skipped.map(nameOf));
  if (failures)
    print('Failed', [
      ...failed.map((row) => `${nameOf(row)}\n    ${firstLines(row.message)}`),
      ...report.errors.map(firstLines),
    ]);
  const slowest = [...report.files].sort((a, b) => b.seconds - a.seconds).slice(0, SLOWEST);
  print(
    'Slowest files',
    slowest.map(({ file, seconds }) => `${seconds.toFixed(1).padStart(6)} s  ${file}`),
  );
  if (flaky.length) {
    console.log('');
    for (const row of flaky) console.log(`flaky: ${nameOf(row)}`);
    console.log(`${flaky.length} flaky: passed only on a retry`);
  }
  const seconds = Math.round(options.seconds);
  console.log(`\nTook ${Math.floor(seconds / 60)} min ${seconds % 60} s`);
  const skippedText = skipped.length ? `, ${skipped.length} skipped` : '';
  console.log(`${passed.length} passed, ${failures} failed${skippedText}`);
  return failures === 0;
}

const firstLines = (message = '') => message.split('\n').slice(0, FIRST_LINES).join('\n    ');

function print(title, lines) {
  console.log(`\n— ${title}\n${lines.join('\n')}`);
}
