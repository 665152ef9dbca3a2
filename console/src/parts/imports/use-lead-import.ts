import { useEffect } from 'react';
import { useApiQuery } from '../../queries.ts';

/** While rows are counted or imported. */
const POLL_MS = 700;

/** An import, up to date while something happens to it. */
export function useLeadImport(id: string) {
  const query = useApiQuery('readLeadImport', { params: { id } }, { live: true });
  const shown = query.data?.import;
  const isChanging =
    shown !== undefined &&
    (shown.status === 'running' ||
      shown.status === 'removing' ||
      (shown.status === 'draft' && !shown.check?.is_complete));
  const { refetch } = query;
  useEffect(() => {
    if (!isChanging) return;
    const timer = setInterval(() => void refetch({ cancelRefetch: false }), POLL_MS);
    return () => clearInterval(timer);
  }, [isChanging, refetch]);
  return query;
}
