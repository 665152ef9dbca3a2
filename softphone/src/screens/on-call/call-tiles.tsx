import dialpad from '@offhook/design/icons/dialpad.svg?raw';
import parking from '@offhook/design/icons/local_parking.svg?raw';
import pause from '@offhook/design/icons/pause.svg?raw';
import personAdd from '@offhook/design/icons/person_add.svg?raw';
import forward from '@offhook/design/icons/phone_forwarded.svg?raw';
import play from '@offhook/design/icons/play_arrow-fill.svg?raw';
import { useShortcuts } from '@offhook/design/keys/use-shortcuts';
import { t } from '@offhook/i18n/phone';
import { Tile, Tiles } from '../../components/buttons/tiles.tsx';
import type { CallControls } from '../../core/screen/on-call/call-controls.ts';
import type { OnCallPanel } from '../../core/screen/screen-state.ts';
import { usePhone } from '../../phone-context.tsx';

interface Props {
  readonly controls: CallControls;
  /** A panel covers the rest, so the tiles form one short row. */
  readonly slim: boolean;
}

export function CallTiles({ controls, slim }: Props) {
  const { send } = usePhone();
  const { disabled, hold, holdDisabled, open, awaitingAnswer } = controls;
  const isOpen = (panel: OnCallPanel) =>
    open === panel || (panel === 'transfer' && open === 'conference' && controls.conference);
  const toggle = (panel: OnCallPanel) => () =>
    send(isOpen(panel) ? { type: 'panelClosed' } : { type: 'onCallPanelClicked', panel });
  const park = () => send({ type: 'parkClicked' });
  const toggleHold = () => send({ type: 'holdClicked' });
  const when = (usable: boolean, act: () => void) => (usable && !disabled ? act : null);
  useShortcuts({
    H: when(hold !== null && !holdDisabled, toggleHold),
    T: when(controls.transfer && !awaitingAnswer, toggle('transfer')),
    A: when(controls.addLead, toggle('addLead')),
    K: when(controls.keypad, toggle('keypad')),
    C: when(controls.conference, toggle('conference')),
    P: when(controls.park === 'possible' && !awaitingAnswer, park),
  });
  const tile = (panel: OnCallPanel, label: string, icon: string, shortcut: string) => (
    <Tile
      disabled={disabled || (panel === 'transfer' && awaitingAnswer)}
      icon={icon}
      label={label}
      onClick={toggle(panel)}
      panel={{ name: panel, open: isOpen(panel) }}
      shortcut={shortcut}
    />
  );
  if (hold === null && !controls.transfer && !controls.addLead && !controls.keypad) return null;
  return (
    <Tiles slim={slim}>
      {hold !== null && (
        <Tile
          disabled={disabled || holdDisabled}
          held={hold === 'resume'}
          icon={hold === 'resume' ? play : pause}
          label={t(hold === 'resume' ? 'call.resume' : 'call.hold')}
          onClick={toggleHold}
          shortcut="H"
        />
      )}
      {controls.transfer && tile('transfer', t('call.transfer'), forward, 'T')}
      {controls.addLead && tile('addLead', t('call.addLead'), personAdd, 'A')}
      {controls.keypad && tile('keypad', t('call.keypad'), dialpad, 'K')}
      {controls.park !== null && !slim && (
        <Tile
          disabled={disabled || awaitingAnswer || controls.park === 'requested'}
          icon={parking}
          label={t('call.park')}
          onClick={park}
          shortcut="P"
        />
      )}
    </Tiles>
  );
}
