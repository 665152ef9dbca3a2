import { Banner } from '@offhook/design/feedback/banner.tsx';
import { ErrorBoundary } from '@offhook/design/feedback/boundary.tsx';
import { useShortcuts } from '@offhook/design/keys/use-shortcuts';
import { useMedia, WIDE } from '@offhook/design/use-media';
import { t as shared } from '@offhook/i18n/login';
import { t } from '@offhook/i18n/phone';
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { AlertDialog } from '../components/dialogs/alert-dialog.tsx';
import { QuestionDialog } from '../components/dialogs/question-dialog.tsx';
import { Toast } from '../components/dialogs/toast.tsx';
import { LoadingPanel } from '../components/frame/loading-panel.tsx';
import { loadStatusMenu, NavBar } from '../components/frame/nav-bar.tsx';
import { Panel } from '../components/frame/panel.tsx';
import { PhoneFrame } from '../components/frame/phone-frame.tsx';
import { takeFocus } from '../components/frame/take-focus.ts';
import { useAnswerKeys } from '../components/keys/use-answer-keys.ts';
import { useKeyGuard } from '../components/keys/use-key-guard.ts';
import type { Click } from '../core/events.ts';
import { leadConversation } from '../core/lead/lead-view.ts';
import { ALL_PEOPLE, type PeopleSearch } from '../core/lists/found-people.ts';
import { rejectedEntry } from '../core/outbox/unsent.ts';
import { documentTitle } from '../core/screen/document-title.ts';
import { tilesOf } from '../core/screen/on-call/consultation.ts';
import { opensPalette } from '../core/screen/palette-views.ts';
import { phoneStatus } from '../core/screen/phone-status.ts';
import { alertDetail, alertText } from '../core/screen/ringing/alerts.ts';
import type { OnCallPanel, View, WaitingPanel } from '../core/screen/screen-state.ts';
import { toastText } from '../core/screen/status-line.ts';
import { offline } from '../core/session/offline.ts';
import type { GuideProps } from '../guide/first-day-guide.tsx';
import { LateResult } from '../panels/history/late-result.tsx';
import { usePhone } from '../phone-context.tsx';
import { LastDuration, useEndedCallDuration } from './after-call/last-duration.ts';
import { TagsAndStages } from './after-call/tags-and-stages.tsx';
import { ThankYou } from './after-call/thank-you.tsx';
import { Write } from './after-call/write.tsx';
import { announcement } from './announcement.ts';
import { OfflineBanner } from './offline-banner.tsx';
import { OnCall } from './on-call/on-call.tsx';
import { CallResult } from './result/call-result.tsx';
import { UndoBar } from './result/undo-bar.tsx';
import { Ringing } from './ringing.tsx';
import { useDocumentStatus } from './use-document-status.ts';
import { Waiting } from './waiting/waiting.tsx';

const [loadNewCall, NewCall] = preloadable(() => import('../panels/forms/new-call.tsx'));
const [loadHistory, History] = preloadable(() => import('../panels/history/history.tsx'));
const [loadSettings, Settings] = preloadable(() => import('../panels/settings/settings.tsx'));
const [loadPeople, People] = preloadable(() => import('../panels/people/people.tsx'));
const [loadKeypad, Keypad] = preloadable(() => import('../panels/keypad.tsx'));
const [loadAddLead, AddLead] = preloadable(() => import('../panels/forms/add-lead.tsx'));
const [loadKeySheet, KeySheet] = preloadable(() => import('../components/keys/key-sheet.tsx'));
const [loadPalette, PhonePalette] = preloadable(() => import('../palette/phone-palette.tsx'));
const [loadLeadPane, LeadPane] = preloadable(() => import('../lead/lead-pane.tsx'));
const [loadMyDay, MyDay] = preloadable(() => import('../day/my-day.tsx'));
const LOADS = [
  loadLeadPane,
  loadMyDay,
  () => import('../lead/lead-tab.tsx'),
  () => import('../lead/ring-note.tsx'),
  () => import('./on-call/consultation-view.tsx'),
  () => import('../callbacks/call-back.tsx'),
  () => import('../callbacks/my-callbacks.tsx'),
  () => import('../day/folded-day.tsx'),
  () => import('../guide/first-day-guide.tsx'),
  () => import('./waiting/parked-calls.tsx'),
  loadNewCall,
  loadHistory,
  loadSettings,
  loadPeople,
  loadKeypad,
  loadAddLead,
  loadKeySheet,
  loadPalette,
  loadStatusMenu,
];

function preloadable<Props>(load: () => Promise<{ readonly default: ComponentType<Props> }>) {
  return [load, lazy(load)] as const;
}

