/** The sources of the programs, read as TypeScript reads them. Where a line stands does not matter here. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const ROOT = join(import.meta.dirname, '../..');
const OF_TESTS = /\.test\.|\.spec\.|(^|\/)test-[^/]*$|(^|\/)(testing|judges|tests|dist|node_modules)\//;

/** @param holds which texts are worth reading @returns every node of every source of these folders that holds it */
export function* nodesOf(folders: readonly string[], holds: RegExp): Generator<ts.Node> {
  for (const folder of folders)
    for (const name of readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).sort()) {
      if (!/\.(ts|mjs)$/.test(name) || OF_TESTS.test(name.replaceAll('\\', '/'))) continue;
      const text = readFileSync(join(ROOT, folder, name), 'utf8');
      if (holds.test(text)) yield* below(ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true));
    }
}

function* below(node: ts.Node): Generator<ts.Node> {
  yield node;
  const children: ts.Node[] = [];
  ts.forEachChild(node, (child) => void children.push(child));
  for (const child of children) yield* below(child);
}

// biome-ignore lint/suspicious/noTemplateCurlyInString: a sign for people, and no template
const LATER = '${…}';

/** The texts that an expression may be, each with `${…}` for what is known only later. */
export function textsOf(node: ts.Expression): readonly string[] {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isParenthesizedExpression(node)) return textsOf(node.expression);
  if (ts.isConditionalExpression(node)) return [...textsOf(node.whenTrue), ...textsOf(node.whenFalse)];
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken)
    return textsOf(node.left).flatMap((left) => textsOf(node.right).map((right) => left + right));
  if (ts.isTemplateExpression(node))
    return [[node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join(LATER)];
  return [LATER];
}

/** The keys of an object that is written out; `…` for what comes from elsewhere. */
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
