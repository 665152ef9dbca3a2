import { runWithReport } from './runner.mjs';

/** @returns {Promise<import('./report.mjs').Report>} */
export const runUnitTests = ({ filters = [], name = 'unit', ...options } = {}) =>
  runWithReport({
    ...options,
    name,
    description: "The packages' tests",
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
