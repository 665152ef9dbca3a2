/** Reads the programs' sources with the TypeScript parser. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const ROOT = join(import.meta.dirname, '../..');
const TEST_PATH = /\.test\.|\.spec\.|(^|\/)test-[^/]*$|(^|\/)(testing|conformance|tests|dist|node_modules)\//;

/** @param filter which files to parse @returns every node of the matching files */
export function* findNodes(folders: readonly string[], filter: RegExp): Generator<ts.Node> {
  for (const folder of folders)
    for (const name of readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).sort()) {
      if (!/\.(ts|mjs)$/.test(name) || TEST_PATH.test(name.replaceAll('\\', '/'))) continue;
      const text = readFileSync(join(ROOT, folder, name), 'utf8');
      if (filter.test(text))
        yield* descendants(ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true));
    }
}

function* descendants(node: ts.Node): Generator<ts.Node> {
  yield node;
  const children: ts.Node[] = [];
  ts.forEachChild(node, (child) => void children.push(child));
  for (const child of children) yield* descendants(child);
}

// biome-ignore lint/suspicious/noTemplateCurlyInString: a placeholder, not a template
const DYNAMIC = '${…}';

/** The possible strings of an expression, with `${…}` for dynamic parts. */
export function possibleStrings(node: ts.Expression): readonly string[] {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isParenthesizedExpression(node)) return possibleStrings(node.expression);
  if (ts.isConditionalExpression(node))
    return [...possibleStrings(node.whenTrue), ...possibleStrings(node.whenFalse)];
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken)
    return possibleStrings(node.left).flatMap((left) =>
      possibleStrings(node.right).map((right) => left + right),
    );
  if (ts.isTemplateExpression(node))
    return [[node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join(DYNAMIC)];
  return [DYNAMIC];
}

/** The keys of an object literal; `…` for keys from elsewhere. */
export function keysOf(node: ts.Expression): readonly string[] {
  if (ts.isParenthesizedExpression(node)) return keysOf(node.expression);
  if (ts.isConditionalExpression(node)) return [...keysOf(node.whenTrue), ...keysOf(node.whenFalse)];
  if (!ts.isObjectLiteralExpression(node)) return ['…'];
  return node.properties.flatMap((property) => {
    if (ts.isSpreadAssignment(property)) return keysOf(property.expression);
    return ts.isIdentifier(property.name) || ts.isStringLiteralLike(property.name)
      ? [property.name.text]
      : ['…'];
  });
}
