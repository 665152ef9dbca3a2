/** Runs the tests of the rooms. */
import { runReported } from './runner.mjs';

/**
 * @param {object} options
 * @param {string[]} [options.filters] parts of paths; none: all
 * @param {Record<string, string>} [options.env]
 * @param {boolean} [options.isLong]
 * @param {boolean} [options.isQuiet] its output is shown only when it fails
 * @param {string} [options.name] of its report
 * @returns {Promise<import('./report.mjs').Report>}
 */
export const runUnitTests = ({ filters = [], name = 'unit', ...options } = {}) =>
  runReported({
    ...options,
    name,
    what: 'The tests of the rooms',
    fileVariable: 'OFFHOOK_REPORT',
    args: [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--reporter=dot',
      '--reporter=./stack/testing/vitest-report.mjs',
      ...filters,
    ],
    read: (report) => report,
  });
