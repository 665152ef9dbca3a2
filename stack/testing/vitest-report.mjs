/** Vitest reporter for `npm test`; writes one row per test to `OFFHOOK_REPORT`. */
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { root } from '../bin/install.mjs';

export default class Report {
  onTestRunEnd(modules, unhandledErrors) {
    const report = {
      files: modules.map((module) => ({
        file: relative(root, module.moduleId),
        seconds: module.diagnostic().duration / 1000,
      })),
      rows: modules.flatMap(rowsOf),
      errors: unhandledErrors.map(({ message }) => message),
    };
    writeFileSync(process.env.OFFHOOK_REPORT, JSON.stringify(report));
  }
}

function rowsOf(module) {
  const file = relative(root, module.moduleId);
  // A file or a describe block whose hooks failed may contain no failed test.
  const suites = [module, ...module.children.allSuites()].flatMap((suite) =>
    suite.errors().map(({ message }) => ({ file, title: suite.fullName ?? '', state: 'failed', message })),
  );
  const tests = [...module.children.allTests()].map((test) => {
    const { state, errors } = test.result();
    return {
      file,
      title: test.fullName,
      state,
      isFlaky: test.diagnostic()?.flaky ?? false,
      message: errors?.at(-1)?.message,
    };
  });
  return [...suites, ...tests];
}
