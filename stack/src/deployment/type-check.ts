/** Checks data against published TypeScript types: an unknown field, a missing one or a wrong value is an error. */
import { join } from 'node:path';
import ts from 'typescript';

export interface TypedValue {
  /** For the error message. */
  readonly name: string;
  /** A module with types, and what to take from it. */
  readonly from: string;
  readonly type: string;
  readonly value: unknown;
}

/** Enumerations as the strings and numbers that they are in JSON. */
const PRELUDE = `type Json<T> = T extends string ? \`\${T}\` : T extends object ? { [K in keyof T]: Json<T[K]> } : T;\n`;

const FILE = join(import.meta.dirname, 'checked-values.ts');

/** @returns an error per line, with the name of its value */
export function findTypeErrors(values: readonly TypedValue[]): readonly string[] {
  const lines = values.map(
    ({ from, type, value }, n) =>
      `import type { ${type} as T${n} } from '${from}'; export const v${n}: Json<T${n}> = ${JSON.stringify(value)};`,
  );
  const source = PRELUDE + lines.join('\n');
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    target: ts.ScriptTarget.ES2022,
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists, readFile } = host;
  host.getSourceFile = (file, ...rest) =>
    file === FILE ? ts.createSourceFile(file, source, ts.ScriptTarget.ES2022) : getSourceFile(file, ...rest);
  host.fileExists = (file) => file === FILE || fileExists(file);
  host.readFile = (file) => (file === FILE ? source : readFile(file));
  const program = ts.createProgram([FILE], options, host);
  return ts.getPreEmitDiagnostics(program).map(({ file, start, messageText }) => {
    const text = ts.flattenDiagnosticMessageText(messageText, ' ').slice(0, 600);
    const line = file && start !== undefined ? ts.getLineAndCharacterOfPosition(file, start).line : 0;
    return `${values[line - 1]?.name ?? 'the check itself'}: ${text}`;
  });
}
