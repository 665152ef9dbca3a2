import { classes } from '@offhook/design/classes';
import { Icon } from '@offhook/design/icons/icon.tsx';
import openInNew from '@offhook/design/icons/open_in_new.svg?raw';
import { ROOMY, useMedia } from '@offhook/design/use-media';
import { t } from '@offhook/i18n/phone';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { LoadFailed } from '../components/frame/load-failed.tsx';
import { Pane } from '../components/frame/pane.tsx';
import { useNow } from '../components/time/use-now.ts';
import { useOverdue } from '../components/time/use-overdue.ts';
import { type LeadIdentity, type LeadView, leadIdentity, leadView } from '../core/lead/lead-view.ts';
import type { Conversation } from '../core/screen/screen-state.ts';
import { usePhone } from '../phone-context.tsx';
import { isStoryKnown, useLeadStory } from '../queries.ts';
import { Activity } from './activity.tsx';
import { FormCard, NextCall } from './facts.tsx';
import { LastNote } from './last-note.tsx';
import styles from './lead.module.css';
import { NoteField } from './note-field.tsx';
import { ScriptCard } from './script-card.tsx';

const c = classes(styles);

interface Props {
  readonly conversation: Conversation;
  /** An open panel takes its place. */
  readonly hidden: boolean;
}

/** Beside the phone, from the ring to the last view of the call. Never takes the focus by itself. */
export default function LeadPane({ conversation, hidden }: Props) {
  const { state } = usePhone();
  const now = useNow(!hidden);
  const roomy = useMedia(ROOMY);
  const pane = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!hidden) return;
    for (const audio of pane.current?.querySelectorAll('audio') ?? []) audio.pause();
  }, [hidden]);
  const { data, error, isFetching, refetch } = useLeadStory(conversation);
  const overdue = useOverdue(isFetching && data === undefined);
  const { name: viewName } = state.screen.view;
  const view = data && leadView(state, data, now);
  if (!data && !isStoryKnown(error)) return null;
  const writes = viewName !== 'ringing' && viewName !== 'note';
  const lastNote = data ? (view?.lastNote ?? null) : undefined;
  return (
    <Pane aria-label={t('card.lead')} data-lead-pane="" hidden={hidden} ref={pane}>
      <Head identity={leadIdentity(state)} view={view} />
      <div className={c('strips')}>
        {writes && <NoteField conversation={conversation} />}
        {(!writes || roomy) && <LastNote note={lastNote} />}
      </div>
      {error && !data && (
        <div className={c('failed')}>
          <LoadFailed error={error} onRetry={refetch} />
        </div>
      )}
      {view ? (
        <Tabs view={view}>{writes && !roomy && <LastNote note={lastNote} />}</Tabs>
      ) : (
        overdue && <Skeleton />
      )}
    </Pane>
  );
}

function Head({ identity: { name, company, links }, view }: HeadProps) {
  const about = view ? view.about : company ? [company] : [];
  return (
    <header className={c('head')}>
      <div className={c('who')}>
        <h2 className={c('name')}>
          <bdi>{name}</bdi>
          {view?.attempt && <span className={c('attempt')}>{view.attempt}</span>}
        </h2>
        <p className={c('about')}>
          {[...new Set(about)].map((part) => (
            <span key={part}>{part}</span>
          ))}
          {view?.age && <span className={c('age')}>{view.age}</span>}
          {view?.localTime && <span>{view.localTime}</span>}
        </p>
      </div>
      {links.map(({ href, label }) => (
        <a className={c('crm')} href={href} key={href} rel="noreferrer" target="_blank">
          {label}
          <Icon mirrors svg={openInNew} />
        </a>
      ))}
    </header>
  );
}

interface HeadProps {
  readonly identity: LeadIdentity;
  readonly view: LeadView | undefined;
}

const TABS = ['activity', 'script'] as const;
type Tab = (typeof TABS)[number];

function Tabs({ view, children }: { readonly view: LeadView; readonly children: ReactNode }) {
  const [chosen, setChosen] = useState<Tab>('activity');
  const [step, setStep] = useState(0);
  const id = useId();
  const tab = view.script === null ? 'activity' : chosen;
  const tabs = TABS.filter((one) => one === 'activity' || view.script !== null);
  const move = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'ArrowDown' && tab === 'script') {
      event.preventDefault();
      document.getElementById(`${id}panel`)?.querySelector<HTMLElement>('[aria-current="step"]')?.focus();
      return;
    }
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl';
    const [back, forward] = isRtl ? ['ArrowRight', 'ArrowLeft'] : ['ArrowLeft', 'ArrowRight'];
    const isForward = event.key === forward || event.key === 'End';
    const next = isForward ? tabs.at(-1) : event.key === back || event.key === 'Home' ? tabs[0] : undefined;
    if (next === undefined) return;
    event.preventDefault();
    setChosen(next);
    document.getElementById(`${id}${next}`)?.focus();
  };
  return (
    <>
      <div className={c('tabs')} role="tablist">
        {tabs.map((one) => (
          <button
            aria-controls={`${id}panel`}
            aria-selected={one === tab}
            className={c('tab', one === tab && 'chosen')}
            id={`${id}${one}`}
            key={one}
            onClick={() => setChosen(one)}
            onKeyDown={move}
            role="tab"
            tabIndex={one === tab ? 0 : -1}
            type="button"
          >
            {t(`lead.${one}`)}
          </button>
        ))}
      </div>
      <div className={c('columns')}>
        <div aria-labelledby={`${id}${tab}`} className={c('column')} id={`${id}panel`} role="tabpanel">
          {children}
          {tab === 'script' && view.script ? (
            <ScriptCard current={step} onCurrent={setStep} script={view.script} />
          ) : (
            <section className={c('card', 'flush')}>
              <Activity older={view.older} rows={view.activity} />
            </section>
          )}
        </div>
        <div className={c('column')}>
          <NextCall view={view} />
          <FormCard form={view.form} />
        </div>
      </div>
    </>
  );
}

function Skeleton() {
  return (
    <div aria-hidden="true" className={c('columns', 'skeleton')}>
      <div className={c('card', 'bones')} />
      <div className={c('card', 'bones', 'short')} />
    </div>
  );
}
