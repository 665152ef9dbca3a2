import { t } from '@offhook/i18n/voice-page';
import type { Clipped } from '../../src/inspector/core/log-events.ts';
import { prettyXml, sourceLines } from '../../src/inspector/core/xml-lines.ts';

interface XmlDocumentProps {
  readonly document: Clipped;
  /** Of the line with an error, from 1. */
  readonly errorLine: number | null;
}

/** TwiML, indented. A document with an error in a line is shown as it was sent, with that line marked. */
export function XmlDocument({ document: { text, length }, errorLine }: XmlDocumentProps) {
  const lines = errorLine === null ? prettyXml(text) : sourceLines(text);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll by keyboard */}
      <pre class={errorLine === null ? 'xml' : 'xml source'} tabIndex={0}>
        {lines.map(({ depth, tokens }, index) => (
          <span key={index} class={index + 1 === errorLine ? 'line wrong' : 'line'}>
            {'  '.repeat(depth)}
            {tokens.map((token, at) => (
              <span key={at} class={token.kind}>
                {token.text}
              </span>
            ))}
            {'\n'}
          </span>
        ))}
      </pre>
      <ClippedNote kept={text.length} length={length} />
    </>
  );
}

export function ClippedNote({ kept, length }: { readonly kept: number; readonly length: number }) {
  return length > kept ? <p class="soft">{t('request.clipped', { kept, length })}</p> : null;
}
