/** What a visitor of a website sees after sending its form without a script. */
import { escapeHtml } from '../mail/core/mail-text.ts';
import type { Sentence } from './sentences.ts';

export const VISITOR_PAGE_STYLE =
  ':root{color-scheme:light dark;font:18px/1.5 system-ui,sans-serif}body{margin:0;min-height:100vh;display:grid;place-items:center}main{box-sizing:border-box;max-width:32rem;padding:2rem;overflow-wrap:anywhere}h1{font-size:1.5rem;line-height:1.2;margin:0 0 .5rem}p{margin:0 0 .5rem}';

export interface VisitorAnswer {
  readonly title: Sentence;
  readonly texts: readonly Sentence[];
}

export const RECEIVED: VisitorAnswer = {
  title: { id: 'webForm.thanks' },
  texts: [{ id: 'webForm.received' }],
};

/** A browser that requests the answer's address again, for example after a restart. */
export const NO_PAGE: VisitorAnswer = {
  title: { id: 'webForm.noPage' },
  texts: [{ id: 'webForm.noPage.text' }],
};

const CORRECT: Sentence = { id: 'webForm.advice.correct' };
const RETRY: Sentence = { id: 'webForm.advice.retry' };
const CONTACT: Sentence = { id: 'webForm.advice.contact' };

/** Why an error kept the visitor's details from arriving, and what they can do. */
export function notSent({
  code,
  sentence,
}: {
  readonly code: string;
  readonly sentence: Sentence;
}): VisitorAnswer {
  return { title: { id: 'webForm.notSent' }, texts: explain(code, sentence) };
}

function explain(code: string, sentence: Sentence): readonly Sentence[] {
  switch (code) {
    case 'invalidPhoneNumber':
    case 'badText':
      return [sentence, CORRECT];
    case 'tooLarge':
      return [{ id: 'webForm.tooLarge' }, CORRECT];
    case 'tooManySubmissions':
      return [{ id: 'webForm.tooMany' }, RETRY];
    case 'notFound':
    case 'foreignOrigin':
      return [{ id: 'webForm.unknown' }, CONTACT];
    case 'formOrigin':
      return [sentence, CONTACT];
    case 'badJson':
    case 'badInput':
      return [{ id: 'webForm.unreadable' }, CONTACT];
    default:
      return [{ id: 'webForm.unavailable' }, RETRY];
  }
}

export interface VisitorPage {
  readonly language: string;
  readonly title: string;
  readonly texts: readonly string[];
}

export function renderVisitorPage({ language, title, texts }: VisitorPage): string {
  return `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>${VISITOR_PAGE_STYLE}</style>
<main>
<h1>${escapeHtml(title)}</h1>
${texts.map((text) => `<p>${escapeHtml(text)}</p>`).join('\n')}
</main>
</html>
`;
}
