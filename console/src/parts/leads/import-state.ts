const WORDS: Readonly<Record<string, string>> = {
  receiving: 'Being sent',
  running: 'Being read',
  complete: 'Complete',
  failed: 'Failed',
};

/** How far a file of leads is, or why it stopped. */
export function importState({ status, error }: { readonly status: string; readonly error: string | null }) {
  return error ?? WORDS[status] ?? status;
}
