import type { RecordingRegionForm } from '../../core/forms/rules-form.ts';
import { Choice, type Choices } from '../forms/choice.tsx';
import { ListEditor, type ListEditorProps } from '../forms/list-editor.tsx';
import { PrefixField } from './prefix-field.tsx';

const ANNOUNCES: Choices = [
  ['yes', 'Announced'],
  ['no', 'Not announced'],
];

/** Exceptions from the built-in list of regions, for teams that announce recordings where the law requires it. */
export function RecordingRegions(props: ListEditorProps<RecordingRegionForm>) {
  return (
    <ListEditor
      {...props}
      add="Add an exception"
      beside="For teams that announce where the law requires it"
      fresh={{ prefix: '+', announces: true }}
      none="Announced in the regions of the built-in list, and where the region is unknown."
      remove={(at) => `Remove exception ${at + 1}`}
      title="Recording announcements"
    >
      {({ prefix, announces }, at, change) => (
        <>
          <PrefixField label={`Exception ${at + 1} begins with`} onChange={change} prefix={prefix} />
          <Choice
            choices={ANNOUNCES}
            filter
            label={`Exception ${at + 1}`}
            onText={(value) => change({ announces: value === 'yes' })}
            value={announces ? 'yes' : 'no'}
          />
        </>
      )}
    </ListEditor>
  );
}
