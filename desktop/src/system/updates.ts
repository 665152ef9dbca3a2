/** Newer versions of the app itself. What it shows comes from the server, and is newer with every load. */
import type { AppUpdater } from 'electron-updater';

/** The page waits so long for the answer at most; the look itself goes on. */
const ANSWER_MS = 15_000;

export type Updates = ReturnType<typeof createUpdates>;

export interface UpdateParts {
  /** Null in an app that was not installed, which has nowhere to ask. */
  readonly updater: Pick<
    AppUpdater,
    'autoDownload' | 'autoInstallOnAppQuit' | 'checkForUpdates' | 'quitAndInstall' | 'on'
  > | null;
  readonly changed: () => void;
  readonly failed: (reason: string) => void;
  readonly wait: (ms: number) => Promise<void>;
}

export function createUpdates({ updater, changed, failed, wait }: UpdateParts) {
  let ready = false;
  let looking: Promise<void> | null = null;
  if (updater) {
    updater.autoDownload = true;
    updater.autoInstallOnAppQuit = true;
    updater.on('update-downloaded', () => {
      ready = true;
      changed();
    });
    // Of a download too, which goes on after the look is answered.
    updater.on('error', ({ message }) => failed(message));
  }

  async function ask(): Promise<void> {
    try {
      await updater?.checkForUpdates();
    } catch {
      // It has been told as the updater's `error`.
    } finally {
      looking = null;
    }
  }

  return {
    /** Never refuses: what went wrong is told. */
    look: () => {
      looking ??= ask();
      return Promise.race([looking, wait(ANSWER_MS)]);
    },
    isReady: () => ready,
    install: () => updater?.quitAndInstall(),
  };
}
