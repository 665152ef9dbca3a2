import type { ApiResult } from '@offhook/contract/client/client';
import { useEffect, useState } from 'react';

/** What the link of the address leads to: null while it loads. */
export function useLink<T>(read: () => Promise<ApiResult<T>>): ApiResult<T> | null {
  const [result, setResult] = useState<ApiResult<T> | null>(null);
  // The address never changes without a reload.
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once
  useEffect(() => {
    void read().then(setResult);
  }, []);
  return result;
}
