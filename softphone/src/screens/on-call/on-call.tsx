import { classes } from '@offhook/design/classes';
import { Banner } from '@offhook/design/feedback/banner.tsx';
import { ErrorBoundary } from '@offhook/design/feedback/boundary.tsx';
import { Segmented } from '@offhook/design/forms/segmented.tsx';
import callEndFill from '@offhook/design/icons/call_end-fill.svg?raw';
import merge from '@offhook/design/icons/call_merge.svg?raw';
import callFill from '@offhook/design/icons/call-fill.svg?raw';
import error from '@offhook/design/icons/error-fill.svg?raw';
import hearingDisabled from '@offhook/design/icons/hearing_disabled.svg?raw';
import hearing from '@offhook/design/icons/hearing-fill.svg?raw';
import micAlert from '@offhook/design/icons/mic_alert.svg?raw';
import micOff from '@offhook/design/icons/mic_off-fill.svg?raw';
import mic from '@offhook/design/icons/mic-fill.svg?raw';
import pauseFill from '@offhook/design/icons/pause-fill.svg?raw';
import person from '@offhook/design/icons/person-fill.svg?raw';
import phoneInTalk from '@offhook/design/icons/phone_in_talk-fill.svg?raw';
import whisper from '@offhook/design/icons/record_voice_over-fill.svg?raw';
import voiceOverOff from '@offhook/design/icons/voice_over_off.svg?raw';
import { useShortcuts } from '@offhook/design/keys/use-shortcuts';
import { useMedia, WIDE } from '@offhook/design/use-media';
import { t } from '@offhook/i18n/phone';
import { lazy, Suspense, useId, useState } from 'react';
import { Button } from '../../components/buttons/button.tsx';
import { TalkCard } from '../../components/call/call-card.tsx';
import { InvitationCard } from '../../components/call/invitation-card.tsx';
import { Meters } from '../../components/call/meters.tsx';
import { QuestionDialog } from '../../components/dialogs/question-dialog.tsx';
import { Content, Dock, Foot, Screen } from '../../components/frame/screen.tsx';
import {
  StatusBar,
  StatusBarChip,
  StatusBarDetail,
  StatusBarRow,
  StatusBarTrouble,
  StatusLine,
} from '../../components/frame/status-bar.tsx';
import { useStatusLine } from '../../components/frame/use-status-line.ts';
import { leadConversation } from '../../core/lead/lead-view.ts';
import { soundTrouble } from '../../core/line/call-sound.ts';
import { card } from '../../core/lists/card.ts';
import { inviterWords } from '../../core/screen/call-titles.ts';
import { type CallStatus, callControls, callStatus } from '../../core/screen/on-call/call-controls.ts';
import { wouldLeaveLeadAlone } from '../../core/screen/on-call/consultation.ts';
import { recordingState } from '../../core/screen/on-call/recording.ts';
import { banner } from '../../core/screen/ringing/alerts.ts';
import type { OnCallPanel } from '../../core/screen/screen-state.ts';
import { statusLine } from '../../core/screen/status-line.ts';
import { usePhone } from '../../phone-context.tsx';
import { CallTiles } from './call-tiles.tsx';
import { ConsultationTiles } from './consultation-tiles.tsx';
import { FarEndLine } from './far-end-line.tsx';
import { HoldButton } from './hold-button.tsx';
import styles from './on-call.module.css';
import { OthersInCall } from './others-in-call.tsx';
import { RecordingButton } from './recording-button.tsx';
import { RenameOffer } from './rename-offer.tsx';
import { useLeadTabs } from './use-lead-tabs.ts';

const c = classes(styles);

const JOINED = { listen: hearing, whisper, barge: merge } as const;

function statusIcon({ state, joined }: CallStatus): string {
  if (state === 'held') return pauseFill;
  if (joined) return JOINED[joined.as];
  return state === 'dialing' ? callFill : phoneInTalk;
}

const TROUBLE_ICONS = {
  notHearing: hearingDisabled,
  notHeard: voiceOverOff,
  silentMicrophone: micAlert,
} as const;

const LeadTab = lazy(() => import('../../lead/lead-tab.tsx'));
const ConsultationView = lazy(() => import('./consultation-view.tsx'));

const TAB_NAMES = { call: 'lead.call', lead: 'card.lead', script: 'lead.script' } as const;

const STATES = { talking: 'call.onCall', held: 'call.onHold' } as const;

/** These panels show the invitation themselves. */
const isPeople = (panel: OnCallPanel | null) => panel === 'transfer' || panel === 'conference';

/** A supervisor's two lines and full tiles would leave no room for the lead. */
const SHORT = '(max-height: 567px)';