export default function SignedIn() {
  const { state, send } = usePhone();
  const { view, givenResult } = state.screen;
  const { notice } = state.audio;
  const isOffline = view.name === 'waiting' && offline(state) !== null;
  useDocumentStatus(isOffline ? 'offline' : phoneStatus(view), documentTitle(state));
  const panel = panelIn(view);
  const alert = alertText(state);
  const details = alertDetail(state);
  const rejected = rejectedEntry(state);
  const duration = useEndedCallDuration(view);
  const inCall = view.name === 'oncall';
  const isWide = useMedia(WIDE);
  const conversation = isWide ? leadConversation(state) : null;
  const [leaving, setLeaving] = useState(false);
  const logOut = () => send({ type: 'logoutClicked' });
  if (leaving && !inCall) setLeaving(false);
  useKeyGuard(state.screen.unpromptedChanges);
  useAnswerKeys(
    view.name === 'ringing',
    () => send({ type: 'acceptClicked' }),
    () => send({ type: 'ignoreClicked' }),
  );
  // The shortcuts depend on view and panel, so the sheet closes when they change.
  const place = `${view.name} ${panel?.name ?? ''}`;
  const [keysOf, setKeysOf] = useState<string | null>(null);
  const closeKeys = () => setKeysOf(null);
  // Neither sheet nor palette comes back by itself after the ring or message that closed it.
  if (keysOf !== null && (keysOf !== place || alert !== null)) setKeysOf(null);
  const [paletteOf, setPaletteOf] = useState<string | null>(null);
  const closePalette = () => setPaletteOf(null);
  const mayOpenPalette = opensPalette(state) && alert === null && !rejected && !leaving;
  if (paletteOf !== null && (paletteOf !== place || !mayOpenPalette)) setPaletteOf(null);
  const [guideStarts, setGuideStarts] = useState(0);
  const startGuide = () => {
    if (panel) send({ type: 'panelClosed' });
    setKeysOf(null);
    setGuideStarts(guideStarts + 1);
  };
  const guide = {
    starts: guideStarts,
    helpOpened: keysOf !== null || paletteOf !== null,
    onKeys: () => setKeysOf(place),
  };
  const openPalette = mayOpenPalette ? () => setPaletteOf(place) : null;
  const peopleSearched = useRef(ALL_PEOPLE);
  /** An open panel starts over with the person or team that was found. */
  const [personRound, setPersonRound] = useState(0);
  const isPanelOpen = panel !== null;
  useEffect(() => {
    if (!isPanelOpen) peopleSearched.current = ALL_PEOPLE;
  }, [isPanelOpen]);
  useShortcuts({
    'Control+K': openPalette,
    // Once it has loaded, the palette handles it itself.
    Escape: paletteOf === null ? escapeAction(view, panel, send) : closePalette,
    '?': () => setKeysOf(keysOf === null ? place : null),
  });
  useFocusBack(panel?.name ?? null, view.name);
  usePreloadedPanels();
  return (
    <LastDuration value={duration}>
      <PhoneFrame
        bar={
          <NavBar
            onKeys={() => setKeysOf(place)}
            onPalette={openPalette}
            onLogOut={inCall ? () => setLeaving(true) : logOut}
          />
        }
        beside={
          <>
            {conversation && (
              <ErrorBoundary fallback={null} key={conversation.callKey}>
                <Suspense>
                  <LeadPane conversation={conversation} hidden={panel !== null} />
                </Suspense>
              </ErrorBoundary>
            )}
            {isWide && view.name === 'waiting' && (
              <ErrorBoundary fallback={null}>
                <Suspense>
                  <MyDay hidden={panel !== null} />
                </Suspense>
              </ErrorBoundary>
            )}
            {panel && (
              <ErrorBoundary
                fallback={<BrokenPanel onClose={() => send({ type: 'panelClosed' })} />}
                key={isPeople(panel) ? `people ${personRound}` : panel.name}
              >
                <Suspense fallback={<LoadingPanel />}>
                  {panelOf(panel, state.screen.forms.fillCount, peopleSearched.current)}
                </Suspense>
              </ErrorBoundary>
            )}
            <Toast
              {...(notice?.offer && {
                action: t('audioDevice.use'),
                onAction: () => send({ type: 'deviceOfferAccepted' }),
              })}
              overTiles={inCall && (panel === null || isWide)}
              text={toastText(state)}
            >
              {givenResult && (
                <UndoBar givenResult={givenResult} key={`${givenResult.callId} ${givenResult.result}`} />
              )}
            </Toast>
            {paletteOf !== null && (
              <ErrorBoundary fallback={<BrokenPanel onClose={closePalette} />}>
                <Suspense fallback={<LoadingPanel />}>
                  <PhonePalette
                    onClose={closePalette}
                    onGuide={startGuide}
                    onKeys={() => setKeysOf(place)}
                    onPeople={(people, first) => {
                      peopleSearched.current = first;
                      setPersonRound(personRound + 1);
                      if (panel?.name === people) return;
                      send(
                        inCall
                          ? { type: 'onCallPanelClicked', panel: people }
                          : { type: 'navClicked', item: 'conference' },
                      );
                    }}
                  />
                </Suspense>
              </ErrorBoundary>
            )}
            {keysOf !== null && (
              <ErrorBoundary fallback={<BrokenPanel onClose={closeKeys} />}>
                <Suspense>
                  <KeySheet
                    onClose={closeKeys}
                    onGuide={view.name === 'waiting' ? startGuide : null}
                    opensPalette={mayOpenPalette}
                  />
                </Suspense>
              </ErrorBoundary>
            )}
            {leaving && (
              <QuestionDialog
                no={t('logout.stay')}
                onNo={() => setLeaving(false)}
                onYes={logOut}
                text={t('logout.question')}
                yes={t('logout.confirm')}
              />
            )}
            {alert !== null && (
              <AlertDialog
                copy={details === null ? null : { name: t('errorLogs.name'), text: details }}
                key={alert}
                onClose={() => send({ type: 'alertClosed' })}
                text={alert}
              />
            )}
            {alert === null && rejected && (
              <AlertDialog
                key={rejected.id}
                onClose={() => send({ type: 'rejectionRead', id: rejected.id })}
                text={rejected.text}
                details={rejected.content}
              />
            )}
          </>
        }
        covered={panel !== null}
        status={phoneStatus(view)}
        notice={<OfflineBanner />}
        view={tilesOf(view)}
      >
        <div aria-atomic="true" aria-live="polite" className="visually-hidden">
          {announcement(state).map((text) => (
            <p key={text}>{text}</p>
          ))}
        </div>
        {screenOf(view, guide)}
      </PhoneFrame>
    </LastDuration>
  );
}

