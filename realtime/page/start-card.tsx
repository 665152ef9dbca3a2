import { t } from '@offhook/i18n/realtime-page';
import type { AppView } from '../src/inspector/core/entry.ts';
import { browserSnippet, environmentLines, serverSnippet } from '../src/inspector/core/snippets.ts';
import { CopyButton } from './copy-button.tsx';

/** Shown until a client connects or something happens. */
export function StartCard({ app }: { app: AppView }) {
  const texts = [
    [t('start.environment'), environmentLines(app).join('\n')],
    [t('start.server'), serverSnippet(app)],
    [t('start.browser'), browserSnippet(app)],
  ] as const;
  return (
    <section class="card start" aria-labelledby="start-title">
      <h2 id="start-title">{t('start.title')}</h2>
      {texts.map(([title, text]) => (
        <div key={title}>
          <div class="line">
            <h3>{title}</h3>
            <CopyButton text={text} label={`${t('copy.copy')}: ${title}`} />
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard must be able to scroll long lines */}
          <pre tabIndex={0}>{text}</pre>
        </div>
      ))}
    </section>
  );
}
