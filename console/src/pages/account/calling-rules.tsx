import type { CallingRules } from '@offhook/contract/console/rule-entities';
import { classes } from '@offhook/design/classes';
import { t } from '@offhook/i18n/console';
import { rulesChange, rulesForm, rulesProblems } from '../../core/forms/rules-form.ts';
import { Card } from '../../parts/cards/card.tsx';
import { Choice } from '../../parts/forms/choice.tsx';
import { CountrySelect } from '../../parts/forms/country-select.tsx';
import { EditorPage } from '../../parts/forms/editor-page.tsx';
import styles from '../../parts/forms/form-page.module.css';
import { MinuteSelect } from '../../parts/forms/minute-select.tsx';
import { TextField } from '../../parts/forms/text-field.tsx';
import { TimeZoneSelect } from '../../parts/forms/time-zone-select.tsx';
import { useEditor } from '../../parts/forms/use-editor.ts';
import { ExternalLinkRule } from '../../parts/rules/external-link-rule.tsx';
import { Holidays } from '../../parts/rules/holidays.tsx';
import { NumberLimits } from '../../parts/rules/number-limits.tsx';
import { ParkedCalls } from '../../parts/rules/parked-calls.tsx';
import { RecordingPause } from '../../parts/rules/recording-pause.tsx';
import { RecordingRegions } from '../../parts/rules/recording-regions.tsx';
import { RegionList } from '../../parts/rules/region-list.tsx';
import { SecondFactorRule } from '../../parts/rules/second-factor-rule.tsx';
import { SingleSignOn } from '../../parts/rules/single-sign-on.tsx';
import { TextingRules } from '../../parts/rules/texting-rules.tsx';
import { ReadPage } from '../../parts/shell/read-page.tsx';
import { useApiMutation, useApiQuery } from '../../queries.ts';

const c = classes(styles);

export function CallingRulesPage() {
  const query = useApiQuery('readRules', {}, { live: 'settings' });
  return (
    <ReadPage query={query} title={t('rules.title')}>
      {({ rules }) => <RulesEditor rules={rules} />}
    </ReadPage>
  );
}

function RulesEditor({ rules }: { readonly rules: CallingRules }) {
  const editor = useEditor({
    latest: rules,
    formOf: rulesForm,
    problems: rulesProblems,
    request: useApiMutation('changeRules', ['readRules', 'listPublicHolidays']),
    input: ({ changed, version, form }) => ({ body: { version, ...rulesChange(changed, form) } }),
    subjectOf: (answer) => answer.rules,
  });
  const { subject, form, set, text, choice, minute, problems, saveAttempted } = editor;
  return (
    <EditorPage editor={editor} title={t('rules.title')}>
      <div className={c('main')}>
        <Card beside={t('rules.hours.hint')} title={t('hours.title')}>
          <div className={c('fields', 'three')}>
            <MinuteSelect {...minute('calling_from_minute')} label={t('rules.callsFrom')} />
            <MinuteSelect {...minute('calling_to_minute')} label={t('rules.callsUntil')} />
            <TextField
              {...text('attempts')}
              hint={t('rules.attempts.hint')}
              inputMode="numeric"
              label={t('rules.attempts')}
            />
          </div>
          {problems.window && <p className={c('wrong')}>{problems.window}</p>}
          <TextingRules {...editor} />
        </Card>
        <Holidays
          country={subject.country_code}
          error={saveAttempted ? (problems.holidays ?? null) : null}
          onChange={(holidays) => set({ holidays })}
          rows={form.holidays}
        />
        <RegionList
          error={saveAttempted ? (problems.regions ?? null) : null}
          onChange={(region_windows) => set({ region_windows })}
          rows={form.region_windows}
        />
        <RecordingRegions
          error={saveAttempted ? (problems.recording ?? null) : null}
          onChange={(recording_regions) => set({ recording_regions })}
          rows={form.recording_regions}
        />
        <RecordingPause {...editor} />
        <ExternalLinkRule {...editor} />
        <ParkedCalls {...editor} />
        <NumberLimits {...editor} />
        <Card title={t('rules.account')}>
          <div className={c('fields', 'two')}>
            <TextField {...text('name')} label={t('field.name')} maxLength={200} />
            <CountrySelect {...choice('country_code')} />
            <TimeZoneSelect {...choice('time_zone')} />
            <Choice
              {...choice('language')}
              choices={[
                ['en', t('language.en')],
                ['es', t('language.es')],
              ]}
              label={t('rules.language')}
            />
            <TextField
              {...text('custom_crm_url')}
              dir="ltr"
              hint={t('rules.crmAddress.hint', { placeholder: '{source_id}' })}
              label={t('rules.crmAddress')}
              maxLength={2000}
              type="url"
            />
          </div>
        </Card>
        <SecondFactorRule {...editor} />
        <SingleSignOn />
      </div>
    </EditorPage>
  );
}
