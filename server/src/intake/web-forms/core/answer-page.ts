import { escapeHtml } from '../../../platform/mail/core/mail-text.ts';

/** What a visitor sees after sending a form whose website has no page of its own for that. */

export const ANSWER_STYLE =
  ':root{color-scheme:light dark;font:18px/1.5 system-ui,sans-serif}body{margin:0;min-height:100vh;display:grid;place-items:center}main{box-sizing:border-box;max-width:32rem;padding:2rem}h1{font-size:1.5rem;line-height:1.2;margin:0 0 .5rem}p{margin:0}';

export interface AnswerPage {
  readonly language: string;
  readonly title: string;
  readonly text: string;
}

export function renderAnswerPage({ language, title, text }: AnswerPage): string {
  return `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>${ANSWER_STYLE}</style>
<main>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p>
</main>
</html>
`;
}
