import type { ComponentProps } from 'react';
import { Page } from '../shell/page.tsx';
import { SaveBar } from './save-bar.tsx';
import type { Editor } from './use-editor.ts';

interface Props extends Omit<ComponentProps<typeof Page>, 'end' | 'error'> {
  readonly editor: Pick<
    Editor<never, Readonly<Record<string, unknown>>>,
    'changes' | 'discard' | 'error' | 'isSaved' | 'save' | 'saving'
  >;
}

export function EditorPage({ editor, ...page }: Props) {
  const { changes, discard, error, isSaved, save, saving } = editor;
  return (
    <Page
      end={<SaveBar changes={changes} isSaved={isSaved} onDiscard={discard} onSave={save} saving={saving} />}
      error={error}
      {...page}
    />
  );
}
