import { t } from '@offhook/i18n/console';
import { type RegionForm, wrongPrefixes } from '../../core/forms/rules-form.ts';
import { ListEditor, type ListEditorProps } from '../forms/list-editor.tsx';
import { MinuteSelect } from '../forms/minute-select.tsx';
import { PrefixField } from './prefix-field.tsx';

/** Shorter hours for numbers with a prefix. */
export function RegionList(props: ListEditorProps<RegionForm>) {
  const wrong = props.error === null ? [] : wrongPrefixes(props.rows);
  return (
    <ListEditor
      {...props}
      add={t('rules.region.add')}
      beside={t('rules.region.hint')}
      newRow={{ prefix: '+', from_minute: 540, to_minute: 1_200 }}
      none={t('rules.region.empty')}
      remove={(at) => t('rules.region.remove', { position: at + 1 })}
      title={t('rules.region.title')}
    >
      {({ prefix, from_minute, to_minute }, at, change) => (
        <>
          <PrefixField
            isWrong={wrong[at] ?? false}
            label={t('rules.region.prefix', { position: at + 1 })}
            onChange={change}
            prefix={prefix}
          />
          <MinuteSelect
            filter
            label={t('rules.region.from', { position: at + 1 })}
            minute={from_minute}
            onMinute={(minute) => change({ from_minute: minute })}
          />
          <span aria-hidden="true">–</span>
          <MinuteSelect
            filter
            label={t('rules.region.until', { position: at + 1 })}
            minute={to_minute}
            onMinute={(minute) => change({ to_minute: minute })}
          />
        </>
      )}
    </ListEditor>
  );
}
