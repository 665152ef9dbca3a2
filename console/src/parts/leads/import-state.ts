import { type ConsoleMessage, t } from '@offhook/i18n/console';

const STATUSES: Readonly<Record<string, ConsoleMessage & `import.status.${string}`>> = {
  receiving: 'import.status.receiving',
  running: 'import.status.running',
  complete: 'import.status.complete',
  failed: 'import.status.failed',
};

/** The status of a lead import, or why it stopped. */
export function importState({ status, error }: { readonly status: string; readonly error: string | null }) {
  const id = STATUSES[status];
  return error ?? (id === undefined ? status : t(id));
}
