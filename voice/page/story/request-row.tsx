import { t } from '@offhook/i18n/voice-page';
import { useState } from 'preact/hooks';
import { curlCommand } from '../../src/inspector/core/curl.ts';
import type { RequestEntry } from '../../src/inspector/core/log.ts';
import type { Response } from '../../src/inspector/core/log-events.ts';
import type { ObservedProblem } from '../../src/inspector/core/observations.ts';
import { firstErrorLine } from '../../src/inspector/core/timeline.ts';
import { CopyButton } from '../copy-button.tsx';
import { replay } from '../requests.ts';
import { ProblemList } from './problem-list.tsx';
import { ClippedNote, XmlDocument } from './xml-document.tsx';

interface RequestRowProps {
  readonly storySid: string;
  readonly entry: RequestEntry & { readonly id: number };
  readonly problems: readonly ObservedProblem[];
}

export function RequestRow({ storySid, entry, problems }: RequestRowProps) {
  const { request, response, failure } = entry;
  const isBad = failure !== null || (response?.status ?? 0) >= 400 || problems.length > 0;
  const isDocument = request.purpose !== 'callback' && response !== null && isXml(response);
  return (
    <>
      <details class="request">
        <summary>
          <span class="purpose">{t(`request.purpose.${request.purpose}`)}</span>{' '}
          <code class="wrap">
            {request.method} {request.url}
          </code>{' '}
          <Outcome entry={entry} />
          {request.attempt > 1 && (
            <span class="chip">{t('request.attempt', { number: request.attempt })}</span>
          )}
          {request.redirects > 0 && <span class="chip">{t('request.redirected')}</span>}
        </summary>
        <h4>{t('request.parameters')}</h4>
        <Fields fields={[...request.params, ['X-Twilio-Signature', request.signature]]} />
        <div class="row">
          <CopyButton label={t('copy.curl')} text={curlCommand(request)} />
          {!request.isClipped && <ReplayButton sid={storySid} entry={entry.id} />}
        </div>
        {response && !isDocument && !isBad && (
          <>
            <h4>{t('request.response')}</h4>
            <Body response={response} />
          </>
        )}
      </details>
      <ProblemList problems={problems} />
      {isDocument && <XmlDocument document={response.body} errorLine={firstErrorLine(problems)} />}
      {response && !isDocument && isBad && <Body response={response} />}
    </>
  );
}

function Outcome({ entry: { response, failure } }: { readonly entry: RequestEntry }) {
  if (response)
    return (
      <>
        <code class={`chip ${response.status >= 400 ? 'error' : 'good'}`}>{response.status}</code>{' '}
        <span class="soft number">{response.ms} ms</span>
      </>
    );
  if (failure)
    return (
      <>
        <span class="chip error">{t('request.noResponse')}</span>{' '}
        <span class="soft">
          {failure.reason} ({failure.ms} ms)
        </span>
      </>
    );
  return <span class="chip ringing">{t('request.waiting')}</span>;
}

const isXml = ({ status, body, contentType }: Response): boolean =>
  status < 300 && (/xml/i.test(contentType) || body.text.trimStart().startsWith('<'));

function Body({ response: { body, contentType } }: { readonly response: Response }) {
  if (body.length === 0) return <p class="soft">{t('request.response.empty')}</p>;
  if (body.text === '')
    return <p class="soft">{t('request.response.binary', { bytes: body.length, type: contentType })}</p>;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll by keyboard */}
      <pre tabIndex={0}>{body.text}</pre>
      <ClippedNote kept={body.text.length} length={body.length} />
    </>
  );
}

export function Fields({ fields }: { readonly fields: readonly (readonly [string, string])[] }) {
  return (
    <dl class="pairs">
      {fields.map(([name, value], index) => (
        <div key={index}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function ReplayButton({ sid, entry }: { readonly sid: string; readonly entry: number }) {
  const [outcome, setOutcome] = useState('');
  const send = async (): Promise<void> => {
    try {
      await replay(sid, entry);
      setOutcome(t('request.replay.done'));
    } catch (error) {
      setOutcome(t('control.failed', { reason: (error as Error).message }));
    }
  };
  return (
    <>
      <button type="button" class="quiet small" onClick={() => void send()}>
        {t('request.replay')}
      </button>
      <span role="status" class="soft">
        {outcome}
      </span>
    </>
  );
}
