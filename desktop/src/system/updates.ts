/** Updates the app itself. The page comes from the server and is current after each load. */
import type { AppUpdater } from 'electron-updater';

const CHECK_TIMEOUT_MS = 15_000;

export type Updates = ReturnType<typeof createUpdates>;

export interface UpdateDeps {
  /** Null if the app isn't installed (development). */
  readonly updater: Pick<
    AppUpdater,
    'autoDownload' | 'autoInstallOnAppQuit' | 'checkForUpdates' | 'quitAndInstall' | 'on'
  > | null;
  readonly onChange: () => void;
  readonly onError: (reason: string) => void;
  readonly wait: (ms: number) => Promise<void>;
}

export function createUpdates({ updater, onChange, onError, wait }: UpdateDeps) {
  let ready = false;
  let checking: Promise<void> | null = null;
  if (updater) {
    updater.autoDownload = true;
    updater.autoInstallOnAppQuit = true;
    updater.on('update-downloaded', () => {
      ready = true;
      onChange();
    });
    updater.on('error', ({ message }) => onError(message));
  }

  async function runCheck(): Promise<void> {
    try {
      await updater?.checkForUpdates();
    } catch {
      // The `error` event reports it.
    } finally {
      checking = null;
    }
  }

  return {
    /** Never rejects; errors are reported with `onError`. */
    check: () => {
      checking ??= runCheck();
      return Promise.race([checking, wait(CHECK_TIMEOUT_MS)]);
    },
    isReady: () => ready,
    install: () => updater?.quitAndInstall(),
  };
}
