import { runReported } from './runner.mjs';

/**
 * @param {object} options
 * @param {string[]} [options.filters] parts of paths
 * @param {Record<string, string>} [options.env]
 * @param {boolean} [options.isLong]
 * @param {boolean} [options.isQuiet] show the output only on failure
 * @param {string} [options.name] of its report
 * @returns {Promise<import('./report.mjs').Report>}
 */
export const runUnitTests = ({ filters = [], name = 'unit', ...options } = {}) =>
  runReported({
    ...options,
    name,
    what: "The packages' tests",
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