export function OnCall() {
  const { state, send } = usePhone();
  const text = useStatusLine();
  const titleId = useId();
  const wide = useMedia(WIDE);
  const short = useMedia(SHORT);
  const { view } = state.screen;
  const controls = callControls(state);
  const status = callStatus(state);
  const mute = () => send({ type: 'muteClicked' });
  const leavesAlone = view.name === 'oncall' && wouldLeaveLeadAlone(view);
  const [asksToHangUp, setAsksToHangUp] = useState(false);
  if (asksToHangUp && !leavesAlone) setAsksToHangUp(false);
  const hangUp = () => (leavesAlone ? setAsksToHangUp(true) : send({ type: 'hangUpClicked' }));
  const hangingUp = view.name === 'oncall' && view.hangingUp;
  const { tab, tabs, chooseTab, wantsNote } = useLeadTabs(
    wide ? null : leadConversation(state),
    controls?.open !== null,
  );
  useShortcuts({ M: mute, E: hangingUp ? null : hangUp });
  if (view.name !== 'oncall' || !controls || !status) return null;
  const facts = card(state);
  const words = inviterWords(view.conversation);
  const trouble = soundTrouble(state);
  const recording = recordingState(view);
  // It would say how long ago the lead answered.
  const farEnd = view.conversation.call.lead_left === true ? null : view.farEnd;
  const dialing = status.state === 'dialing';
  const shrunk = (controls.open !== null && !wide) || tab !== 'call';
  const name = facts.name && <bdi>{facts.name}</bdi>;
  const end = view.consultation
    ? t('consult.title')
    : shrunk
      ? name || status.line
      : dialing
        ? undefined
        : status.line;
  return (
    <Screen labelledBy={titleId} view="oncall">
      <StatusBar
        end={controls.muted ? <StatusBarChip icon={micOff}>{t('call.muted')}</StatusBarChip> : end}
        action={tab !== 'call' && !view.consultation && <HoldButton controls={controls} />}
        headingId={titleId}
        icon={statusIcon(status)}
        shrunk={shrunk}
        state={status.state === 'dialing' ? status.line || t('call.title') : t(STATES[status.state])}
        blinks={status.state === 'held'}
      >
        <StatusLine
          faint={controls.awaitingAnswer}
          running={statusLine(state)?.name === 'timer'}
          text={text ?? ''}
        />
        {recording === null ? (
          <FarEndLine farEnd={farEnd} invitation={view.invitation} />
        ) : (
          <StatusBarRow>
            <FarEndLine farEnd={farEnd} invitation={view.invitation} />
            <RecordingButton state={recording} />
          </StatusBarRow>
        )}
        {status.joined && (
          <StatusBarDetail icon={JOINED[status.joined.as]} part="hearing" text={status.joined.hint} />
        )}
        {status.agent !== null && <StatusBarDetail icon={person} part="agent" text={status.agent} />}
        <OthersInCall agent={state.screen.agent} view={view} />
        <RenameOffer view={view} />
        {view.recording.failed && (
          <StatusBarTrouble
            advice={t('callRecording.notPausedAdvice')}
            icon={error}
            text={t('callRecording.notPaused')}
          />
        )}
        {trouble && (
          <StatusBarTrouble advice={trouble.advice} icon={TROUBLE_ICONS[trouble.name]} text={trouble.text} />
        )}
      </StatusBar>
      <Content>
        {tabs.length > 0 && (
          <div className={c('tabs')}>
            <Segmented
              choices={tabs.map((value) => ({ value, label: t(TAB_NAMES[value]), icon: '' }))}
              chosen={tab}
              fills
              name={t('lead.views')}
              onChoose={chooseTab}
            />
          </div>
        )}
        {/* An open panel shows its own error. */}
        <Banner text={controls.open === null ? banner(state) : null} />
        {view.invitation && !isPeople(controls.open) && (
          <div className={c('invitation')}>
            <InvitationCard invitation={view.invitation} />
          </div>
        )}
        {/* Its shortcuts act on every tab. */}
        <div className={c('call')} hidden={tab !== 'call'}>
          {view.consultation ? (
            <>
              <ErrorBoundary fallback={<TalkCard facts={facts} words={words} />}>
                <Suspense>
                  <ConsultationView consultation={view.consultation} facts={facts} words={words} />
                </Suspense>
              </ErrorBoundary>
              <ConsultationTiles consultation={view.consultation} />
            </>
          ) : (
            <>
              <TalkCard facts={facts} words={words} />
              <CallTiles
                controls={controls}
                slim={
                  (shrunk && tab === 'call') || (short && status.joined !== null && controls.park === null)
                }
              />
            </>
          )}
        </div>
        {tabs.length > 0 && (
          <ErrorBoundary fallback={null}>
            <Suspense>
              <LeadTab conversation={view.conversation} focusesNote={wantsNote} tab={tab} />
            </Suspense>
          </ErrorBoundary>
        )}
        {asksToHangUp && (
          <QuestionDialog
            no={t('consult.stay')}
            onNo={() => setAsksToHangUp(false)}
            onYes={() => send({ type: 'hangUpClicked' })}
            text={t('consult.hangUpQuestion', { lead: facts.name || t('consult.caller') })}
            yes={t('call.hangUp')}
          />
        )}
      </Content>
      <Dock>
        <Button
          aria-keyshortcuts="M"
          icon={controls.muted ? micOff : mic}
          variant={controls.muted ? 'inverse' : 'quiet'}
          onClick={mute}
        >
          {t(controls.muted ? 'call.muted' : 'call.mute')}
        </Button>
        <Button
          aria-keyshortcuts="E"
          disabled={hangingUp}
          icon={callEndFill}
          variant="danger"
          onClick={hangUp}
        >
          {t('call.hangUp')}
        </Button>
      </Dock>
      <Foot kind="plain">
        <Meters muted={controls.muted} />
      </Foot>
    </Screen>
  );
}
