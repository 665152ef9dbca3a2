import type { Call } from '@offhook/contract/entities';
import merge from '@offhook/design/icons/call_merge.svg?raw';
import whisper from '@offhook/design/icons/record_voice_over-fill.svg?raw';
import { StatusBarDetail } from '../../components/frame/status-bar.tsx';
import { supervisorText } from '../../core/line/heard-supervisors.ts';

export function HeardSupervisors({ call }: { readonly call: Call }) {
  return call.supervisors?.map((supervisor) => (
    <StatusBarDetail
      icon={supervisor.type === 'whisper' ? whisper : merge}
      key={`${supervisor.type} ${supervisor.name}`}
      part="supervisor"
      text={supervisorText(supervisor)}
    />
  ));
}