/** The first Escape stops ringing a colleague, the second closes the panel. */
function escapeAction(view: View, panel: OpenPanel | null, send: (event: Click) => void) {
  const isRingShown = panel === null || isPeople(panel);
  if (
    view.name === 'oncall' &&
    view.invitation?.state === 'ringing' &&
    !view.invitation.canceling &&
    isRingShown
  )
    return () => send({ type: 'cancelInvitationClicked' });
  return panel ? () => send({ type: 'panelClosed' }) : null;
}

function screenOf(view: View, guide: GuideProps): ReactNode {
  switch (view.name) {
    case 'waiting':
      return <Waiting guide={guide} key="waiting" />;
    case 'ringing':
      return <Ringing key="ringing" />;
    case 'oncall':
      return <OnCall key="oncall" />;
    case 'disposition':
      return <CallResult key="disposition" />;
    case 'thankyou':
      return <ThankYou key="thankyou" />;
    case 'disposition2':
      return <TagsAndStages key="disposition2" />;
    case 'note':
    case 'sms':
      return <Write key={view.name} view={view} />;
    default:
      return view satisfies never;
  }
}

type OpenPanel = WaitingPanel | { readonly name: OnCallPanel };

function panelIn(view: View): OpenPanel | null {
  if (view.name === 'waiting') return view.panel;
  return view.name === 'oncall' && view.panel !== null ? { name: view.panel } : null;
}

/** Transfer's selector switches between the two, so they are one panel. */
function isPeople({ name }: OpenPanel): boolean {
  return name === 'transfer' || name === 'conference';
}

function panelOf(panel: OpenPanel, fillCount: number, peopleSearched: PeopleSearch): ReactNode {
  switch (panel.name) {
    case 'transfer':
    case 'conference':
      return <People first={peopleSearched} panel={panel.name} />;
    case 'keypad':
      return <Keypad />;
    case 'addLead':
      return <AddLead />;
    case 'new_call':
      // Remounts when a link, lead or stored form fills it, so the focus starts over.
      return <NewCall key={fillCount} />;
    case 'history':
      return <History page={panel.page} />;
    case 'result':
      return <LateResult {...panel} key={panel.callId} />;
    case 'settings':
      return <Settings />;
    default:
      return panel satisfies never;
  }
}

function BrokenPanel({ onClose }: { readonly onClose: () => void }) {
  return (
    <Panel kind="form" onClose={onClose} title="Offhook">
      <Banner text={shared('error.unknown')} />
    </Panel>
  );
}

/** Returns the focus to the navigation item or tile that opened the panel. */
function useFocusBack(panel: string | null, view: string): void {
  const before = useRef(panel);
  useEffect(() => {
    const closed = before.current;
    before.current = panel;
    if (closed === null || panel !== null) return;
    const opener =
      view === 'waiting'
        ? `[data-nav="${closed}"]`
        : `[data-tile="${closed === 'conference' ? 'transfer' : closed}"]`;
    takeFocus(document.querySelector<HTMLElement>(opener));
  }, [panel, view]);
}

/** Preloads the panels, so that they open immediately and offline. */
function usePreloadedPanels(): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const load of LOADS) load().catch(() => {});
    }, 1_500);
    return () => clearTimeout(timer);
  }, []);
}
