import { classes } from '@offhook/design/classes';
import styles from './code-block.module.css';
import { CopyButton } from './copy-button.tsx';

const c = classes(styles);

/** Text to copy into a terminal or a file. */
export function CodeBlock({ text }: { readonly text: string }) {
  return (
    <div className={c('block')}>
      <pre className={c('code')} dir="ltr" translate="no">
        {text}
      </pre>
      <CopyButton text={text} />
    </div>
  );
}
