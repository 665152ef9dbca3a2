// A website's form without a script: the visitor's browser shows the answer, so it must be a page in their language.
// The gateway sends the same pages while the server can't answer.
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { webFormPath } from '@offhook/contract/leads/web-form';
import { type Reader, type Sentence, translate } from '../core/sentences.ts';
import {
  NO_PAGE,
  notSent,
  renderVisitorPage,
  VISITOR_PAGE_STYLE,
  type VisitorAnswer,
} from '../core/visitor-page.ts';

const STYLE_HASH = createHash('sha256').update(VISITOR_PAGE_STYLE).digest('base64');
const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'cache-control': 'no-store',
};

type Request = Pick<IncomingMessage, 'method' | 'url' | 'headers'>;

/** A browser that shows the answer asks for HTML; a page's script gets JSON. */
export function isShownToVisitor({ url, headers }: Request): boolean {
  return (url?.startsWith(webFormPath('')) ?? false) && (headers.accept?.includes('text/html') ?? false);
}

export interface VisitorResponse {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export function visitorResponse({ title, texts }: VisitorAnswer, reader: Reader): VisitorResponse {
  const body = renderVisitorPage({
    language: reader.locale,
    title: translate(title, reader),
    texts: texts.map((text) => translate(text, reader)),
  });
  return { headers: HEADERS, body };
}

export function failureResponse(
  { method }: Request,
  error: { readonly code: string; readonly sentence: Sentence },
  reader: Reader,
): VisitorResponse {
  return visitorResponse(method === 'POST' ? notSent(error) : NO_PAGE, reader);
}
