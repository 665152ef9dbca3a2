import type { RegionForm } from '../../core/forms/rules-form.ts';
import { ListEditor, type ListEditorProps } from '../forms/list-editor.tsx';
import { MinuteSelect } from '../forms/minute-select.tsx';
import { PrefixField } from './prefix-field.tsx';

/** Narrower hours for numbers that begin so. */
export function RegionList(props: ListEditorProps<RegionForm>) {
  return (
    <ListEditor
      {...props}
      add="Add a region"
      beside="Narrower hours for numbers that begin so"
      fresh={{ prefix: '+', from_minute: 540, to_minute: 1_200 }}
      none="The same hours for every number."
      remove={(at) => `Remove region ${at + 1}`}
      title="Regions"
    >
      {({ prefix, from_minute, to_minute }, at, change) => (
        <>
          <PrefixField label={`Region ${at + 1} begins with`} onChange={change} prefix={prefix} />
          <MinuteSelect
            filter
            label={`Region ${at + 1} from`}
            minute={from_minute}
            onMinute={(minute) => change({ from_minute: minute })}
          />
          <span aria-hidden="true">–</span>
          <MinuteSelect
            filter
            label={`Region ${at + 1} to`}
            minute={to_minute}
            onMinute={(minute) => change({ to_minute: minute })}
          />
        </>
      )}
    </ListEditor>
  );
}
