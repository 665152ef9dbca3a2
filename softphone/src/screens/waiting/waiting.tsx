import { AVAILABLE } from '@offhook/contract/agent/agent-status';
import { classes } from '@offhook/design/classes';
import { ErrorBoundary } from '@offhook/design/feedback/boundary.tsx';
import call from '@offhook/design/icons/call.svg?raw';
import callFill from '@offhook/design/icons/call-fill.svg?raw';
import checkCircle from '@offhook/design/icons/check_circle-fill.svg?raw';
import group from '@offhook/design/icons/group.svg?raw';
import groupFill from '@offhook/design/icons/group-fill.svg?raw';
import history from '@offhook/design/icons/history.svg?raw';
import personSearch from '@offhook/design/icons/person_search.svg?raw';
import settings from '@offhook/design/icons/settings.svg?raw';
import settingsFill from '@offhook/design/icons/settings-fill.svg?raw';
import { useShortcuts } from '@offhook/design/keys/use-shortcuts';
import { useMedia, WIDE } from '@offhook/design/use-media';
import { t } from '@offhook/i18n/phone';
import { type ComponentProps, lazy, Suspense, useId } from 'react';
import { Button } from '../../components/buttons/button.tsx';
import { RingCard } from '../../components/call/call-card.tsx';
import { NavFoot, NavItem } from '../../components/frame/nav-foot.tsx';
import { Content, Dock, Foot, Screen } from '../../components/frame/screen.tsx';
import { card } from '../../core/lists/card.ts';
import { navItems } from '../../core/screen/navigation.ts';
import { offline } from '../../core/session/offline.ts';
import { isOpenElsewhere } from '../../core/session/readiness.ts';
import { isSetByAdministrator, otherStatus } from '../../core/session/status/own-status.ts';
import { shownWrapUp } from '../../core/session/status/wrap-up.ts';
import type { GuideProps } from '../../guide/first-day-guide.tsx';
import { usePhone } from '../../phone-context.tsx';
import { ParkedCalls } from './lazy-parked-calls.tsx';
import { MissingResult } from './missing-result.tsx';
import { NotifyCard } from './notify-card.tsx';
import { OtherStatusLine, OtherStatusRings } from './other-status.tsx';
import { ReadyLine } from './ready-line.tsx';
import { UnfinishedDraft } from './unfinished-draft.tsx';
import { UnfinishedForm } from './unfinished-form.tsx';
import styles from './waiting.module.css';
import { WrapUpLine, WrapUpRings } from './wrap-up-wait.tsx';

const c = classes(styles);

const FoldedDay = lazy(() => import('../../day/folded-day.tsx'));
const FirstDayGuide = lazy(() => import('../../guide/first-day-guide.tsx'));
const MyCallbacks = lazy(() => import('../../callbacks/my-callbacks.tsx'));

const items = {
  new_call: { shortcut: 'C', label: 'navigation.call', icon: call, activeIcon: callFill },
  conference: { shortcut: 'F', label: 'navigation.conference', icon: group, activeIcon: groupFill },
  history: { shortcut: 'H', label: 'navigation.history', icon: history, activeIcon: history },
  settings: { shortcut: 'S', label: 'navigation.settings', icon: settings, activeIcon: settingsFill },
} as const;

