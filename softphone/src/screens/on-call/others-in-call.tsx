import callEnd from '@offhook/design/icons/call_end-fill.svg?raw';
import merge from '@offhook/design/icons/call_merge.svg?raw';
import group from '@offhook/design/icons/group-fill.svg?raw';
import pauseFill from '@offhook/design/icons/pause-fill.svg?raw';
import whisper from '@offhook/design/icons/record_voice_over-fill.svg?raw';
import { StatusBarDetail } from '../../components/frame/status-bar.tsx';
import { supervisorText } from '../../core/line/heard-supervisors.ts';
import { holdText } from '../../core/screen/on-call/holding.ts';
import { leadLeftText, otherAgentsText } from '../../core/screen/on-call/others-in-call.ts';
import type { AgentFacts, OnCall } from '../../core/screen/screen-state.ts';

interface Props {
  readonly view: OnCall;
  readonly agent: AgentFacts | null;
}

export function OthersInCall({ view, agent }: Props) {
  const details = [
    { part: 'lead-left' as const, icon: callEnd, text: leadLeftText(view, agent) },
    { part: 'hold' as const, icon: pauseFill, text: holdText(view) },
    { part: 'agents' as const, icon: group, text: otherAgentsText(view) },
    ...(view.conversation.call.supervisors ?? []).map((supervisor) => ({
      part: 'supervisor' as const,
      icon: supervisor.type === 'whisper' ? whisper : merge,
      text: supervisorText(supervisor),
    })),
  ];
  return details.map(
    ({ part, icon, text }) =>
      text !== null && <StatusBarDetail icon={icon} key={text} part={part} text={text} />,
  );
}
