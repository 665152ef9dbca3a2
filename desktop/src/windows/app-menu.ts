/** Has no Reload, because reloading ends calls. Sets every label, because Electron's are in English. */
import type { MenuItemConstructorOptions } from 'electron';
import type { DesktopTexts } from '../core/language.ts';

const SEPARATOR: MenuItemConstructorOptions = { type: 'separator' };

export function appMenu(platform: NodeJS.Platform, t: DesktopTexts): MenuItemConstructorOptions[] {
  const isMac = platform === 'darwin';
  const mac = (...items: MenuItemConstructorOptions[]) => (isMac ? items : []);
  return [
    ...mac({
      role: 'appMenu',
      submenu: [
        { role: 'about', label: t('menu.about') },
        SEPARATOR,
        { role: 'services', label: t('menu.services') },
        SEPARATOR,
        { role: 'hide', label: t('menu.hide') },
        { role: 'hideOthers', label: t('menu.hideOthers') },
        { role: 'unhide', label: t('menu.unhide') },
        SEPARATOR,
        { role: 'quit', label: t('menu.quit') },
      ],
    }),
    {
      role: 'editMenu',
      label: t('menu.edit'),
      submenu: [
        { role: 'undo', label: t('menu.undo') },
        { role: 'redo', label: t('menu.redo') },
        SEPARATOR,
        { role: 'cut', label: t('menu.cut') },
        { role: 'copy', label: t('menu.copy') },
        { role: 'paste', label: t('menu.paste') },
        ...mac({ role: 'pasteAndMatchStyle', label: t('menu.pasteAndMatchStyle') }),
        { role: 'delete', label: t('menu.delete') },
        { role: 'selectAll', label: t('menu.selectAll') },
        ...mac(SEPARATOR, {
          label: t('menu.speech'),
          submenu: [
            { role: 'startSpeaking', label: t('menu.startSpeaking') },
            { role: 'stopSpeaking', label: t('menu.stopSpeaking') },
          ],
        }),
      ],
    },
    {
      label: t('menu.view'),
      submenu: [
        { role: 'resetZoom', label: t('menu.resetZoom') },
        { role: 'zoomIn', label: t('menu.zoomIn') },
        { role: 'zoomOut', label: t('menu.zoomOut') },
        SEPARATOR,
        { role: 'togglefullscreen', label: t('menu.togglefullscreen') },
      ],
    },
    {
      role: 'windowMenu',
      label: t('menu.window'),
      submenu: [
        { role: 'minimize', label: t('menu.minimize') },
        { role: 'zoom', label: t('menu.zoom') },
        ...(isMac
          ? [SEPARATOR, { role: 'front', label: t('menu.front') } as const]
          : [{ role: 'close', label: t('menu.close') } as const]),
      ],
    },
  ];
}