export function Waiting({ guide }: { readonly guide: GuideProps }) {
  const { state, send } = usePhone();
  const isWide = useMedia(WIDE);
  const titleId = useId();
  const { view } = state.screen;
  const elsewhere = isOpenElsewhere(state);
  const isOffline = offline(state) !== null;
  const takingOver = state.session.name === 'agent' && state.session.takingOver;
  const facts = card(state);
  const checking = view.name === 'waiting' && view.checking;
  const status = elsewhere ? null : otherStatus(state);
  const goAvailable = () => send({ type: 'statusChosen', key: AVAILABLE });
  const canGoAvailable = status !== null && !isSetByAdministrator(status);
  const wrapUp = status === null && !elsewhere ? shownWrapUp(state) : null;
  const endWrapUp = () => send({ type: 'wrapUpEndClicked' });
  const showsCheck = status === null && wrapUp === null && !elsewhere && facts.showsCheckForLead;
  const check = () => send({ type: 'checkForLeadClicked' });
  const takeOver = () => send({ type: 'useItHereClicked' });
  const open = navItems(state).map(
    (name) => [items[name].shortcut, () => send({ type: 'navClicked', item: name })] as const,
  );
  useShortcuts({
    ...Object.fromEntries(open),
    L: showsCheck && !checking && !isOffline ? check : null,
    U: elsewhere && !takingOver ? takeOver : null,
  });
  if (view.name !== 'waiting') return null;
  /** A panel lies over the content. */
  const isCovered = view.panel !== null && !isWide;
  return (
    <Screen labelledBy={titleId} view="waiting">
      <h1 className="visually-hidden" id={titleId}>
        {t('waiting.heading')}
      </h1>
      {isCovered && !isOffline && (
        <div className={c('notice')}>
          <ParkedCalls max={1} />
        </div>
      )}
      <Content centered dockless={!elsewhere && !showsCheck && !canGoAvailable && wrapUp === null}>
        {!isCovered && <ParkedCalls />}
        <MissingResult />
        <UnfinishedDraft />
        <UnfinishedForm />
        <NotifyCard />
        {!elsewhere && view.placing === null && (
          <ErrorBoundary fallback={null}>
            <Suspense>
              <FirstDayGuide {...guide} />
            </Suspense>
          </ErrorBoundary>
        )}
        <ErrorBoundary fallback={null}>
          <Suspense>
            <MyCallbacks />
          </Suspense>
        </ErrorBoundary>
        <div className={c('middle', facts.name !== '' && 'named')}>
          <div className={c('rings')}>
            {facts.name !== '' || (status === null && wrapUp === null) ? (
              <RingCard facts={facts} offline={isOffline} />
            ) : status === null ? (
              <WrapUpRings />
            ) : (
              <OtherStatusRings status={status} />
            )}
          </div>
          {status !== null && <OtherStatusLine small={facts.name !== ''} status={status} />}
          {wrapUp !== null && <WrapUpLine small={facts.name !== ''} wrapUp={wrapUp} />}
          {status === null && wrapUp === null && <ReadyLine />}
        </div>
        {!isWide && facts.name === '' && (
          <ErrorBoundary fallback={null}>
            <Suspense>
              <FoldedDay />
            </Suspense>
          </ErrorBoundary>
        )}
      </Content>
      {elsewhere && (
        <OnlyButton aria-keyshortcuts="U" disabled={takingOver} variant="quiet" onClick={takeOver}>
          {t('ready.useHere')}
        </OnlyButton>
      )}
      {canGoAvailable && (
        <OnlyButton
          data-enter-only
          disabled={isOffline}
          icon={checkCircle}
          variant="primary"
          onClick={goAvailable}
        >
          {t('status.goAvailable')}
        </OnlyButton>
      )}
      {wrapUp !== null && (
        <OnlyButton
          data-enter-only
          disabled={isOffline}
          icon={checkCircle}
          variant="primary"
          onClick={endWrapUp}
        >
          {t('thankYou.done')}
        </OnlyButton>
      )}
      {showsCheck && (
        <OnlyButton
          aria-keyshortcuts="L"
          disabled={checking || isOffline}
          icon={personSearch}
          variant="quiet"
          onClick={check}
        >
          {t('waiting.checkForLead')}
        </OnlyButton>
      )}
      <Foot kind="plain">
        <NavFoot>
          {navItems(state).map((name) => {
            const item = name in items ? items[name as keyof typeof items] : null;
            return (
              item && (
                <NavItem
                  {...item}
                  active={view.panel?.name === name}
                  key={name}
                  label={t(item.label)}
                  name={name}
                  onClick={() => send({ type: 'navClicked', item: name })}
                />
              )
            );
          })}
        </NavFoot>
      </Foot>
    </Screen>
  );
}

function OnlyButton(props: ComponentProps<typeof Button>) {
  return (
    <Dock layout="whole">
      <Button {...props} />
    </Dock>
  );
}
