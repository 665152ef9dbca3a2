import type { ConsultEnd } from '@offhook/contract/calls/hand-over';
import merge from '@offhook/design/icons/call_merge.svg?raw';
import check from '@offhook/design/icons/check.svg?raw';
import forward from '@offhook/design/icons/phone_forwarded.svg?raw';
import back from '@offhook/design/icons/undo.svg?raw';
import { useShortcuts } from '@offhook/design/keys/use-shortcuts';
import { t } from '@offhook/i18n/phone';
import { Tile, Tiles } from '../../components/buttons/tiles.tsx';
import { consultEnds } from '../../core/screen/on-call/consultation.ts';
import type { LiveConsultation } from '../../core/screen/screen-state.ts';
import { usePhone } from '../../phone-context.tsx';

/** Not loaded late, because the call can't go on without them. */
export function ConsultationTiles({ consultation }: { readonly consultation: LiveConsultation }) {
  const { send } = usePhone();
  const { role, leadLeft } = consultation;
  const act = (how: ConsultEnd) => () => send({ type: 'consultEndClicked', how });
  const ends = consultEnds(consultation);
  const when = (how: ConsultEnd) => (ends.includes(how) ? act(how) : null);
  useShortcuts({
    C: when('complete'),
    F: when('conference'),
    B: leadLeft ? null : when('back'),
    D: leadLeft ? when('back') : null,
  });
  if (role !== 'agent') return null;
  const tile = (how: ConsultEnd, label: string, icon: string, shortcut: string, filled = false) => (
    <Tile
      disabled={!ends.includes(how)}
      filled={filled}
      icon={icon}
      label={label}
      onClick={act(how)}
      shortcut={shortcut}
    />
  );
  return (
    <Tiles slim={false}>
      {leadLeft ? (
        tile('back', t('consult.done'), check, 'D', true)
      ) : (
        <>
          {tile('complete', t('consult.complete'), forward, 'C', true)}
          {tile('conference', t('consult.conference'), merge, 'F')}
          {tile('back', t('consult.back'), back, 'B')}
        </>
      )}
    </Tiles>
  );
}
