import { classes } from '@offhook/design/classes';
import { t } from '@offhook/i18n/phone';
import { useState } from 'react';
import { LoadFailed } from '../components/frame/load-failed.tsx';
import { useNow } from '../components/time/use-now.ts';
import { leadView } from '../core/lead/lead-view.ts';
import { inviterWords } from '../core/screen/call-titles.ts';
import type { Conversation } from '../core/screen/screen-state.ts';
import { usePhone } from '../phone-context.tsx';
import { useLeadStory } from '../queries.ts';
import { Activity } from './activity.tsx';
import { FormCard, NextCall } from './facts.tsx';
import { LastNote } from './last-note.tsx';
import styles from './lead.module.css';
import { NoteField } from './note-field.tsx';
import { ScriptCard } from './script-card.tsx';

const c = classes(styles);

interface Props {
  readonly conversation: Conversation;
  readonly tab: 'call' | 'lead' | 'script';
  /** The agent asked for the note by its key. */
  readonly focusesNote: boolean;
}

/** In a narrow window, in place of the pane. Stays mounted, so that it keeps the current step of the script. */
export default function LeadTab({ conversation, tab, focusesNote }: Props) {
  const { state } = usePhone();
  const now = useNow(tab === 'lead');
  const [step, setStep] = useState(0);
  const { data, error, refetch } = useLeadStory(conversation);
  if (tab === 'call') return null;
  if (!data)
    return (
      <>
        <h2 className="visually-hidden">{t('card.lead')}</h2>
        <NoteField conversation={conversation} focuses={focusesNote} />
        <LoadFailed error={error} onRetry={refetch} />
      </>
    );
  const view = leadView(state, data, now);
  const words = inviterWords(conversation);
  if (tab === 'script')
    return (
      <div className={c('inPhone')}>
        <h2 className="visually-hidden">{t('lead.script')}</h2>
        {view.script && <ScriptCard current={step} onCurrent={setStep} script={view.script} />}
      </div>
    );
  const origin = [data.caller_number, data.form, view.age].filter(Boolean).join(', ');
  return (
    <>
      <h2 className="visually-hidden">{t('card.lead')}</h2>
      <div className={c('origin')}>
        <span>{origin}</span>
        {view.attempt && <span className={c('attempt')}>{view.attempt}</span>}
        {view.localTime && <span>{view.localTime}</span>}
      </div>
      {words && <p className={c('words')}>{words}</p>}
      <NoteField conversation={conversation} focuses={focusesNote} />
      <LastNote note={view.lastNote} plain />
      <div className={c('inPhone')}>
        <NextCall view={view} />
        <section aria-label={t('lead.activity')} className={c('card', 'flush')}>
          <Activity older={view.older} rows={view.activity} />
        </section>
        <FormCard form={view.form} />
      </div>
    </>
  );
}
