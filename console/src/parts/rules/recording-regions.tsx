import { t } from '@offhook/i18n/console';
import { type RecordingRegionForm, wrongPrefixes } from '../../core/forms/rules-form.ts';
import { Choice, type Choices } from '../forms/choice.tsx';
import { ListEditor, type ListEditorProps } from '../forms/list-editor.tsx';
import { PrefixField } from './prefix-field.tsx';

const choices = (): Choices => [
  ['yes', t('rules.announcement.announced')],
  ['no', t('rules.announcement.notAnnounced')],
];

/** Exceptions from the built-in list of regions. */
export function RecordingRegions(props: ListEditorProps<RecordingRegionForm>) {
  const wrong = props.error === null ? [] : wrongPrefixes(props.rows);
  return (
    <ListEditor
      {...props}
      add={t('rules.announcement.add')}
      beside={t('rules.announcement.hint')}
      newRow={{ prefix: '+', announces: true }}
      none={t('rules.announcement.empty')}
      remove={(at) => t('rules.announcement.remove', { position: at + 1 })}
      title={t('rules.announcement.title')}
    >
      {({ prefix, announces }, at, change) => (
        <>
          <PrefixField
            isWrong={wrong[at] ?? false}
            label={t('rules.announcement.prefix', { position: at + 1 })}
            onChange={change}
            prefix={prefix}
          />
          <Choice
            choices={choices()}
            filter
            label={t('rules.announcement.exception', { position: at + 1 })}
            onText={(value) => change({ announces: value === 'yes' })}
            value={announces ? 'yes' : 'no'}
          />
        </>
      )}
    </ListEditor>
  );
}
