/** The phone's picture beside the clock: how it is, and what can be done. */

import { join } from 'node:path';
import type { Menu, MenuItemConstructorOptions, Tray } from 'electron';
import {
  type Choice,
  type MenuEntry,
  statusText,
  type TrayFacts,
  trayMenu,
  trayPicture,
} from '../core/status.ts';

export interface TrayParts {
  readonly Tray: new (picture: string) => Tray;
  readonly Menu: Pick<typeof Menu, 'buildFromTemplate'>;
  /** Folder of the pictures. */
  readonly pictures: string;
  readonly chosen: (choice: Choice) => void;
}

export function createTray({ Tray, Menu, pictures, chosen }: TrayParts, first: TrayFacts) {
  const picture = ({ status }: TrayFacts) => join(pictures, `tray-${trayPicture(status)}.png`);
  const tray = new Tray(picture(first));
  tray.on('click', () => chosen('open'));

  const item = (entry: MenuEntry): MenuItemConstructorOptions => {
    switch (entry.type) {
      case 'separator':
        return { type: 'separator' };
      case 'text':
        return { label: entry.label, enabled: false };
      case 'choice': {
        const { choice, label, checked } = entry;
        const click = () => chosen(choice);
        return checked === undefined ? { label, click } : { label, click, type: 'checkbox', checked };
      }
      default:
        return entry satisfies never;
    }
  };

  const show = (facts: TrayFacts) => {
    tray.setImage(picture(facts));
    tray.setToolTip(`Offhook: ${statusText(facts.status)}`);
    tray.setContextMenu(Menu.buildFromTemplate(trayMenu(facts).map(item)));
  };
  show(first);
  return { show };
}
