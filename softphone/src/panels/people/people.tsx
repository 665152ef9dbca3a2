import { REASON_MAX_LENGTH } from '@offhook/contract/limits';
import { classes } from '@offhook/design/classes';
import { Banner } from '@offhook/design/feedback/banner.tsx';
import { Spinner } from '@offhook/design/feedback/spinner.tsx';
import { Field } from '@offhook/design/forms/field.tsx';
import { IconButton } from '@offhook/design/forms/icon-button.tsx';
import { Pager } from '@offhook/design/forms/pager.tsx';
import { type Choice, Segmented } from '@offhook/design/forms/segmented.tsx';
import editNote from '@offhook/design/icons/edit_note.svg?raw';
import groups from '@offhook/design/icons/groups.svg?raw';
import merge from '@offhook/design/icons/person_add.svg?raw';
import person from '@offhook/design/icons/person-fill.svg?raw';
import forward from '@offhook/design/icons/phone_forwarded.svg?raw';
import forum from '@offhook/design/icons/record_voice_over.svg?raw';
import { useShortcuts } from '@offhook/design/keys/use-shortcuts';
import { useMedia, WIDE } from '@offhook/design/use-media';
import { t } from '@offhook/i18n/phone';
import { useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { InvitationCard } from '../../components/call/invitation-card.tsx';
import { Panel } from '../../components/frame/panel.tsx';
import { useOverdue } from '../../components/time/use-overdue.ts';
import { type AgentFilters, initialFilters, withFilter, withPage } from '../../core/lists/agent-filters.ts';
import { agentRow } from '../../core/lists/agent-rows.ts';
import type { PeopleSearch } from '../../core/lists/found-people.ts';
import { callControls } from '../../core/screen/on-call/call-controls.ts';
import { banner, isRequesting } from '../../core/screen/ringing/alerts.ts';
import { usePhone } from '../../phone-context.tsx';
import { useAgents, useTeams } from '../../queries.ts';
import { AgentFilterRow } from './agent-filter-row.tsx';
import styles from './people.module.css';
import { AgentRows, EmptyList, PeopleSkeleton, TeamRows } from './people-rows.tsx';

const c = classes(styles);

const USER = { value: 'user', label: 'people.toUser', icon: person } as const;
const TEAM = { value: 'team', label: 'people.toTeam', icon: groups } as const;
const CONFERENCE = { value: 'conference', label: 'people.toConference', icon: merge } as const;
type Target = 'user' | 'team' | 'conference';

interface Props {
  readonly panel: 'transfer' | 'conference';
  readonly first: PeopleSearch;
}

/** On call, the selector switches between users, teams and the conference. Otherwise, there's only the conference. */
export default function People({ panel, first }: Props) {
  const { state, send } = usePhone();
  const { view } = state.screen;
  const wide = useMedia(WIDE);
  const [toTeam, setToTeam] = useState(first.toTeam);
  const [filters, setFilters] = useState<AgentFilters>({
    ...initialFilters,
    search: first.search,
    status: first.status,
  });
  const [filtersOf, setFiltersOf] = useState(panel);
  if (filtersOf !== panel) {
    setFiltersOf(panel);
    setFilters(initialFilters);
  }
  const [asksReason, setAsksReason] = useState(view.name === 'oncall' && view.reason !== '');
  const reasonField = useRef<HTMLInputElement>(null);
  const searchField = useRef<HTMLInputElement>(null);
  const controls = callControls(state);
  const target: Target = panel === 'conference' ? 'conference' : toTeam ? 'team' : 'user';
  const agents = useAgents(filters, target !== 'team');
  const teams = useTeams();
  const shown = target === 'team' ? teams : agents;
  const isWaiting = shown.isFetching && (shown.data === undefined || shown.isPlaceholderData);
  const overdue = useOverdue(isWaiting);
  const call = view.name === 'oncall' ? view : null;
  const canConsult =
    panel === 'transfer' &&
    call !== null &&
    call.conversation.call.consultation !== undefined &&
    call.invitation?.state !== 'ringing';
  const canGiveReason = call !== null && call.invitation?.state !== 'ringing';
  // In a narrow window, colleagues need the space.
  const showsReason = canGiveReason && (wide || asksReason);
  const busy = isRequesting(state) || call?.invitation?.state === 'ringing';

  const filter = useCallback(
    (change: Partial<Omit<AgentFilters, 'page'>>) => setFilters((before) => withFilter(before, change)),
    [],
  );
  useShortcuts({ '/': () => searchField.current?.focus() });

  const lastPage = agents.data && !agents.isPlaceholderData ? agents.data.lastPage : null;
  useEffect(() => {
    if (lastPage !== null) setFilters((before) => withPage(before, before.page, lastPage));
  }, [lastPage]);

  const targets = controls?.conference ? [USER, TEAM, CONFERENCE] : [USER, TEAM];
  const choices = targets.map((choice): Choice<Target> => ({ ...choice, label: t(choice.label) }));
  const choose = (next: Target) => {
    if (next !== 'conference') setToTeam(next === 'team');
    const nextPanel = next === 'conference' ? 'conference' : 'transfer';
    if (nextPanel !== panel) send({ type: 'onCallPanelClicked', panel: nextPanel });
  };
  const selector = controls && (
    <Segmented
      choices={choices}
      chosen={target}
      name={t('people.transferTo')}
      onChoose={choose}
      tight={!wide && choices.length > 2}
    />
  );

  const { agent } = state.screen;
  const listContext = { panel, viewer: agent, inCall: controls !== null };
  const error = banner(state) ?? shown.error?.message ?? null;
  return (
    <Panel
      beside={
        <>
          {overdue && <Spinner name={t('common.loading')} />}
          {canGiveReason && !wide && (
            <IconButton
              aria-expanded={showsReason}
              icon={editNote}
              name={t(call.reason === '' ? 'invitation.addReason' : 'invitation.editReason')}
              onClick={() => {
                flushSync(() => setAsksReason(!asksReason));
                reasonField.current?.focus();
              }}
              variant={call.reason === '' ? 'row' : 'go'}
            />
          )}
        </>
      }
      choice={wide ? null : selector}
      footer={
        target !== 'team' && (
          <Pager
            hasNext={lastPage !== null && filters.page < lastPage}
            lastPage={agents.data?.lastPage ?? null}
            onPage={(page) => setFilters((before) => withPage(before, page, lastPage))}
            page={filters.page}
          />
        )
      }
      kind="list"
      onClose={() => send({ type: 'panelClosed' })}
      title={t(panel === 'transfer' ? 'people.transfer' : 'people.conference')}
      top={
        (call !== null || target !== 'team') && (
          <div className={c('top')}>
            {call?.invitation && <InvitationCard invitation={call.invitation} />}
            {canConsult && (
              <div className={c('mode')}>
                <Segmented
                  choices={[
                    { value: 'now', label: t('consult.now'), icon: forward },
                    { value: 'first', label: t('consult.first'), icon: forum },
                  ]}
                  chosen={call?.consultsFirst ? 'first' : 'now'}
                  name={t('consult.mode')}
                  onChoose={(mode) => send({ type: 'consultFirstChosen', consultsFirst: mode === 'first' })}
                />
                <p className={c('modeHint')}>
                  {t(call?.consultsFirst ? 'consult.firstHint' : 'consult.nowHint')}
                </p>
              </div>
            )}
            {target === 'team' ? (
              wide && <div className={c('filters')}>{selector}</div>
            ) : (
              <AgentFilterRow
                filters={filters}
                onFilter={filter}
                panel={panel}
                searchField={searchField}
                teams={teams.data ?? []}
              >
                {wide && selector}
              </AgentFilterRow>
            )}
            {call && showsReason && (
              <Field
                autoComplete="off"
                filter
                label={t('invitation.reason')}
                maxLength={REASON_MAX_LENGTH}
                onChange={(event) => send({ type: 'reasonTyped', text: event.target.value })}
                placeholder={t('invitation.reason')}
                ref={reasonField}
                type="text"
                value={call.reason}
              />
            )}
          </div>
        )
      }
    >
      {error !== null && (
        <div className={c('banner')}>
          <Banner text={error} />
        </div>
      )}
      {target === 'team' ? (
        <>
          {teams.data && (
            <TeamRows
              busy={busy}
              onCall={(teamId) => send({ type: 'transferChosen', to: { teamId } })}
              teams={teams.data}
            />
          )}
          {teams.data?.length === 0 && <EmptyList text={t('people.noTeams')} />}
        </>
      ) : (
        <>
          {agents.data && (
            <AgentRows
              busy={busy}
              onCall={(userId) =>
                send(
                  panel === 'transfer'
                    ? { type: 'transferChosen', to: { userId } }
                    : { type: 'conferenceChosen', userId },
                )
              }
              onSupervise={(action, callId) => send({ type: 'superviseClicked', action, callId })}
              rows={agents.data.agents.map((listed) => agentRow(listed, listContext))}
            />
          )}
          {agents.data?.agents.length === 0 && !agents.isPlaceholderData && (
            <EmptyList text={t('people.noAgents')} />
          )}
        </>
      )}
      {shown.data === undefined && overdue && <PeopleSkeleton />}
    </Panel>
  );
}
