import { join } from 'node:path';
import type { Menu, MenuItemConstructorOptions, Tray } from 'electron';
import type { DesktopTexts } from '../core/language.ts';
import {
  type MenuEntry,
  statusText,
  type TrayAction,
  type TrayFacts,
  trayIcon,
  trayMenu,
} from '../core/status.ts';

export interface TrayDeps {
  readonly Tray: new (icon: string) => Tray;
  readonly Menu: Pick<typeof Menu, 'buildFromTemplate'>;
  readonly iconFolder: string;
  readonly onChoice: (choice: TrayAction) => void;
  readonly t: DesktopTexts;
}

export function createTray({ Tray, Menu, iconFolder, onChoice, t }: TrayDeps, first: TrayFacts) {
  const icon = ({ status }: TrayFacts) => join(iconFolder, `tray-${trayIcon(status)}.png`);
  const tray = new Tray(icon(first));
  tray.on('click', () => onChoice('open'));

  const item = (entry: MenuEntry): MenuItemConstructorOptions => {
    switch (entry.type) {
      case 'separator':
        return { type: 'separator' };
      case 'text':
        return { label: entry.label, enabled: false };
      case 'choice': {
        const { choice, label, checked } = entry;
        const click = () => onChoice(choice);
        return checked === undefined ? { label, click } : { label, click, type: 'checkbox', checked };
      }
      default:
        return entry satisfies never;
    }
  };

  const show = (facts: TrayFacts) => {
    tray.setImage(icon(facts));
    tray.setToolTip(`Offhook: ${statusText(facts.status, t)}`);
    tray.setContextMenu(Menu.buildFromTemplate(trayMenu(facts, t).map(item)));
  };
  show(first);
  return { show };
}
