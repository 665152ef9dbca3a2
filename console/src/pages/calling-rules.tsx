import type { CallingRules } from '@offhook/contract/console/console-entities';
import { classes } from '@offhook/design/classes';
import { rulesChange, rulesForm, rulesProblems } from '../core/forms/rules-form.ts';
import { Card } from '../parts/cards/card.tsx';
import { CountrySelect } from '../parts/forms/country-select.tsx';
import { EditorPage } from '../parts/forms/editor-page.tsx';
import styles from '../parts/forms/form-page.module.css';
import { MinuteSelect } from '../parts/forms/minute-select.tsx';
import { TextField } from '../parts/forms/text-field.tsx';
import { TimeZoneSelect } from '../parts/forms/time-zone-select.tsx';
import { useEditor } from '../parts/forms/use-editor.ts';
import { DoNotCallCard } from '../parts/rules/do-not-call.tsx';
import { NumberLimits } from '../parts/rules/number-limits.tsx';
import { RecordingRegions } from '../parts/rules/recording-regions.tsx';
import { RegionList } from '../parts/rules/region-list.tsx';
import { TextingRules } from '../parts/rules/texting-rules.tsx';
import { ReadPage } from '../parts/shell/read-page.tsx';
import { useAsk, useTell } from '../queries.ts';

const c = classes(styles);

/** When and how often leads may be called, and whom nobody calls. */
export function CallingRulesPage() {
  const query = useAsk('readRules', {}, { live: 'settings' });
  return (
    <ReadPage query={query} title="Calling rules">
      {({ rules }) => <RulesEditor rules={rules} />}
    </ReadPage>
  );
}

function RulesEditor({ rules }: { readonly rules: CallingRules }) {
  const editor = useEditor({
    latest: rules,
    formOf: rulesForm,
    problems: rulesProblems,
    tell: useTell('changeRules', ['readRules']),
    input: ({ changed, version, form }) => ({ body: { version, ...rulesChange(changed, form) } }),
    subjectOf: (answer) => answer.rules,
  });
  const { form, set, text, choice, minute, problems } = editor;
  return (
    <EditorPage editor={editor} title="Calling rules">
      <div className={c('main')}>
        <Card beside="By the clock of the lead" title="Hours">
          <div className={c('fields', 'three')}>
            <MinuteSelect {...minute('calling_from_minute')} label="Not before" />
            <MinuteSelect {...minute('calling_to_minute')} label="Not after" />
            <TextField
              {...text('attempts')}
              hint="To reach one lead in 24 hours. Empty: no limit."
              inputMode="numeric"
              label="Attempts"
            />
          </div>
          {problems.window && <p className={c('wrong')}>{problems.window}</p>}
          <TextingRules {...editor} />
        </Card>
        <RegionList
          error={problems.regions ?? null}
          onChange={(region_windows) => set({ region_windows })}
          rows={form.region_windows}
        />
        <RecordingRegions
          error={problems.recording ?? null}
          onChange={(recording_regions) => set({ recording_regions })}
          rows={form.recording_regions}
        />
        <NumberLimits {...editor} />
        <Card title="Account">
          <div className={c('fields', 'two')}>
            <TextField {...text('name')} label="Name" maxLength={200} />
            <CountrySelect {...choice('country_code')} />
            <TimeZoneSelect {...choice('time_zone')} />
            <TextField
              {...text('custom_crm_url')}
              dir="ltr"
              hint="https, with {source_id}. Agents open the lead there. Empty: none."
              label="CRM address"
              maxLength={2000}
              type="url"
            />
          </div>
        </Card>
        <DoNotCallCard />
      </div>
    </EditorPage>
  );
}
