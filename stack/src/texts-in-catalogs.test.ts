/** Finds texts in the code of the pages and the desktop app that belong in a message catalog. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const PAGES = ['softphone/src', 'console/src', 'design/src', 'desktop/src'];
/** Server code whose sentences the console shows. */
const SERVER = [
  'accounts',
  'administration',
  'calls',
  'intake',
  'integrations',
  'leads',
  'messages',
  'operations/person',
  'operations/retention*',
  'platform/telephony/safe-http.ts',
  'presence',
  'recordings',
  'reports',
].map((path) => `server/src/${path}`);
/** Tests and their helpers. */
const NOT_SHOWN =
  /\.test\.tsx?$|gallery|\.d\.ts$|\/test-[a-z-]+\.ts$|sample-events|page-on-bad-server|fake-server/;

/** Files with texts that aren't translated. */
const EXEMPT: Readonly<Record<string, string>> = {
  'console/src/core/forms/integrations/web-form.ts': 'HTML for the account’s website; its texts are messages',
  'console/src/main.tsx': 'shown when no catalog could be loaded',
  'softphone/src/main.tsx': 'shown when no catalog could be loaded',
  'softphone/src/sign-in-pages/main.tsx': 'shown when no catalog could be loaded',
  'console/src/core/set-up/commands.ts': 'commands to paste into a terminal',
  'console/src/parts/forms/country-codes.ts': 'a list of country codes',
  'desktop/src/core/keys.ts': 'keys, as Electron names them',
  'desktop/src/core/login-entry.ts': 'a file for the system',
  'server/src/integrations/crm/core/call-entry.ts': 'written into CRMs',
  'server/src/presence/open-phones.ts': 'for the log',
  'server/src/recordings/recording-s3.ts': 'for the log',
  'server/src/recordings/storage-check.ts': 'the content of a file',
  'softphone/src/adapters/server/country-lookup.ts': 'for the error log',
  'softphone/src/adapters/voice/voice.ts': 'for the error log',
  'softphone/src/core/line/voice-checks.ts': 'for the error log, as the voice library words it',
};

/** Names, keys, code and parts of requests. */
const UNTRANSLATED =
  /^(Offhook|Offhook: …|HubSpot|Salesforce|ActiveCampaign|Follow Up Boss|…NoName|\w+Error|(Control|Shift)\+\w*|Authorization: Bearer …|\/api\/v1\/leads\/|\?api_key=…|\(prefers-color-scheme: dark\)|.*\[(contenteditable|role="slider")\])$/;

/** A capitalized word, or two words in a row. Codes, keys of objects and class names are neither. */
const LOOKS_LIKE_TEXT = /^[^A-Za-z]*[A-Z][a-z]|[A-Za-z]{2,}[,.:;]? [A-Za-z]/;

/** A capitalized word and another one. The server's codes, log messages and SQL start differently. */
const LOOKS_LIKE_SENTENCE = /^[A-Z][a-z’']* [a-z]/;

/** Texts for developers: thrown errors and log messages. */
const FOR_DEVELOPERS =
  /^(Error|TypeError|RangeError|DOMException|console\.\w+|warn|log|logError|\w+\.(warn|log))$/;

/** `KeyboardEvent.key` */
const KEYS =
  /^(Alt|Arrow(Down|Left|Right|Up)|Backspace|Control|Delete|End|Enter|Escape|Home|Meta|Page(Down|Up)|Shift|Space|Tab)$/;

interface Found {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

function isForDevelopers(node: ts.Node): boolean {
  for (let at: ts.Node | undefined = node; at; at = at.parent) {
    if ((ts.isCallExpression(at) || ts.isNewExpression(at)) && at !== node) {
      if (FOR_DEVELOPERS.test(at.expression.getText())) return true;
    }
    if (ts.isBlock(at) || ts.isArrowFunction(at)) return false;
  }
  return false;
}

function isNotText(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isImportDeclaration(parent) || ts.isExternalModuleReference(parent)) return true;
  if (ts.isLiteralTypeNode(parent) || ts.isTemplateLiteralTypeNode(parent)) return true;
  if (ts.isPropertyAssignment(parent) && parent.name === node) return true;
  if (ts.isElementAccessExpression(parent) || ts.isCaseClause(parent)) return true;
  if (ts.isCallExpression(parent) && parent.expression.kind === ts.SyntaxKind.ImportKeyword) return true;
  // Compared, not shown.
  if (ts.isBinaryExpression(parent) && /^[!=]==$/.test(parent.operatorToken.getText())) return true;
  return isForDevelopers(node);
}

function textsIn(file: string, code: string, looksLikeText = LOOKS_LIKE_TEXT): readonly Found[] {
  const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: Found[] = [];
  const record = (node: ts.Node, text: string) => {
    const trimmed = text.trim();
    if (KEYS.test(trimmed) || UNTRANSLATED.test(trimmed)) return;
    found.push({ file, line: source.getLineAndCharacterOfPosition(node.getStart()).line + 1, text: trimmed });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node)) {
      if (/[A-Za-z]/.test(node.text)) record(node, node.text);
    } else if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) {
      if (looksLikeText.test(node.text) && !isNotText(node)) record(node, node.text);
    } else if (ts.isTemplateExpression(node)) {
      const text = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…');
      if (looksLikeText.test(text) && !isNotText(node)) record(node, text);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function filesOf(paths: readonly string[]): readonly string[] {
  return execFileSync('git', ['ls-files', ...paths], { cwd: ROOT, encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && !NOT_SHOWN.test(file) && !(file in EXEMPT));
}

function textsOf(files: readonly string[], looksLikeText: RegExp): readonly string[] {
  return files
    .flatMap((file) => textsIn(file, readFileSync(join(ROOT, file), 'utf8'), looksLikeText))
    .map(({ file, line, text }) => `${file}:${line} ${text}`);
}

test('every text on the pages comes from a message catalog', () => {
  const files = filesOf(PAGES);
  expect(files.length).toBeGreaterThan(300);
  expect(textsOf(files, LOOKS_LIKE_TEXT)).toEqual([]);
});

test('every sentence of the server that the console shows comes from a message catalog', () => {
  const files = filesOf(SERVER);
  expect(files.length).toBeGreaterThan(150);
  expect(textsOf(files, LOOKS_LIKE_SENTENCE)).toEqual([]);
});

test('a server sentence outside the catalogs is found', () => {
  const code = `
    end(call, 'missed', 'The caller hung up');
    log.warn('Not for people');
    const reason = \`Not within \${seconds} s\`;
    const sql = 'no key update';
  `;
  const texts = textsIn('example.ts', code, LOOKS_LIKE_SENTENCE).map(({ line, text }) => `${line} ${text}`);
  expect(texts).toEqual(['2 The caller hung up', '4 Not within … s']);
});

test('a text outside the catalogs is found', () => {
  const code = `
    const title = 'Call ended';
    log.warn('the phone is away');
    const view = <p aria-label="Your calls">No calls yet.</p>;
    if (key === 'Enter' || name === 'Not this one') throw new Error('An impossible state');
    const more = \`\${count} calls waiting\`;
    t('waiting.title');
  `;
  const texts = textsIn('example.tsx', code).map(({ line, text }) => `${line} ${text}`);
  expect(texts).toEqual(['2 Call ended', '4 Your calls', '4 No calls yet.', '6 … calls waiting']);
});
