/** The app menu. No reload: it would end calls. */
import type { MenuItemConstructorOptions } from 'electron';

export function appMenu(platform: NodeJS.Platform): MenuItemConstructorOptions[] {
  const macMenu: MenuItemConstructorOptions[] = platform === 'darwin' ? [{ role: 'appMenu' }] : [];
  return [
    ...macMenu,
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
