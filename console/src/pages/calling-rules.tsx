import type { CallingRules } from '@offhook/contract/console/console-entities';
import { classes } from '@offhook/design/classes';
import { Select } from '@offhook/design/forms/field.tsx';
import { rulesChange, rulesForm, rulesProblems } from '../core/forms/rules-form.ts';
import { Card } from '../parts/cards/card.tsx';
import { CountrySelect } from '../parts/forms/country-select.tsx';
import { EditorPage } from '../parts/forms/editor-page.tsx';
import styles from '../parts/forms/form-page.module.css';
import { MinuteSelect } from '../parts/forms/minute-select.tsx';
import { TextField } from '../parts/forms/text-field.tsx';
import { useEditor } from '../parts/forms/use-editor.ts';
import { DoNotCallCard } from '../parts/rules/do-not-call.tsx';
import { NumberLimits } from '../parts/rules/number-limits.tsx';
import { RecordingRegions } from '../parts/rules/recording-regions.tsx';
import { RegionList } from '../parts/rules/region-list.tsx';
import { TextingRules } from '../parts/rules/texting-rules.tsx';
import { timeZones } from '../parts/schedule/time-zones.ts';
import { Page } from '../parts/shell/page.tsx';
import { SkeletonPage } from '../parts/shell/skeleton-page.tsx';
import { Loaded } from '../parts/tables/loaded.tsx';
import { useAsk, useTell } from '../queries.ts';

const c = classes(styles);

/** When and how often leads may be called, and whom nobody calls. */
export function CallingRulesPage() {
  const query = useAsk('readRules', {}, { live: 'settings' });
  if (query.data) return <RulesEditor rules={query.data.rules} />;
  return (
    <Page title="Calling rules">
      <Loaded query={query} skeleton={<SkeletonPage />}>
        {() => null}
      </Loaded>
    </Page>
  );
}

function RulesEditor({ rules }: { readonly rules: CallingRules }) {
  const editor = useEditor({
    latest: rules,
    formOf: rulesForm,
    whyNot: (form) => Object.keys(rulesProblems(form)).length > 0,
    tell: useTell('changeRules', ['readRules']),
    input: ({ changed, version, form }) => ({ body: { version, ...rulesChange(changed, form) } }),
    subjectOf: (answer) => answer.rules,
  });
  const { form, set } = editor;
  const problems = rulesProblems(form);
  return (
    <EditorPage editor={editor} title="Calling rules">
      <div className={c('main')}>
        <Card beside="By the clock of the lead" title="Hours">
          <div className={c('fields', 'three')}>
            <MinuteSelect
              label="Not before"
              minute={form.calling_from_minute}
              onChange={(minute) => set({ calling_from_minute: minute })}
            />
            <MinuteSelect
              label="Not after"
              minute={form.calling_to_minute}
              onChange={(minute) => set({ calling_to_minute: minute })}
            />
            <TextField
              error={problems.attempts ?? null}
              hint="To reach one lead in 24 hours. Empty: no limit."
              inputMode="numeric"
              label="Attempts"
              onText={(attempts) => set({ attempts })}
              value={form.attempts}
            />
          </div>
          {problems.window && <p className={c('wrong')}>{problems.window}</p>}
          <TextingRules form={form} problems={problems} set={set} />
        </Card>
        <RegionList
          error={problems.regions ?? null}
          onChange={(region_windows) => set({ region_windows })}
          regions={form.region_windows}
        />
        <RecordingRegions
          error={problems.recording ?? null}
          onChange={(recording_regions) => set({ recording_regions })}
          regions={form.recording_regions}
        />
        <NumberLimits form={form} problems={problems} set={set} />
        <Card title="Account">
          <div className={c('fields', 'two')}>
            <TextField
              error={problems.name ?? null}
              label="Name"
              maxLength={200}
              onText={(name) => set({ name })}
              value={form.name}
            />
            <CountrySelect onChange={(country_code) => set({ country_code })} value={form.country_code} />
            <Select
              label="Time zone"
              onChange={({ target }) => set({ time_zone: target.value })}
              value={form.time_zone}
            >
              {timeZones(form.time_zone).map((name) => (
                <option key={name}>{name}</option>
              ))}
            </Select>
            <TextField
              dir="ltr"
              hint="https, with {source_id}. Agents open the lead there. Empty: none."
              label="CRM address"
              maxLength={2000}
              onText={(custom_crm_url) => set({ custom_crm_url })}
              type="url"
              value={form.custom_crm_url}
            />
          </div>
        </Card>
        <DoNotCallCard />
      </div>
    </EditorPage>
  );
}
