/** The menu of the app: copying, pasting and the size of the letters; nothing that loads the phone's page again. */
import type { MenuItemConstructorOptions } from 'electron';

export function appMenu(platform: NodeJS.Platform): MenuItemConstructorOptions[] {
  const own: MenuItemConstructorOptions[] = platform === 'darwin' ? [{ role: 'appMenu' }] : [];
  return [
    ...own,
    { role: 'editMenu' },
    {
      label: 'View',
      submenu: [
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { type: 'separator' },
        { role: 'togglefullscreen' },
      ],
    },
    { role: 'windowMenu' },
  ];
}
